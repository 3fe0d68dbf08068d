"""Attempts: live tables, journal, sockets."""
