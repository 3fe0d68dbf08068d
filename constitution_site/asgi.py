"""The ASGI application: HTTP by Django, sockets by games.play."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "constitution_site.settings")
http = get_asgi_application()  # sets Django up; what follows needs the apps

from channels.routing import ProtocolTypeRouter  # noqa: E402

from constitution_site.door import with_true_address  # noqa: E402
from games.play.routing import sockets  # noqa: E402

application = with_true_address(ProtocolTypeRouter({"http": http, "websocket": sockets}))
