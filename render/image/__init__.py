"""Drawing basics: canvas, sprites, fonts, icons, PNG encoding."""
