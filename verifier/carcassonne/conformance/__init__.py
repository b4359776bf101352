"""The suite for other programs: requests with the answers that both keys gave, and their judge."""
