"""Players and accounts."""
