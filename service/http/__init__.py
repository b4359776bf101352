"""What other programs call: reading, writing, checking, health."""
