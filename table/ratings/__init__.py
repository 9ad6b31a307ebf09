"""Results of finished matches, and ratings."""
