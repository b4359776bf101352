"""Certificates of endgames: proof trees by which a value is checked without any search."""
