"""The conformance suite: scenarios as data, the language of their claims, and their checker."""
