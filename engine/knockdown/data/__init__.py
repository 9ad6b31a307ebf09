"""What is printed in the box of Knockdown, and what people read and learn about it."""
