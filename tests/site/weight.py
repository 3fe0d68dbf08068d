"""What a page weighs on the wire: its HTML and everything it names, as served, compressed.

Law: bytes are counted as they arrive, but for the random padding of pages; a kB is 1000 of them. Fonts are
the woff2 files that the style sheets name, the others what the page needs before it works.
"""

import gzip
import re
import urllib.request
from dataclasses import dataclass

from tests.driver import Browser

LINKED = re.compile(
    r'<link [^>]*\brel="(?:stylesheet|preload|modulepreload)"[^>]*>|<script [^>]*\bsrc=[^>]*>'
)
ADDRESS = re.compile(r'(?:href|src)="([^"]+)"')
FONT = re.compile(r'url\("?\.\./(fonts/[^")]+\.woff2)"?\)')


@dataclass(frozen=True)
class Weight:
    """Bytes by path: `code` is HTML (with the sprite in it), CSS and JavaScript."""

    code: dict[str, int]
    fonts: dict[str, int]

    @property
    def code_kb(self) -> float:
        return sum(self.code.values()) / 1000

    @property
    def fonts_kb(self) -> float:
        return sum(self.fonts.values()) / 1000


def weigh(visitor: Browser, path: str, language: str = "en") -> Weight:
    """Weigh a page as this visitor gets it."""
    html, size = _fetch(visitor, path, language)
    code, fonts = {path: size}, {}
    for tag in LINKED.findall(html):
        address = ADDRESS.findall(tag)[0]
        text, size = _fetch(visitor, address, language)
        (fonts if address.endswith(".woff2") else code)[address] = size
        for font in FONT.findall(text):
            fonts["/static/" + font] = _fetch(visitor, "/static/" + font, language)[1]
    return Weight(code, fonts)


def _fetch(visitor: Browser, path: str, language: str) -> tuple[str, int]:
    """Give the text of a file and its bytes on the wire."""
    headers = {
        "Accept-Encoding": "gzip",
        "Accept": "text/html",
        "Accept-Language": language,
        "Cookie": visitor.cookie_header(),
    }
    with urllib.request.urlopen(
        urllib.request.Request(visitor.base + path, headers=headers), timeout=20
    ) as answer:
        body: bytes = answer.read()
        is_packed = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(body) if is_packed else body).decode("utf-8", "replace"), len(body) - _padding(
        body
    )


def _padding(body: bytes) -> int:
    """Give the length of the random name, of 0 to 100 bytes, that Django writes into a page's gzip header."""
    has_name = body[:2] == b"\x1f\x8b" and body[3] & 8
    return body.index(b"\0", 10) - 10 if has_name else 0
