"""Searches what leaves the server for what must not: seeds, the stock's order, future deals, others' moves.

Every address of the site is found by itself, so a new page joins the search the day it is written; an
address with a parameter nobody has taught the search about is an error, never a gap.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJ][CDHS](?![A-Za-z0-9])")
MOVE = re.compile(r"(?<![A-Za-z0-9])(?:w[a-h][1-4]|[a-h][1-4](?:f|[a-h][1-4]))(?![A-Za-z0-9])")
WINDOW = 4
BODIES: tuple[dict[str, object], ...] = ({}, {"practice": True}, {"ply": 0}, {"variant": "standard"})
ANYWAY: dict[str, Iterable[str]] = {"group_id": ["1"], "token": ["no-such-invitation"]}
"""Values of parameters that no test need vary; groups have tests of their own."""
NOT_OURS = (
    "admin/",  # staff have tests of their own
    "keys/<int:pk>/",  # allauth's, of one's own keys
    "^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",  # allauth's, behind a key from a mail
)


@dataclass
class Secrets:
    """What must not be found: `words` as they are; of `stocks` and `lines` any four in a row."""

    words: set[str] = field(default_factory=set)
    stocks: list[Sequence[str]] = field(default_factory=list)
    lines: list[Sequence[str]] = field(default_factory=list)

    def found_in(self, text: str) -> list[str]:
        """Give what of it is in a text, in words for an error."""
        found = [word for word in self.words if word in text]
        cards, moves = windows(CARD.findall(text)), windows(MOVE.findall(text))
        for stock in self.stocks:
            found += ["stock: " + " ".join(w) for w in (windows(stock) | windows(stock[::-1])) & cards]
        for line in self.lines:
            found += ["line: " + " ".join(w) for w in windows(line) & moves]
        return found


def windows(items: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(items[i : i + WINDOW]) for i in range(len(items) - WINDOW + 1)}


def routes(patterns: Iterable[Any] | None = None, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Give every address of the site, its parameters in it, and what is there."""
    for entry in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from routes(entry.url_patterns, route)
        else:
            yield route, entry


def paths(parameters: dict[str, Iterable[str]]) -> Iterator[str]:
    """Give every address of the site, once for each of the values its parameters may have here."""
    parameters = ANYWAY | parameters
    for route, _pattern in routes():
        if any(part in route for part in NOT_OURS):
            continue
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        unknown = set(names) - set(parameters)
        assert not unknown, f"teach the searchlight a value for {unknown} of {route}"
        for values in product(*(list(parameters[name]) for name in names)):
            path = route
            for value in values:
                path = re.sub(r"<(?:\w+:)?\w+>", value, path, count=1)
            yield "/" + path


def answers(client: Client, parameters: dict[str, Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Give (what was asked, everything the answer holds, headers and cookies included) for all addresses."""
    for path in paths(parameters):
        yield _ask(client, path, None)
        for body in BODIES if path.startswith("/api/") else ():
            asked, text = _ask(client, path, body)
            yield asked, text
            if not asked.endswith(" 400"):  # else this body was not what the call takes: try the next
                break


def _ask(client: Client, path: str, body: dict[str, object] | None) -> tuple[str, str]:
    if body is None:
        answer: Any = client.get(path)
    else:
        answer = client.post(path, body, content_type="application/json")
    content = b"".join(answer) if answer.streaming else answer.content
    head = "\n".join(f"{name}: {value}" for name, value in answer.items())
    asked = f"{'GET' if body is None else 'POST'} {path} {body or ''} -> {answer.status_code}"
    return asked, f"{head}\n{answer.cookies.output()}\n{content.decode(errors='replace')}"


def search(client: Client, secrets: Secrets, parameters: dict[str, Iterable[str]], *, who: str) -> int:
    """Search all that a visitor can be told; gives how many answers that were. Raises AssertionError."""
    count = 0
    for asked, text in answers(client, parameters):
        found = secrets.found_in(text)
        assert not found, f"{who}: {asked}: {found[:3]}"
        count += 1
    return count
