"""Search for rules and cards by questions in people's own words."""
