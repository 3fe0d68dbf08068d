"""Reading a .po file without gettext's tools, as far as the tests of words need it."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

LOCALE = Path(__file__).parents[2] / "frontend" / "locale"
DOMAINS = ("django", "djangojs")


class Entry(NamedTuple):
    """One message; `says` has one text, or one a plural form; `where` names the files that say it."""

    context: str
    text: str
    plural: str
    says: list[str]
    is_fuzzy: bool
    where: frozenset[str]


def entries(path: Path) -> list[Entry]:
    """Give all messages of a .po file but its header."""
    found = []
    for block in path.read_text().split("\n\n"):
        fields: dict[str, str] = {}
        for name, quoted in re.findall(
            r'^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) ((?:".*"\n?)+)', block, re.MULTILINE
        ):
            fields[name] = "".join(ast.literal_eval(line) for line in quoted.splitlines())
        if not fields.get("msgid"):
            continue
        says = [text for name, text in fields.items() if name.startswith("msgstr")]
        is_fuzzy = bool(re.search(r"^#,.*fuzzy", block, re.MULTILINE))
        where = frozenset(" ".join(re.findall(r"^#: (.+)$", block, re.MULTILINE)).split())
        plural = fields.get("msgid_plural", "")
        found.append(Entry(fields.get("msgctxt", ""), fields["msgid"], plural, says, is_fuzzy, where))
    return found
