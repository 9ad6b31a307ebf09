"""Making puzzles: positions from matches of the computer players, proven by trying every decision, and graded."""
