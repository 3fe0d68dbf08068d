"""`manage.py write_protocol`: write what is made from the Python messages, or check that it is fresh."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from constitution_site.protocol_files import openapi, typescript
from constitution_site.urls import urlpatterns


class Command(BaseCommand):
    help = "Writes the browser's types (protocol.d.ts) and openapi.json from the Python messages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail when a file is not fresh"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        static = settings.BASE_DIR / "frontend" / "static"
        files = {static / "js" / "protocol.d.ts": typescript(), static / "openapi.json": openapi(urlpatterns)}
        for path, text in files.items():
            if options["check"]:
                if not path.exists() or path.read_text() != text:
                    raise CommandError(f"{path.name} is not fresh; run: python manage.py write_protocol")
            else:
                path.write_text(text)
                self.stdout.write(f"wrote {path.relative_to(settings.BASE_DIR)}")
