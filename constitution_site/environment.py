"""The values that come from outside: read once, checked at once, named in the error.

Nothing else in the project reads ``os.environ``. A wrong value stops the start with the
name of the variable, what was found and what is wanted.
"""

import datetime as dt
import os
import secrets
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import unquote, urlsplit

import dj_database_url
import msgspec
from django.core.exceptions import ImproperlyConfigured

from games.engine.grade import LABELS

BASE_DIR = Path(__file__).resolve().parent.parent


def refuse(name: str, wanted: str) -> ImproperlyConfigured:
    """Give the error for a variable whose value cannot be used."""
    return ImproperlyConfigured(f"The environment variable {name} is wrong: {wanted}")


# What a variable may be, with the words for it.
Switch = Annotated[bool, msgspec.Meta(description="1 or 0")]
Port = Annotated[int, msgspec.Meta(ge=1, le=65535, description="a number from 1 to 65535")]
Digit = Annotated[int, msgspec.Meta(ge=0, le=9, description="a number from 0 to 9")]
Date = Annotated[dt.date, msgspec.Meta(description="a date as in 2026-11-29")]
Level = Annotated[
    Literal["debug", "info", "warning", "error"],
    msgspec.Meta(description="one of debug, info, warning and error"),
]


def read(name: str, kind: Any, default: Any) -> Any:
    """Read one of the kinds above; empty is as good as none."""
    raw = os.environ.get(name, "").lower()
    try:
        return msgspec.convert(raw, kind, strict=False) if raw else default
    except msgspec.ValidationError:
        raise refuse(name, f"{raw[:20]!r} is not {kind.__metadata__[0].description}.") from None


def read_list(name: str, default: str = "") -> list[str]:
    """Read a list with commas between its values."""
    return [part.strip() for part in (os.environ.get(name) or default).split(",") if part.strip()]


def read_grades(name: str, default: str) -> list[str]:
    """Read seven grades, Monday first."""
    grades = read_list(name, default)
    if len(grades) != 7 or not set(grades) <= set(LABELS):
        raise refuse(name, f"give seven grades with commas, Monday first, each one of {', '.join(LABELS)}.")
    return grades


def read_url(name: str, *schemes: str) -> str:
    """Read a URL with one of some schemes, or nothing; it may hold a password, so errors do not repeat it."""
    url = os.environ.get(name, "")
    try:
        is_good = urlsplit(url).scheme in schemes and urlsplit(url).port != 0
    except ValueError:
        is_good = False
    if url and not is_good:
        wanted = ", ".join(f"{scheme}://" for scheme in schemes)
        raise refuse(name, f"it is no URL that begins with one of {wanted}.")
    return url


def read_mail() -> dict[str, Any]:
    """Read EMAIL_URL (smtp://, smtp+tls:// or smtps://user:password@host:port) and EMAIL_FROM as settings.

    Without it mails are written to the console: enough for a laptop.
    """
    url = urlsplit(read_url("EMAIL_URL", "smtp", "smtp+tls", "smtps"))
    sender = os.environ.get("EMAIL_FROM", "")
    if not url.scheme:
        console = "django.core.mail.backends.console.EmailBackend"
        default = "The Daily Constitutional <noreply@localhost>"
        return {"EMAIL_BACKEND": console, "DEFAULT_FROM_EMAIL": sender or default}
    if not url.hostname or not sender:
        raise refuse("EMAIL_URL", "it needs a host, and EMAIL_FROM the address that mails come from.")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": url.hostname,
        "EMAIL_PORT": url.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[url.scheme],
        "EMAIL_HOST_USER": unquote(url.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
        "EMAIL_USE_TLS": url.scheme == "smtp+tls",
        "EMAIL_USE_SSL": url.scheme == "smtps",
        "EMAIL_TIMEOUT": 10,
        "DEFAULT_FROM_EMAIL": sender,
    }


class Provider(msgspec.Struct, forbid_unknown_fields=True):
    """Another site that signs people in by OpenID Connect."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,30}$")]
    name: Annotated[str, msgspec.Meta(min_length=1)]
    client_id: Annotated[str, msgspec.Meta(min_length=1)]
    secret: Annotated[str, msgspec.Meta(min_length=1)]
    server_url: Annotated[str, msgspec.Meta(pattern=r"^https?://[^\s;,]+$")]

    @property
    def origin(self) -> str:
        """Give scheme, host and port."""
        return "{0.scheme}://{0.netloc}".format(urlsplit(self.server_url))


def read_social_login() -> list[Provider]:
    """Read SOCIAL_LOGIN: a JSON list of providers, or nothing."""
    try:
        return msgspec.json.decode(os.environ.get("SOCIAL_LOGIN", "") or "[]", type=list[Provider])
    except msgspec.DecodeError:
        fields = ", ".join(Provider.__struct_fields__)
        raise refuse("SOCIAL_LOGIN", f"give a JSON list of objects, each with the texts {fields}.") from None


def data_dir() -> Path:
    """Give the folder that keeps the laptop's database and secret key; made when missing."""
    folder = Path(os.environ.get("DATA_DIR", "") or BASE_DIR / "var")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise refuse("DATA_DIR", f"{folder} cannot be made ({error.strerror}).") from None
    return folder


def read_database() -> dict[str, Any]:
    """Read DATABASE_URL for Django; without it, an SQLite file in the data folder."""
    url = read_url("DATABASE_URL", "postgresql", "postgres", "sqlite")
    url = url or f"sqlite:///{data_dir() / 'constitution.sqlite3'}"
    database: dict[str, Any] = dict(dj_database_url.parse(url))
    if url.startswith("sqlite:"):
        # An acked move must survive a power cut: FULL, not the NORMAL that WAL invites to.
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    else:
        # Statements that come again are planned once a connection: most of what a short one costs.
        planned = {"server_side_binding": True, "prepare_threshold": 5}
        database["OPTIONS"] = planned | database.get("OPTIONS", {})
        database["CONN_MAX_AGE"] = 60
        database["CONN_HEALTH_CHECKS"] = True
    return database


def read_secret_key() -> str:
    """Read SECRET_KEY; on a laptop (no DATABASE_URL) one is made once and kept in a private file."""
    key = os.environ.get("SECRET_KEY", "")
    if key:
        if len(key) < 32:
            raise refuse("SECRET_KEY", "it is shorter than 32 characters.")
        return key
    if os.environ.get("DATABASE_URL", ""):
        raise refuse("SECRET_KEY", "with a DATABASE_URL it must be set: 50 random characters.")
    path = data_dir() / "secret-key"
    if not path.exists():
        # O_EXCL: of two processes that start at once, one makes the key and the other reads it.
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(48))
        except FileExistsError:
            pass
    return path.read_text()
