"""What the site holds of a person: the registry, the export, and the clearing when somebody leaves.

The law: nothing here knows the fields of our models; each app says what it holds (games/holdings.py). What
libraries hold stands here, since they cannot say it. A test fails for a field that nobody has marked.
"""

import json
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

import structlog
from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction

from games import clock
from games.holdings import Holding
from games.play.game import DamagedGame
from games.play.records import record_of
from games.play.selectors import attempts_of
from games.players.models import Player
from games.players.selectors import players_due_to_go

log = structlog.get_logger()


class Foreign(NamedTuple):
    """A library's model: how its rows lead to the account, and its fields."""

    label: str
    user: str
    personal: str
    plain: str = ""
    hidden: str = ""


FOREIGN = (
    Foreign(
        "admin.LogEntry",
        "user",
        personal="action_time object_repr change_message",
        plain="id action_flag",
        hidden="user content_type object_id",
    ),
    Foreign("account.EmailConfirmation", "email_address__user", "created sent", "id", "email_address key"),
    Foreign("account.EmailAddress", "user", "email verified primary", "id", "user"),
    Foreign(
        "socialaccount.SocialToken", "account__user", "expires_at", "id", "app account token token_secret"
    ),
    Foreign(
        "socialaccount.SocialAccount",
        "user",
        personal="provider uid last_login date_joined extra_data",
        plain="id",
        hidden="user",
    ),
    Foreign("mfa.Authenticator", "user", "type created_at last_used_at", "id", "user data"),
    Foreign(
        "usersessions.UserSession",
        "user",
        personal="created_at ip last_seen_at user_agent",
        plain="id",
        hidden="user session_key data",
    ),
)


def holdings() -> Iterator[Holding]:
    """Give all that is held of people, in the order in which it is cleared: the account itself last."""
    for foreign in FOREIGN:
        if foreign.label.partition(".")[0] in apps.app_configs:
            yield _holding_of(foreign)
    for name in ("leaderboard", "games.play", "games.deals", "games.players"):
        yield from import_module(f"{name}.personal").HOLDINGS


def _holding_of(foreign: Foreign) -> Holding:
    model = apps.get_model(foreign.label)
    return Holding(
        model,
        lambda player: model._default_manager.filter(
            **{foreign.user: player.user_id, f"{foreign.user}__isnull": False}
        ),
        personal=tuple(foreign.personal.split()),
        plain=tuple(foreign.plain.split()),
        hidden=tuple(foreign.hidden.split()),
    )


def data_of(player: Player) -> dict[str, list[dict[str, Any]]]:
    """Give everything that is held of a player, by model, as plain values."""
    return {
        str(holding.model._meta.label): [
            {name: _value(row, name) for name in (*holding.plain, *holding.personal, *holding.kept)}
            for row in holding.of(player)
        ]
        for holding in holdings()
    }


def _value(row: models.Model, name: str) -> Any:
    value = getattr(row, name)
    return str(value) if isinstance(value, models.Model) else value


def export_of(player: Player) -> bytes:
    """Give a ZIP file: data.json, and the record of every game."""
    now = clock.now()
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        data = json.dumps(data_of(player), cls=DjangoJSONEncoder, indent=1, ensure_ascii=False)
        archive.writestr("data.json", data)
        for attempt in attempts_of(player, None):
            try:
                record = record_of(attempt, now, own=True)
            except DamagedGame as error:  # its entry is in data.json all the same
                log.error("damaged_attempt", attempt=attempt.pk, error=str(error))
                continue
            archive.writestr(f"records/{attempt.started_at:%Y-%m-%d}-{attempt.pk}.txt", record)
    return file.getvalue()


def clear_person(*, player: Player) -> None:
    """Clear what is personal of a player, and delete the account; games that others were placed with stay."""
    with transaction.atomic():
        for holding in holdings():
            holding.clear(holding.of(player))


def clear_leavers() -> int:
    """Clear everybody whose week of grace is over; gives how many. May run in several processes at once."""
    count = 0
    for player_id in players_due_to_go(clock.now()):
        with transaction.atomic():
            # Locked and looked at again: a login a moment ago has taken it back.
            player = Player.objects.select_for_update().filter(pk=player_id, leaving_at__isnull=False).first()
            if player is not None:
                clear_person(player=player)
                count += 1
    if count:
        log.info("people_left", count=count)
    return count
