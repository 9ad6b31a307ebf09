"""What people see and press: panels, public messages, their buttons and selects."""
