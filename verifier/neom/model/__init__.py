"""NEOM solo by constraints: the second key. Its rules are stated once, on a builder's literals."""
