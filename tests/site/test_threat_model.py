"""SECURITY.md: every line of the threat model names tests, and they exist."""

import re

from tests.servers import ROOT

LINE = re.compile(r"^\| (?!attack|---)(.+) \| (.+) \| (.+) \|$", re.MULTILINE)


def test_every_line_of_the_threat_model_names_tests_that_exist() -> None:
    lines = LINE.findall((ROOT / "SECURITY.md").read_text())
    assert len(lines) > 25
    for attack, answer, tests in lines:
        named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", tests)
        assert answer and named, attack
        assert re.sub(r"`[^`]+`|[, ]", "", tests) == "", attack
        for file, test in named:
            source = (ROOT / "tests" / file).read_text()
            assert re.search(rf"^(async )?def {test}\(", source, re.MULTILINE), (attack, file, test)
