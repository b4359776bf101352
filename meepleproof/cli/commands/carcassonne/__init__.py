"""Commands on the tiles that both games of Carcassonne share."""
