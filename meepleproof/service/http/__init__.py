"""The HTTP API: reading, writing, checking, health."""
