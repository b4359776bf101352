"""Key one: the engines. They play turns and undo them, and search by exhausting them."""
