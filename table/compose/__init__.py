"""Composes messages of the outbox as data: boards, offers, notices and private messages."""
