"""Components, rules, lessons and puzzles of Leaders."""
