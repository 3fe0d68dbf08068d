"""The reader: what sockets ask the database.

The law: nothing here writes, and nothing slow is asked here (boards have threads of their own).
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import ParamSpec, TypeVar

from games.play.database_thread import DatabaseThread, twice

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
thread = DatabaseThread("reader")


async def read(question: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
    """Give the answer of a function that reads the database; it raises what the function raises."""
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    asked = partial(question, *args, **kwargs)
    thread.do(lambda: twice("reader", asked), partial(_give, answer))
    return await answer


def _give(answer: asyncio.Future[Answer], done: Future[Answer]) -> None:
    if answer.done():  # its socket is gone
        return
    if error := done.exception():
        answer.set_exception(error)
    else:
        answer.set_result(done.result())
