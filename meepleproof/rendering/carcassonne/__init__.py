"""How tiles and tables of Carcassonne are drawn."""
