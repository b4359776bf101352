"""McGuire's house rules: farms, inns, cathedrals, builders, big followers, a shared hand."""
