"""Components, rules, lessons and puzzles of Monolith Arena."""
