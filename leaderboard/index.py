"""The index: a sorted set a board in Redis that counts places, for boards too large to be counted in SQL.

The law: SQL is the truth and enough alone; the index answers only where it stands at the same change as SQL
(games/play/tally.py), else SQL does. It holds the finished games that take places, by score. The change it
stands at is a member of the set itself, so that neither can be lost without the other, and is moved on
together with what has changed. Running games are counted in SQL, in the statement that reads the tally; so
an ordinary move costs nothing here. A new or emptied Redis is filled again by those who ask, in pieces.
"""

import time
from collections.abc import Sequence
from functools import cache

import structlog
from django.conf import settings
from django.db import connection
from redis import Redis
from redis.exceptions import RedisError

from games import metrics
from games.play.scores import CARDS, NOT_WON
from leaderboard.ranking import By
from leaderboard.rows import FIELDS, Tally, ask

log = structlog.get_logger()
PATIENCE, PATIENCE_OF_WORK = 0.2, 5.0  # seconds for a question, and for taking changes over
REST = 2.0  # seconds before a Redis that did not answer is asked again
PIECE = 2_000  # changes taken over at once: Redis serves nobody else meanwhile
TRIES = 3
KEPT = 3 * 24 * 60 * 60
# The member that says how far the set is: its score, below all others, is minus the change.
AT = "at"
# Takes changes over, if nobody else has done so meanwhile: from, to, then score (or nothing) and attempt.
TAKE_OVER = """
if (redis.call('ZSCORE', KEYS[1], 'at') or '0') ~= ARGV[1] then return 0 end
for i = 4, #ARGV, 2 do
    if ARGV[i] == '' then redis.call('ZREM', KEYS[1], ARGV[i + 1])
    else redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
redis.call('ZADD', KEYS[1], ARGV[2], 'at')
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""
# Where the set stands, and how many are better than each score: of one moment, in one round trip.
ASK = """
local found = {redis.call('ZSCORE', KEYS[1], 'at')}
for i, score in ipairs(ARGV) do found[i + 1] = redis.call('ZCOUNT', KEYS[1], 0, '(' .. score) end
return found
"""
CHANGES = """
SELECT t.epoch, t.n, a.change, a.id, a.score FROM play_tally t LEFT JOIN (
    SELECT deal_id, change, id,
        CASE WHEN ranked AND takes_place AND status <> 'playing' THEN {score} END AS score
    FROM play_attempt WHERE deal_id = %s AND change > %s ORDER BY change LIMIT %s
) a ON a.deal_id = t.deal_id WHERE t.deal_id = %s
"""
TALLY = "SELECT epoch, n, NULL, NULL FROM play_tally WHERE deal_id = %s"
# With the running games, which stand among those not won: each of their 81 scores is one look at the index.
RUNNING = f"""
SELECT t.epoch, t.n, r.score, r.number FROM play_tally t LEFT JOIN (
    SELECT deal_id, {{score}} AS score, COUNT(*) AS number FROM play_attempt
    WHERE deal_id = %s AND ranked AND takes_place AND ended_at IS NULL
    AND {{score}} IN ({", ".join(str(NOT_WON + behind) for behind in range(CARDS + 1))})
    GROUP BY deal_id, {{score}}
) r ON r.deal_id = t.deal_id WHERE t.deal_id = %s
"""  # noqa: S608


_asleep_until = 0.0


def count_better(deal_id: int, by: By, scores: Sequence[int], tally: Tally | None = None) -> list[int] | None:
    """Count for each score those strictly better that take places; None where SQL has to.

    `tally` is what has just been read with the rows that the scores are of.
    """
    global _asleep_until
    # Inside a transaction SQL may show what nobody else will ever see.
    if not settings.REDIS_URL or connection.in_atomic_block or time.monotonic() < _asleep_until:
        return None
    try:
        return _count_better(deal_id, by, scores, tally)
    except (RedisError, OSError) as error:
        _asleep_until = time.monotonic() + REST
        metrics.ERRORS.labels("redis").inc()
        log.warning("index_silent", error=str(error))
        return None


def rebuild(deal_id: int) -> int:
    """Drop the index of a deal's two boards and fill it from SQL; gives how many games each holds.

    Raises RedisError where Redis does not answer.
    """
    held = 0
    for by in FIELDS:
        if tally := _read_tally(deal_id, by)[0]:
            _client().delete(_key(tally, by))
        while tally and (at := _ask(_key(tally, by), [])[0]) < tally.n:
            _take_over(deal_id, by, at)
            held = int(_client().zcard(_key(tally, by))) - 1
            tally = _read_tally(deal_id, by)[0]
    return held


def _count_better(deal_id: int, by: By, scores: Sequence[int], tally: Tally | None) -> list[int] | None:
    running: list[tuple[int, int]] = []
    last: tuple[Tally | None, int] = (None, 0)
    for _ in range(TRIES):
        with_running = max(scores) > NOT_WON
        if tally is None or with_running:
            tally, running = _read_tally(deal_id, by, with_running=with_running)
        if tally is None:
            return None  # nobody has finished yet
        key = _key(tally, by)
        if last[0] and last[0].epoch == tally.epoch and last[1] > tally.n:
            # It knows of changes that SQL, asked later, does not: the database was put back to an older day.
            _client().delete(key)
        at, better = _ask(key, scores)
        if at == tally.n:
            ahead = [sum(number for points, number in running if points < score) for score in scores]
            return [ended + more for ended, more in zip(better, ahead, strict=True)]
        if at < tally.n and _take_over(deal_id, by, at) < tally.n:
            return None  # it is being filled
        last, tally = (tally, at), None
    return None


def _read_tally(
    deal_id: int, by: By, *, with_running: bool = False
) -> tuple[Tally | None, list[tuple[int, int]]]:
    """Give where SQL stands and, if wanted, how many running games it has by score, of one moment."""
    rows = ask(by, RUNNING, deal_id, deal_id) if with_running else ask(by, TALLY, deal_id)
    running = [(score, number) for _epoch, _n, score, number in rows if score is not None]
    return (Tally(*rows[0][:2]) if rows else None), running


def _ask(key: str, scores: Sequence[int]) -> tuple[int, list[int]]:
    """Give the change at which the set stands (0: there is none), and the counts."""
    at, *better = _client().register_script(ASK)([key], scores)
    return -int(at or 0), better


def _take_over(deal_id: int, by: By, at: int) -> int:
    """Take the next changes after one over into the index; gives the change at which it then stands."""
    rows = ask(by, CHANGES, deal_id, at, PIECE, deal_id)
    epoch, n = rows[0][:2]
    changes = [row[2:] for row in rows if row[2] is not None]
    to = changes[-1][0] if len(changes) == PIECE else n
    words = [
        word for _n, attempt_id, score in changes for word in ("" if score is None else score, attempt_id)
    ]
    _client(PATIENCE_OF_WORK).eval(TAKE_OVER, 1, _key(Tally(epoch, n), by), -at, -to, KEPT, *words)
    return int(to)


def _key(tally: Tally, by: By) -> str:
    return f"board:{tally.epoch}:{by}"


def _client(patience: float | None = None) -> Redis:
    return _client_of(settings.REDIS_URL, patience or PATIENCE)


@cache
def _client_of(url: str, patience: float) -> Redis:
    timeouts = {"socket_timeout": patience, "socket_connect_timeout": patience}
    return Redis.from_url(url, **{**settings.REDIS_PATIENCE, **timeouts})
