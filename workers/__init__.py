"""Process pools and their jobs: drawing, films, thinking, reviews, imports; and caches of what they made."""
