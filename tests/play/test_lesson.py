"""The lessons are what the engine gives, whichever of the good taps is chosen."""

import itertools
import json

import msgspec
import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from django.utils import translation

from constitution_site.templatetags.frontend import closure
from games.deals.services import draw_deal
from games.engine import Position, refusal
from games.engine.cards import ONTO
from games.play.game import GameEvent, Refused
from games.play.lesson import LESSONS, PLACE, UNDO, Lesson, lesson, messages_along, table_of
from games.play.models import Attempt
from games.play.protocol import Moved, Undone
from tests.guests import Guest

STANDARD, CADOGAN = LESSONS["standard"], LESSONS["cadogan"]
either = pytest.mark.parametrize("variant", LESSONS)


def ways(script: Lesson) -> list[tuple[str, ...]]:
    """Every way through a lesson that differs in more than which of the People rises from an outer seat."""
    some = [step.takes if len(step.takes) <= 2 else step.takes[::3] for step in script.steps]
    return list(itertools.product(*some))


@either
def test_the_table_is_one_that_a_game_begins_with(variant: str) -> None:
    position = Position.of_text(LESSONS[variant].table)
    assert position.variant.name == variant
    assert [len(pile) for row in position.rows for pile in row] == [1] * 32
    assert (len(position.stock), position.home, position.vacancy) == (48, 0, None)


def test_a_lesson_is_about_a_dozen_taps_and_the_second_is_shorter() -> None:
    assert 7 <= len(CADOGAN.steps) <= 10 <= len(STANDARD.steps) <= 14


@either
def test_every_way_through_is_legal_and_tells_what_a_live_game_tells(variant: str) -> None:
    steps = lesson(variant)["steps"]
    played = 0
    for way in ways(LESSONS[variant]):
        try:
            told = messages_along(LESSONS[variant], way)
        except Refused:
            continue  # a seat of the Commons that was not left on this way
        played += 1
        for number, (wish, message) in enumerate(zip(way, told, strict=True)):
            assert steps[number]["takes"][wish] == msgspec.to_builtins(message), (way, number)
    assert played > (50 if variant == "standard" else 0)


@either
def test_every_tap_that_is_taken_can_be_made_on_some_way_in_the_shapes_of_the_wire(variant: str) -> None:
    rev = 0
    for step in json.loads(json.dumps(lesson(variant), cls=DjangoJSONEncoder))["steps"]:
        rev += None not in step["takes"].values()
        for wish, message in step["takes"].items():
            if message is None:
                continue
            assert message["rev"] == rev
            assert message.get("move", UNDO) == wish
            msgspec.convert(message, type=Undone if message["type"] == "undone" else Moved)


@either
def test_each_step_takes_only_what_is_legal_there_or_a_place_whose_card_may_not_move(variant: str) -> None:
    game = table_of(LESSONS[variant])
    for step in LESSONS[variant].steps:
        wish = step.takes[0]
        if PLACE.fullmatch(wish):
            assert not any(move.startswith(wish) for move in game.legal)
            assert refusal(game.position, wish + "f") == "home_from_row_1"
        elif wish == UNDO:
            game.take(GameEvent("undo", "", 0))
        else:
            assert wish in game.legal, step
            game.take(GameEvent("move", wish, 0))


@pytest.mark.parametrize(("number", "host"), [(5, "7C"), (10, "6H")])
def test_what_is_asked_for_unaided_has_no_second_right_answer(number: int, host: str) -> None:
    steps = STANDARD.steps
    assert not steps[number].shown
    for who in steps[3].takes:  # whichever of the People has come to the Commons
        game = table_of(STANDARD)
        for step in steps[:number]:
            wish = who if step is steps[3] else step.takes[0]
            game.take(GameEvent("undo", "", 0) if wish == UNDO else GameEvent("move", wish, 0))
        council, _, commons, _ = game.position.rows
        assert council[1][-1] == host
        right = {f"{'abcdefgh'[at]}3c2" for at, pile in enumerate(commons) if host in ONTO[pile[-1]]}
        assert right <= set(steps[number].takes), who


def test_in_cadogan_only_one_card_fills_the_lords_without_another_vacancy() -> None:
    number = next(at for at, step in enumerate(CADOGAN.steps) if not step.shown)
    game = table_of(CADOGAN)
    for step in CADOGAN.steps[:number]:
        if not PLACE.fullmatch(step.takes[0]):
            game.take(GameEvent("move", step.takes[0], 0))
    assert game.position.vacancy == "c2"
    commons = game.position.rows[2]
    assert [f"{'abcdefgh'[at]}3c2" for at, pile in enumerate(commons) if len(pile) > 1] == list(
        CADOGAN.steps[number].takes
    )


def test_the_lesson_shows_a_home_a_build_a_vacancy_down_to_the_people_and_the_floor_of_undo() -> None:
    told = messages_along(STANDARD, [step.takes[0] for step in STANDARD.steps])
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


def test_cadogans_shows_a_turn_builds_the_people_filled_from_the_waste_a_fill_and_a_home() -> None:
    told = messages_along(CADOGAN, [step.takes[0] for step in CADOGAN.steps])
    first, up, again, down = [message for message in told if isinstance(message, Moved)][:4]
    assert (first.move, again.move, down.move[0]) == ("s", "s", "w")
    assert up.turned == (("w", "b4", "JH"),)
    assert [(message.undo, message.stock) for message in (first, up, again)] == [
        (False, 47), (True, 47), (False, 46),
    ]  # fmt: skip
    assert told[-1] and told[-1].home == 1
    assert told[-1].stock == 46  # nothing has been filled from the stock


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("path", "script"), [("/learn/", STANDARD), ("/learn/cadogan/", CADOGAN)])
def test_the_page_holds_the_lesson_in_the_visitors_language(
    client: Client, path: str, script: Lesson, language: str
) -> None:
    answer = client.get(path, headers={"accept-language": language})
    html = answer.content.decode()
    given = json.loads(html.split('id="lesson"', 1)[1].split(">", 1)[1].split("</script>", 1)[0])
    with translation.override(language):
        assert given["steps"][0]["says"] == str(script.steps[0].says)
    assert f'<html lang="{language}"' in html


def test_the_table_page_does_not_load_the_lesson() -> None:
    assert not {"#c/learn.js", "#c/lesson.js"} & set(closure("#c/table-page.js"))
    assert "#c/lesson.js" in closure("#c/learn.js")
    assert not {"ws", "#c/socket.js"} & set(closure("#c/learn.js"))


@pytest.mark.django_db
@either
def test_the_easy_deal_can_be_won_even_before_an_easy_one_is_known(guest: Guest, variant: str) -> None:
    draw_deal(variant=variant).save()  # not in the pool: nobody knows whether it can be won
    known = draw_deal(variant=variant)
    known.in_pool = True
    known.save()
    answer = guest.post("practice", {"variant": variant, "grade": "easy"})
    assert Attempt.objects.get(pk=answer.json()["attempt"]).seed == known.seed
