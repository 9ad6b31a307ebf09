"""What is printed in the box of Leaders, and what people read and learn about it."""
