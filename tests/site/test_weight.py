"""The budget of the table page (W1): who makes it heavier reads it here first."""

import pytest

from tests.driver import Browser
from tests.servers import Site
from tests.site.weight import Weight, weigh

CODE_KB = 45  # in both languages: Spanish brings the words that the modules say
FONTS_KB = 110


@pytest.fixture
def visitor(site: Site) -> Browser:
    return Browser(site.base)


def weigh_table(visitor: Browser, variant: str) -> Weight:
    _status, started = visitor.post("/api/v1/practice", {"variant": variant, "seed": "weight"})
    return weigh(visitor, f"/play/{started['attempt']}/")


@pytest.mark.parametrize("variant", ["standard", "cadogan"])
def test_the_practice_table_keeps_its_budget(visitor: Browser, variant: str) -> None:
    weight = weigh_table(visitor, variant)
    assert weight.code_kb <= CODE_KB, weight.code
    assert weight.fonts_kb <= FONTS_KB, weight.fonts


def test_the_ranked_table_keeps_its_budget(visitor: Browser) -> None:
    slug = visitor.json("/api/v1/deals/today")[0]["slug"]
    _status, started = visitor.post(f"/api/v1/deals/{slug}/attempts")
    weight = weigh(visitor, f"/play/{started['attempt']}/")
    assert weight.code_kb <= CODE_KB, weight.code
    assert weight.fonts_kb <= FONTS_KB, weight.fonts


def test_everything_is_served_compressed_but_fonts(visitor: Browser) -> None:
    weight = weigh_table(visitor, "standard")
    assert len(weight.code) > 10
    assert len(weight.fonts) == 3
    assert max(weight.code.values()) < 15_000, weight.code


def test_the_table_in_spanish_keeps_its_budget(visitor: Browser) -> None:
    attempt = visitor.post("/api/v1/practice", {"variant": "cadogan", "seed": "weight"})[1]["attempt"]
    weight = weigh(visitor, f"/play/{attempt}/", "es")
    assert any("jsi18n" in path for path in weight.code)
    assert weight.code_kb <= CODE_KB, weight.code
