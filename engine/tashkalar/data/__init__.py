"""Components, rules, lessons and puzzles of Tash-Kalar."""
