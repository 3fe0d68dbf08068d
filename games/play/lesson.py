"""The lessons, one for either rules: a script of a dozen taps on a real table, with what a live game would send.

Law: what a step does is asked of the engine, by the same fold and messages as any game; here are only the
cards, the taps that are wanted and the words. Pure: no request, no clock, no database. A table is a whole
deal, since no smaller one exists while there is a stock: every seat above an occupied one is filled.

Where several taps serve equally well, all of them are taken; the script is such that what follows is the
same whichever was chosen (a test plays every way through).
"""

# ruff: noqa: E501 - one line a row of the table, and one line a sentence

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import Position
from games.play.game import Game, GameEvent, Refused
from games.play.protocol import Moved, Undone

UNDO = "undo"
PLACE = re.compile("[a-h][1-4]")


class Step(NamedTuple):
    """One tap: what is taken, what the page says, and why another legal tap is not wanted.

    `takes`: moves, or UNDO, or a place whose card may not move: the table says why, and nothing else happens.
    `shown`: the wanted place is ringed from the start; else only after a tap that was not wanted.
    """

    takes: tuple[str, ...]
    says: Promise
    else_says: Promise
    shown: bool = True


class Lesson(NamedTuple):
    """A deal as text, and what is done on it."""

    table: str
    steps: tuple[Step, ...]


def _any_of_the_people(*vacancies: str) -> tuple[str, ...]:
    return tuple(f"{column}4{vacancy}" for vacancy in vacancies for column in "abcdefgh")


STANDARD = Lesson(
    """
standard
1     TS 2H 9D 4S JD 6C 9H 6S
2     7H 4D 8D JC 7D 4H JH 4C
3     9S 6H 4S 7C 9C 6H 5S 3S
4     2C 8H 3C JD 3S 7H 9D JC
stock 9H 2S 6C 8S TC 5S 3D 9C 7C 5H 2D TH JS 3D TH 4H 7S 9S TD 2D 8H 5C 2S 5C TD 7D 6S 8D 6D 8C 2H 7S 3H JH JS 8C 3C 6D 2C 5H 4C 8S 5D TC TS 3H 5D 4D
""",
    (
        Step(
            ("b1f",),
            _("*The Government* starts with eight aces; each suit is built up to the jack; kings and queens stay out. Tap the *2 of hearts*: it goes home."),
            _("Begin with the 2 of hearts: it goes home."),
        ),
        Step(
            ("c2b1",),
            _("Home! Its seat is *vacant* and must be filled first, from the bench below: follow the gold dots. Call up the *8 of diamonds* from the Lords: a black 7 waits that will go well on it."),
            _("By the rules any Lord may come. But a black 7 waits that will go well on the 8 of diamonds."),
        ),
        Step(
            ("d3c2",),
            _("The vacancy has moved down to *the Lords*: the Commons fill it. Call up the *7 of clubs*. It can then be *built on* the red 8: one rank lower, and the other colour."),
            _("By the rules that card may come too. But the 7 of clubs can be built on the red 8 at once."),
        ),
        Step(
            _any_of_the_people("d3"),
            _("The vacancy moves down to *the Commons*, and the People fill it. Here any card will do: choose one of *the People*."),
            _("Choose one of the People."),
        ),
        Step(
            ("c2b1",),
            _("*The stock*, the rest of the pack, has filled the last seat by itself. Now build: in the Council a black *7* goes on a red 8. Tap the 7."),
            _("Build first: tap the 7 of clubs in the Lords."),
        ),
        Step(
            ("b3c2", "f3c2"),
            _("A vacancy again. Most moves are such choices, and they decide the game. Which card of *the Commons* could be built on the black 7?"),
            _("By the rules that card may come too. But on the black 7 goes a red 6: look for one."),
            shown=False,
        ),
        Step(
            _any_of_the_people("b3", "f3"),
            _("Well chosen: a *red 6* goes on the black 7. Now fill the Commons: any card of *the People*."),
            _("Choose one of the People."),
        ),
        Step(
            ("c2b1",),
            _("Build the *6 of hearts* on the 7. See how the pile grows: a card that is called up well moves on at once."),
            _("Build first: tap the 6 of hearts in the Lords."),
        ),
        Step(
            (UNDO,),
            _("Second thoughts? As long as no new card has been shown, a move can be taken back. Tap *Undo*."),
            _("First try Undo: a vacancy can be filled afterwards."),
        ),
        Step(
            ("c2b1",),
            _("*Undo* is closed now: the move before showed a card of the stock, and in a ranked game that stands. Build the *6* again."),
            _("Build the 6 of hearts again."),
        ),
        Step(
            ("g3c2",),
            _("Once more, unaided: which card of *the Commons*, called up to the Lords, could then be built on the *red 6*?"),
            _("By the rules that card may come too. But on the red 6 goes a black 5: look for one."),
            shown=False,
        ),
        Step(
            _any_of_the_people("g3"),
            _("The *5 of spades*, of course. One last vacancy, in the Commons: any card of *the People*."),
            _("Choose one of the People."),
        ),
        Step(
            ("c1a1", "g1a1"),
            _("One way more: cards of the Council may be built on *one another*. Put either red *9* on the *10 of spades*; the seat it leaves is then filled from the Lords."),
            _("By the rules that may come too, and can wait. Now build within the Council: a red 9 on the 10 of spades."),
        ),
    ),
)  # fmt: skip

