"""What the commands share: interactions, controls, layouts, access, limits."""
