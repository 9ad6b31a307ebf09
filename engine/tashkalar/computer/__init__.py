"""What the computer players know about Tash-Kalar."""
