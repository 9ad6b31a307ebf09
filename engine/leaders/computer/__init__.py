"""What the computer players know about Leaders."""
