"""Notices: who is notified, when and where."""
