"""What is printed in the box of Tash-Kalar, and what people read and learn about it."""
