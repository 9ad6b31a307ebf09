"""Films: pictures with captions, as a GIF."""
