"""A cache that may be gone: then nothing is remembered, and nobody is turned away or kept waiting for it.

The law: no truth lies in the cache. Limits begin anew, figures are worked out again, and the code of a second
factor is good twice in its minute, until Redis answers; `readyz` and the metrics say that it does not.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from games import clock, metrics

log = structlog.get_logger()
REST = 1_000  # milliseconds in which one that did not answer is not asked again


class PatientRedis(RedisCache):
    """Redis as Django's cache, whose silence is an empty cache."""

    _asked_again_at = 0

    def _ask(self, deed: Callable[[], Any], otherwise: Any) -> Any:
        if clock.now_ms() < self._asked_again_at:
            return otherwise
        try:
            return deed()
        except (RedisError, OSError) as error:
            self._asked_again_at = clock.now_ms() + REST
            metrics.ERRORS.labels("redis").inc()
            log.warning("cache_unavailable", error=str(error))
            return otherwise

    def add(self, *key_and_value: Any, **rest: Any) -> bool:
        """Put a value where there is none; unheard, it was put."""
        return bool(self._ask(partial(super().add, *key_and_value, **rest), True))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Give a value; unheard, there is none."""
        return self._ask(partial(super().get, key, default, version), default)

    def set(self, *key_and_value: Any, **rest: Any) -> None:
        """Keep a value; unheard, it is not kept."""
        self._ask(partial(super().set, *key_and_value, **rest), None)

    def incr(self, *key_and_step: Any, **rest: Any) -> int:
        """Count; unheard, this is the first."""
        return int(self._ask(partial(super().incr, *key_and_step, **rest), 1))

    def delete(self, *key: Any, **rest: Any) -> bool:
        """Forget a value; unheard, there was none."""
        return bool(self._ask(partial(super().delete, *key, **rest), False))
