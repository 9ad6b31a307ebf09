"""Components, rules, lessons and puzzles of Knockdown."""
