"""What a person may do at the table, and how far a game has come; knows no HTTP."""