CADOGAN = Lesson(
    """
cadogan
1     5H 7S TS TC 9D 3C 8C TS
2     2C 9S 2D 6S 5H 8D JS 5D
3     8S 2C 6S 9C 7D 3D 6D 2S
4     TC 5C TH 7S 6H 9S JS 9H
stock JH 5S 4H 3H 8H TD JC 2H 7C JH 3S 4S 4C TH 8S 8C JD 7D 9D 9H 3D 2H 2D 9C 8H 4D 2S 4S JD 5S 4H 3C 5D 5C 7H 7H 4D 6C JC 6C 7C TD 3H 8D 3S 6D 4C 6H
""",
    (
        Step(
            ("s",),
            _("In *Cadogan* every bench is a row of piles, and you turn the stock yourself, card by card. Tap *the stock*: its top card goes onto the waste."),
            _("First turn the stock: tap it."),
        ),
        Step(
            ("b4g3",),
            _("A jack fits on nothing: it waits. But each bench is built on by the bench *just below*, one rank lower and the other colour. Tap the *5 of clubs* of the People: it goes up onto a red 6."),
            _("By the rules that may be done too, and can wait. Now build the 5 of clubs, among the People."),
        ),
        Step(
            ("s",),
            _("The jack has taken the empty seat: *the People* are filled from the waste by themselves, or from the stock when the waste is empty. Turn *the stock* again. It is gone through only once."),
            _("By the rules that may be done too, and can wait. Now turn the stock."),
        ),
        Step(
            ("we4",),
            _("In a ranked game no *Undo* goes back behind a card that was turned. From *the waste* you build on the People alone: tap the *5 of spades*, and it goes onto the red 6."),
            _("By the rules that may be done too, and can wait. Now build the 5 of spades, on the waste."),
        ),
        Step(
            ("h3",),
            _("Now try what is *not* allowed. The Government waits for a 2 of spades, and one sits in the Commons. Tap the *2 of spades*."),
            _("By the rules that may be done, and can wait. First tap the 2 of spades in the Commons."),
        ),
        Step(
            ("c2f1",),
            _("It has to rise first, bench by bench, and never moves along its own. Another 2 can rise: build the *2 of diamonds* of the Lords on the black 3 of *the Council*."),
            _("By the rules that may be done too, and can wait. Now build the 2 of diamonds, in the Lords."),
        ),
        Step(
            ("g3c2",),
            _("Its seat is *vacant*, and must be filled first: with the top card of any pile of *the Commons*. Which one leaves no other seat vacant?"),
            _("By the rules that card may come too, but then its own seat is vacant. Look for one that lies on another card."),
            shown=False,
        ),
        Step(
            ("e4g3",),
            _("Well chosen: nothing else is vacant, and the *6 of diamonds* that lay under it takes a card again. Build on it: the *5 of spades* of the People."),
            _("By the rules that may be done too, and can wait. Now build the 5 of spades, among the People."),
        ),
        Step(
            ("f1f",),
            _("*Home* at last: the Government builds each suit up from ace to jack, and takes cards from *the Council* alone. Tap the *2 of diamonds*."),
            _("By the rules that may be done too, and can wait. Now send the 2 of diamonds home."),
        ),
    ),
)  # fmt: skip

LESSONS = {"standard": STANDARD, "cadogan": CADOGAN}


@cache
def lesson(variant: str) -> dict[str, Any]:
    """Give all that the page needs: `position` and the steps with their messages.

    A step is `{says, else_says, shown, takes: {wish: message, None for a place}}`; texts are lazy. Read only.
    """
    script = LESSONS[variant]
    first = table_of(script).tell_all(attempt="", slug=None, elapsed_ms=0, server_ms=0)
    return {
        "position": msgspec.to_builtins(first),
        "steps": [
            {
                "says": step.says,
                "else_says": step.else_says,
                "shown": step.shown,
                "takes": {wish: msgspec.to_builtins(_told_at(script, number, wish)) for wish in step.takes},
            }
            for number, step in enumerate(script.steps)
        ],
    }


def messages_along(script: Lesson, wishes: Sequence[str]) -> list[Moved | Undone | None]:
    """Give what a live game on the lesson's table sends for these wishes. Raises Refused."""
    game = table_of(script)
    told: list[Moved | Undone | None] = []
    for wish in wishes:
        if PLACE.fullmatch(wish):
            told.append(None)
            continue
        kind: Literal["undo", "move"] = "undo" if wish == UNDO else "move"
        message = game.take_and_tell(GameEvent(kind, "" if wish == UNDO else wish, 0))
        assert isinstance(message, Moved | Undone)  # noqa: S101 - no other event is in a lesson
        told.append(message)
    return told


def table_of(script: Lesson) -> Game:
    """A new game on a lesson's table; ranked, so that the stock is a floor for undo."""
    position = Position.of_text(script.table)
    cards = [pile[0] for row in position.rows for pile in row] + position.stock
    return Game(position.variant, cards, ranked=True)


def _told_at(script: Lesson, number: int, wish: str) -> Moved | Undone | None:
    """Give the message for a wish at a step, after whichever tap at the step before leads to it."""
    way = [step.takes[0] for step in script.steps[:number]]
    for last in script.steps[number - 1].takes if number else ("",):
        try:
            return messages_along(script, [*way[:-1], last, wish] if number else [wish])[-1]
        except Refused:
            continue
    raise AssertionError(f"step {number} of the lesson never takes {wish}")
