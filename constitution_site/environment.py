"""The values that come from outside: read once, checked at once, named in the error.

Nothing else in the project reads ``os.environ``. A wrong value stops the start with the
name of the variable, what was found and what is wanted.
"""

import datetime as dt
import logging
import os
import secrets
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import unquote, urlsplit

import dj_database_url
import msgspec
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent


def refuse(name: str, wanted: str) -> ImproperlyConfigured:
    """Give the error for a variable whose value cannot be used; secrets in it are not repeated."""
    return ImproperlyConfigured(f"The environment variable {name} is wrong: {wanted}")


def scheme_of(url: str) -> str:
    """Give the scheme of a URL; empty when it is no URL at all."""
    try:
        return urlsplit(url).scheme
    except ValueError:
        return ""


def read_bool(name: str, default: bool) -> bool:
    """Read a switch: 1/true/yes/on or 0/false/no/off."""
    raw = os.environ.get(name, "")
    if not raw:
        return default
    if raw.lower() in {"1", "true", "yes", "on"}:
        return True
    if raw.lower() in {"0", "false", "no", "off"}:
        return False
    raise refuse(name, f"{raw!r} is neither 1 nor 0.")


def read_list(name: str, default: list[str]) -> list[str]:
    """Read a list with commas between its values."""
    raw = os.environ.get(name, "")
    return [part.strip() for part in raw.split(",") if part.strip()] if raw else default


def read_number(name: str, default: int, lowest: int, highest: int) -> int:
    """Read a whole number within limits."""
    raw = os.environ.get(name, "") or str(default)
    if not (raw.isascii() and raw.isdigit() and len(raw) <= 5 and lowest <= int(raw) <= highest):
        raise refuse(name, f"{raw[:20]!r} is not a number from {lowest} to {highest}.")
    return int(raw)


def read_port(name: str, default: int) -> int:
    """Read a TCP port."""
    return read_number(name, default, 1, 65535)


def read_optional_port(name: str) -> int | None:
    """Read a TCP port, or nothing."""
    return read_port(name, 1) if os.environ.get(name, "") else None


def read_date(name: str) -> dt.date | None:
    """Read a date as 2026-11-29, or nothing."""
    raw = os.environ.get(name, "")
    try:
        return dt.date.fromisoformat(raw) if raw else None
    except ValueError:
        raise refuse(name, f"{raw!r} is not a date; write it as 2026-11-29.") from None


GRADES = ("easy", "gentle", "fair", "hard", "fiendish")


def read_grades(name: str, default: list[str]) -> list[str]:
    """Read seven grades, Monday first."""
    grades = read_list(name, default)
    if len(grades) != 7 or not set(grades) <= set(GRADES):
        raise refuse(name, f"give seven grades with commas, Monday first, each one of {', '.join(GRADES)}.")
    return grades


def read_log_level() -> int:
    """Read LOG_LEVEL: debug, info (the default), warning or error."""
    raw = os.environ.get("LOG_LEVEL", "") or "info"
    if raw.lower() not in {"debug", "info", "warning", "error"}:
        raise refuse("LOG_LEVEL", f"{raw!r} is none of debug, info, warning, error.")
    return logging.getLevelNamesMapping()[raw.upper()]


def read_redis() -> str:
    """Read REDIS_URL: empty, or redis://, rediss:// or unix://."""
    url = os.environ.get("REDIS_URL", "")
    if url and scheme_of(url) not in {"redis", "rediss", "unix"}:
        raise refuse("REDIS_URL", "it must begin with redis://, rediss:// or unix://.")
    return url


def read_mail() -> dict[str, Any]:
    """Read EMAIL_URL (smtp://, smtp+tls:// or smtps://user:password@host:port) and EMAIL_FROM as settings.

    Without it mails are written to the console: enough for a laptop.
    """
    url = os.environ.get("EMAIL_URL", "")
    sender = os.environ.get("EMAIL_FROM", "") or "The Daily Constitutional <noreply@localhost>"
    if not url:
        console = "django.core.mail.backends.console.EmailBackend"
        return {"EMAIL_BACKEND": console, "DEFAULT_FROM_EMAIL": sender}
    scheme = scheme_of(url)
    if scheme not in {"smtp", "smtp+tls", "smtps"}:
        raise refuse("EMAIL_URL", "it must begin with smtp://, smtp+tls:// or smtps://.")
    parts = urlsplit(url)
    try:
        port = parts.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[scheme]
    except ValueError:
        raise refuse("EMAIL_URL", "its port is no number.") from None
    if not parts.hostname or not os.environ.get("EMAIL_FROM", ""):
        raise refuse("EMAIL_URL", "it needs a host, and EMAIL_FROM the address that mails come from.")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": scheme == "smtp+tls",
        "EMAIL_USE_SSL": scheme == "smtps",
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


def read_database() -> dict[str, object]:
    """Read DATABASE_URL for Django; without it, an SQLite file in the data folder."""
    url = os.environ.get("DATABASE_URL", "") or f"sqlite:///{data_dir() / 'constitution.sqlite3'}"
    scheme = scheme_of(url)
    if scheme not in {"sqlite", "postgres", "postgresql"}:
        raise refuse("DATABASE_URL", "it must begin with postgresql:// or sqlite:///.")
    try:
        database: dict[str, object] = dict(dj_database_url.parse(url))
    except ValueError as error:
        raise refuse("DATABASE_URL", str(error)) from None
    if scheme == "sqlite":
        # An acked move must survive a power cut: FULL, not the NORMAL that WAL invites to.
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    else:
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
