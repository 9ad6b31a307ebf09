"""The library: the rules of all games, found by people's own words."""
