"""Process pools and their jobs (drawing, films, decisions, reviews, imports), and caches of the results."""
