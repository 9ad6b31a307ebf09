"""Administration: backup, restore, copy, check."""
