"""What is printed in the box of Monolith Arena, and what people read and learn about it."""
