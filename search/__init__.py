"""Rules and cards, found by people in their own words."""
