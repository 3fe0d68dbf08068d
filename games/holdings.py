"""What an app holds of a person, said field by field.

The law: every field of every model is marked, in `HOLDINGS` of its app's personal.py, or the model is one
that holds nothing about anybody (`NOTHING_PERSONAL` there). Export and deletion read nothing else
(constitution_site/personal.py).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet


@dataclass(frozen=True, slots=True)
class Holding:
    """The rows of one model about a player, and what becomes of them.

    `personal` is exported, and gone after a deletion; `plain` is exported and may stay; `hidden` is never
    exported (secrets, links between rows); `kept` is exported and stays although it names a person.
    """

    model: type[Model]
    of: Callable[[Any], QuerySet[Any]]
    personal: tuple[str, ...]
    plain: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    clear: Callable[[QuerySet[Any]], object] = QuerySet.delete
