"""Argon2 at the strength a small server can afford for every login."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class TunedArgon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, one lane: OWASP's first recommendation for it."""

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1
