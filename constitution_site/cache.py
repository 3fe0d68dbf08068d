"""A cache that may be gone: then nothing is remembered, and nobody is turned away or kept waiting for it.

The law: no truth lies in the cache. Limits begin anew, figures are worked out again, and the code of a second
factor is good twice in its minute, until Redis answers; `readyz` and the metrics say that it does not.
"""

from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from games import clock, metrics

log = structlog.get_logger()
REST = 1_000  # milliseconds in which one that did not answer is not asked again


def _patient(name: str, otherwise: Any) -> Any:
    """Give a method of the cache that answers `otherwise` where Redis does not answer."""

    def asked(self: "PatientRedis", *given: Any, **more: Any) -> Any:
        if clock.now_ms() < self.asked_again_at:
            return otherwise
        try:
            return getattr(RedisCache, name)(self, *given, **more)
        except (RedisError, OSError) as error:
            self.asked_again_at = clock.now_ms() + REST
            metrics.ERRORS.labels("redis").inc()
            log.warning("cache_unavailable", error=str(error))
            return otherwise

    return asked


class PatientRedis(RedisCache):
    """Redis as Django's cache, whose silence is an empty cache."""

    asked_again_at = 0
    add = _patient("add", True)
    set = _patient("set", None)
    incr = _patient("incr", 1)
    delete = _patient("delete", False)
    _get = _patient("get", None)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Give a value; unheard, there is none."""
        value = self._get(key, None, version)
        return default if value is None else value
