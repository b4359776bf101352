"""The command line, above all other rooms: words in, answers out, and every edge in between."""
