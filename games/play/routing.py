"""The addresses of the sockets."""

from typing import Any

from channels.routing import URLRouter
from django.urls import re_path

from games.play.consumers import attempt_socket, deal_socket, no_socket

# The stubs of re_path know HTTP views only.
_route: Any = re_path

sockets = URLRouter(
    [
        _route(r"^ws/attempts/(?P<attempt_id>[\w-]{1,24})/$", attempt_socket),
        _route(r"^ws/deals/(?P<slug>[\w-]{1,40})/$", deal_socket),
        _route(r"", no_socket),
    ]
)
