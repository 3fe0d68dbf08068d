"""The server's clock: the only place that asks what time it is.

Every other module takes the time from here, so that a test moves it in one place
(`time_machine` does) and no client's time is ever read. Instants are aware UTC datetimes
or whole milliseconds since 1970; days are UTC dates.
"""

import datetime as dt
import time

DAY_MS = 24 * 60 * 60 * 1000


def now_ms() -> int:
    """Give the time in whole milliseconds since 1970, UTC."""
    return int(time.time() * 1000)


def now() -> dt.datetime:
    """Give the time as an aware UTC datetime."""
    return dt.datetime.now(dt.UTC)


def today() -> dt.date:
    """Give the UTC date."""
    return now().date()


def to_ms(instant: dt.datetime) -> int:
    """Give an aware datetime in whole milliseconds since 1970."""
    return int(instant.timestamp() * 1000)


def as_text(seconds: int) -> str:
    """Write seconds as the page's own clock does (words.js): 07:29, 1:07:29."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes:02}:{rest:02}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def from_ms(milliseconds: int) -> dt.datetime:
    """Give milliseconds since 1970 as an aware UTC datetime."""
    return dt.datetime.fromtimestamp(milliseconds / 1000, dt.UTC)
