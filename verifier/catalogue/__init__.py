"""Rules, and the switches where readings of them differ: as data, read and asked for by name."""
