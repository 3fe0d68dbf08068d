"""The ASGI application: HTTP by Django, sockets by games.play."""

import os
from collections.abc import Coroutine
from typing import Any

from asgiref.sync import markcoroutinefunction
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "constitution_site.settings")
http = get_asgi_application()  # sets Django up; what follows needs the apps

from constitution_site.door import with_true_address  # noqa: E402
from games.play.consumers import sockets  # noqa: E402


@markcoroutinefunction
def application(scope: dict[str, Any], receive: Any, send: Any) -> Coroutine[Any, Any, None]:
    """Serve a request or a socket, whose address is known from here on.

    It hands a coroutine on and is none: that would lie in memory beneath every idle socket.
    """
    return (http if scope["type"] == "http" else sockets)(with_true_address(scope), receive, send)
