"""Documents of all kinds: strict JSON, their schemas, and what is wrong with one in sentences."""
