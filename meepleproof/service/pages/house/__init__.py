"""The pages of the house game: what it tells the page of a table, its drawings, and its index."""
