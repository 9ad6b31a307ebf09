"""Plans: answers that a player prepares before the questions are asked."""
