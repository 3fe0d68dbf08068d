"""What the tests of accounts stand on: one account, and how a person signs up, confirms and logs in."""

import re
from typing import Any

from django.core import mail
from django.test import Client

PASSWORD = "a-long-password"
ADDRESS = "ada@example.org"


def sign_up(client: Client, email: str = ADDRESS, name: str = "") -> Any:
    return client.post("/account/signup/", {"email": email, "password1": PASSWORD, "name": name})


def confirm(client: Client) -> Any:
    """Type the code that the last mail brought."""
    code = re.search(r"^\s*([A-Z0-9]+-[A-Z0-9]+|[A-Z0-9]{6,})\s*$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code, mail.outbox[-1].body
    return client.post("/account/confirm-email/", {"code": code[1]})


def log_in(client: Client, password: str = PASSWORD) -> Any:
    return client.post("/account/login/", {"login": ADDRESS, "password": password})
