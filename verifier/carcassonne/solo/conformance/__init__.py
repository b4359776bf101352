"""The conformance suite for other programs: requests, the answers of both keys, and a judge."""
