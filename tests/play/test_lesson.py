"""The lesson is what the engine gives, whichever of the good taps is chosen."""

import itertools
import json

import msgspec
import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from django.utils import translation

from constitution_site.templatetags.frontend import closure
from games.deals.services import draw_deal
from games.engine import STANDARD, Position, legal_moves
from games.engine.cards import ONTO
from games.play import lesson
from games.play.game import Game, GameEvent, Refused
from games.play.lesson import STEPS, TABLE, UNDO, messages_along
from games.play.models import Attempt
from games.play.protocol import Moved, Undone
from tests.guests import Guest


def table() -> Game:
    position = Position.of_text(TABLE)
    return Game(STANDARD, [pile[0] for row in position.rows for pile in row] + position.stock, ranked=True)


def ways() -> list[tuple[str, ...]]:
    """Every way through the lesson that differs in more than which of the People rises from an outer seat."""
    some = [step.takes if len(step.takes) <= 2 else step.takes[::3] for step in STEPS]
    return list(itertools.product(*some))


def test_the_table_is_one_that_a_game_begins_with() -> None:
    position = Position.of_text(TABLE)
    assert [len(pile) for row in position.rows for pile in row] == [1] * 32
    assert (len(position.stock), position.home, position.vacancy) == (48, 0, None)


def test_the_lesson_is_about_a_dozen_taps() -> None:
    assert 10 <= len(STEPS) <= 14


def test_every_way_through_is_legal_and_tells_what_a_live_game_tells() -> None:
    given = lesson.lesson()
    played = 0
    for way in ways():
        try:
            told = messages_along(way)
        except Refused:
            continue  # a seat of the Commons that was not left on this way
        played += 1
        for number, (wish, message) in enumerate(zip(way, told, strict=True)):
            assert given["steps"][number]["takes"][wish] == msgspec.to_builtins(message), (way, number)
    assert played > 50


def test_every_tap_that_is_taken_can_be_made_on_some_way() -> None:
    for number, step in enumerate(json.loads(json.dumps(lesson.lesson(), cls=DjangoJSONEncoder))["steps"]):
        for wish, message in step["takes"].items():
            assert message["rev"] == number + 1
            assert message.get("move", UNDO) == wish


def test_messages_have_the_shapes_of_the_wire() -> None:
    given = lesson.lesson()
    for step in given["steps"]:
        for message in step["takes"].values():
            msgspec.convert(message, type=Undone if message["type"] == "undone" else Moved)


def test_each_step_takes_only_what_is_legal_there() -> None:
    legal = legal_moves(Position.of_text(TABLE))
    for step, given in zip(STEPS, lesson.lesson()["steps"], strict=True):
        assert step.takes[0] == UNDO or step.takes[0] in legal, step
        legal = given["takes"][step.takes[0]]["legal"]


@pytest.mark.parametrize(("number", "host"), [(5, "7C"), (10, "6H")])
def test_what_is_asked_for_unaided_has_no_second_right_answer(number: int, host: str) -> None:
    assert not STEPS[number].shown
    for who in STEPS[3].takes:  # whichever of the People has come to the Commons
        game = table()
        for step in STEPS[:number]:
            wish = who if step is STEPS[3] else step.takes[0]
            game.take(GameEvent("undo", "", 0) if wish == UNDO else GameEvent("move", wish, 0))
        council, _, commons, _ = game.position.rows
        assert council[1][-1] == host
        right = {f"{'abcdefgh'[at]}3c2" for at, pile in enumerate(commons) if host in ONTO[pile[-1]]}
        assert right <= set(STEPS[number].takes), who


def test_the_lesson_shows_a_home_a_build_a_vacancy_down_to_the_people_and_the_floor_of_undo() -> None:
    told = messages_along([step.takes[0] for step in STEPS])
    moves = [message.move for message in told if isinstance(message, Moved)]
    assert moves[0].endswith("f")
    assert [move[-1] for move in moves[1:4]] == ["1", "2", "3"]
    turned = [message.turned for message in told if isinstance(message, Moved)]
    assert turned[3][0][:2] == ("s", moves[3][:2])
    assert moves.count("c2b1") == 4
    back = next(message for message in told if isinstance(message, Undone))
    before = told[told.index(back) - 1]
    assert isinstance(before, Moved)
    assert before.undo is True
    assert back.undo is False


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_holds_the_lesson_in_the_visitors_language(client: Client, language: str) -> None:
    answer = client.get("/learn/", headers={"accept-language": language})
    html = answer.content.decode()
    given = json.loads(html.split('id="lesson"', 1)[1].split(">", 1)[1].split("</script>", 1)[0])
    with translation.override(language):
        assert given["steps"][0]["says"] == str(STEPS[0].says)
    assert f'<html lang="{language}"' in html


def test_the_table_page_does_not_load_the_lesson() -> None:
    assert not {"#c/learn.js", "#c/lesson.js"} & set(closure("#c/table-page.js"))
    assert "#c/lesson.js" in closure("#c/learn.js")
    assert not {"ws", "#c/socket.js"} & set(closure("#c/learn.js"))


@pytest.mark.django_db
def test_the_easy_deal_can_be_won_even_before_an_easy_one_is_known(guest: Guest) -> None:
    draw_deal(variant="standard").save()  # not in the pool: nobody knows whether it can be won
    known = draw_deal(variant="standard")
    known.in_pool = True
    known.save()
    answer = guest.post("practice", {"variant": "standard", "grade": "easy"})
    assert Attempt.objects.get(pk=answer.json()["attempt"]).seed == known.seed
