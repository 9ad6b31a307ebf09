"""Notices: who is notified of what, when and where."""
