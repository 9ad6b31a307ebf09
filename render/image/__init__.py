"""Drawing in general: canvas, sprites, type, icons, and the PNG that comes of it."""
