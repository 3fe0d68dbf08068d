"""The budget of the table page (W1): who makes it heavier reads it here first."""

import pytest

from tests.driver import Browser
from tests.servers import Site
from tests.site.weight import weigh

CODE_KB = 45  # in both languages: Spanish brings the words that the modules say
FONTS_KB = 110


@pytest.mark.parametrize(
    ("variant", "language", "ranked"),
    [("standard", "en", False), ("cadogan", "en", True), ("cadogan", "es", False)],
)
def test_the_table_keeps_its_budget_and_everything_is_served_compressed_but_fonts(
    site: Site, variant: str, language: str, ranked: bool
) -> None:
    visitor = Browser(site.base)
    path, body = "practice", {"variant": variant, "seed": "weight"}
    if ranked:
        path, body = f"deals/{visitor.json('/api/v1/deals/today')[0]['slug']}/attempts", {}
    attempt = visitor.post(f"/api/v1/{path}", body)[1]["attempt"]
    weight = weigh(visitor, f"/play/{attempt}/", language)
    assert len(weight.code) > 10
    assert any("jsi18n" in path for path in weight.code) is (language == "es")
    assert weight.code_kb <= CODE_KB, weight.code
    assert max(weight.code.values()) < 15_000, weight.code
    assert len(weight.fonts) == 3
    assert weight.fonts_kb <= FONTS_KB, weight.fonts
