"""The contracts: one JSON Schema (2020-12) for each kind of file, read as package data."""
