"""The record: reading, canonical writing, and what is refused with which line (rules: section 6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    CADOGAN,
    MAX_MOVES,
    STANDARD,
    Record,
    UnreadableRecord,
    deal_cards,
    read_record,
    write_record,
)
from tests.engine.by_the_book import ALL_MOVES
from tests.engine.tables import seeds, variants

ADA = """[Game "British Constitution"]
[Variant "standard"]
[Seed "29-nov-example"]
[Player "Ada"]
[Date "2026.11.29"]
[Result "won"]
[Moves "3"]
[Seconds "702"]
[Table "oak \\"and\\" \\\\ green"]

b1f c2b1 d3c2
"""

START = '[Variant "standard"]\n[Seed "1"]\n'


def refusal(text: str) -> tuple[int, str]:
    with pytest.raises(UnreadableRecord) as caught:
        read_record(text)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.reason}"
    return caught.value.line, caught.value.reason


def test_a_record_is_its_headers_and_its_moves() -> None:
    assert read_record(ADA) == Record(
        variant=STANDARD,
        seed="29-nov-example",
        player="Ada",
        date="2026.11.29",
        result="won",
        seconds=702,
        moves=("b1f", "c2b1", "d3c2"),
        others=(("Table", 'oak "and" \\ green'),),
    )
    assert read_record(ADA).cards == deal_cards("29-nov-example")


def test_a_canonical_record_is_written_as_it_was_read() -> None:
    assert write_record(read_record(ADA)) == ADA


def test_headers_are_written_in_their_order_unknown_ones_last_as_read_and_comments_dropped() -> None:
    mixed = """; from a table in Ely
        [Zebra "1"]   ; stripes; and "more"
        [Seed "x"]
        [Ant "2"]

        [Variant "cadogan"]
        ; a remark
        s s ; turned twice
        s ; [Seed "y"]
    """
    assert write_record(read_record(mixed)) == (
        '[Game "British Constitution"]\n[Variant "cadogan"]\n[Seed "x"]\n[Moves "3"]\n'
        '[Zebra "1"]\n[Ant "2"]\n\ns s s\n'
    )


def test_a_semicolon_within_a_value_is_no_comment() -> None:
    assert read_record(START + '[Player "a; b"] ; c\ns').player == "a; b"


def test_moves_are_wrapped_at_80_columns() -> None:
    text = write_record(Record(variant=STANDARD, seed="1", moves=("a2b1",) * 40))
    assert [len(line) for line in text.split("\n\n")[1].splitlines()] == [79, 79, 39]
    text = write_record(Record(variant=CADOGAN, seed="1", moves=("a1f", "s") * 99))
    assert max(map(len, text.splitlines())) <= 80


def test_windows_line_ends_and_a_byte_order_mark_are_taken() -> None:
    assert read_record("\ufeff" + ADA.replace("\n", "\r\n")) == read_record(ADA)


def test_a_deal_is_given_by_seed_by_cards_or_by_slug() -> None:
    cards = deal_cards("7")
    by_cards = Record(variant=CADOGAN, deal=cards)
    assert f'[Deal "{" ".join(cards)}"]' in write_record(by_cards)
    assert read_record(write_record(by_cards)) == by_cards
    assert by_cards.cards == cards
    by_slug = Record(variant=CADOGAN, slug="2026-11-29-cadogan")
    assert read_record(write_record(by_slug)) == by_slug
    assert by_slug.cards is None
    for wrong in ({}, {"seed": "1", "slug": "1"}):
        with pytest.raises(ValueError, match="one of seed, deal and slug"):
            Record(variant=CADOGAN, **wrong)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "Variant"),
        ("\n\nb1f", 3, "Variant"),
        ('[Variant "patience"]\n[Seed "1"]', 1, "Variant"),
        ('[Variant "standard"]\n\nb1f', 3, "Seed, Deal"),
        (START + '[Slug "2026-11-29-standard"]', 3, "Seed, Deal"),
        (START + '[Seed "2"]', 3, "second Seed"),
        ('[Variant "standard"]\n[Seed "a b"]', 2, "letters"),
        ('[Variant "standard"]\n[Deal "2C 3C"]', 2, "80"),
        ('[Variant "standard"]\n[Slug "a/b"]', 2, "slug"),
        (START + '[Game "Klondike"]', 3, "another game"),
        (START + "[Player Ada]", 3, "A header is like"),
        (START + '[Player "A"da"]', 3, "A header is like"),
        (START + '[Player "Ada\\n"]', 3, "A header is like"),
        (START + '[Player "Ada"', 3, "A header is like"),
        (START + '[Player "A\x07da"]', 3, "control"),
        (START + f'[Player "{"a" * 1001}"]', 3, "longer"),
        (START + '[Seconds "soon"]', 3, "number"),
        (START + '[Seconds "-1"]', 3, "number"),
        (START + '[Moves "5"]\n\nb1f', 3, "Moves says 5, counted are 1"),
        (START + "\nb1f zz9", 4, "zz9"),
        (START + "\nb1f B1F", 4, "B1F"),
        (START + '\nb1f\n[Player "Ada"]', 5, "headers come first"),
        (START + "b1f " * 2001, 3, "2000"),
        (START + "".join(f'[X{i} "1"]\n' for i in range(70)), 23, "20 unknown"),
        (START + ";" * 70_000, 1, "longer"),
    ],
)
def test_an_unreadable_record_names_the_line_and_what_is_wrong(text: str, line: int, words: str) -> None:
    found = refusal(text)
    assert found[0] == line
    assert words in found[1]


def test_a_line_of_2000_moves_is_read() -> None:
    assert len(read_record(START + "b1f " * MAX_MOVES).moves) == MAX_MOVES


def test_a_record_takes_no_value_that_would_not_be_read_again() -> None:
    for wrong in ({"player": "A\nda"}, {"result": "x" * 1001}, {"others": (("Table", "a\x00"),)}):
        with pytest.raises(ValueError, match="ordinary characters"):
            Record(variant=STANDARD, seed="1", **wrong)
    for name in ("Seed", "a b", ""):
        with pytest.raises(ValueError, match="header"):
            Record(variant=STANDARD, seed="1", others=((name, "1"),))


values = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40)
records = st.builds(
    Record,
    variant=variants,
    seed=seeds,
    player=st.none() | values,
    date=st.none() | values,
    result=st.none() | st.sampled_from(["won", "lost"]),
    seconds=st.none() | st.integers(0, 10**6),
    moves=st.lists(st.sampled_from(ALL_MOVES), max_size=60).map(tuple),
    others=st.lists(st.tuples(st.sampled_from(["Table", "Round", "Table2"]), values), max_size=4).map(tuple),
)


@settings(deadline=None, max_examples=100)
@given(records)
def test_every_record_is_read_back_as_it_was_written(record: Record) -> None:
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text


@settings(deadline=None, max_examples=200)
@given(st.text() | st.text('[]" \n;ab1fs\\VariantSeed').map(lambda text: START + text))
def test_any_text_is_read_or_refused_with_a_line_of_it(text: str) -> None:
    try:
        record = read_record(text)
    except UnreadableRecord as error:
        assert 1 <= error.line <= text.count("\n") + text.count("\r") + 1
    else:
        assert read_record(write_record(record)) == record
