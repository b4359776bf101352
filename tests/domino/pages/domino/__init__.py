"""The pages of dominoes."""
