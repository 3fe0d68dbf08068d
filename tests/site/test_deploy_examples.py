"""The examples under deploy/ are read by what reads them, as far as that is here."""

import configparser
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from constitution_site import environment
from tests.servers import ROOT

DEPLOY = ROOT / "deploy"
UNITS = ("constitutional-web", "constitutional-clerk")


def read_unit(name: str) -> configparser.RawConfigParser:
    unit = configparser.RawConfigParser(strict=False, comment_prefixes=("#",))
    unit.optionxform = str
    unit.read_string((DEPLOY / f"{name}.service").read_text())
    return unit


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The compose file as its reader sees it, merged keys and all."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_every_command_of_the_examples_exists_and_takes_its_options(compose: dict[str, Any]) -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    said = [" ".join(json.loads(words)) for words in re.findall(r"^CMD (\[.*\])$", dockerfile, re.M)]
    said += [" ".join(service.get("command", ())) for service in compose["services"].values()]
    said += [line for name in UNITS for line in (DEPLOY / f"{name}.service").read_text().splitlines()]
    asked = [words for text in said for words in re.findall(r"manage\.py ([^&]*)", text)]
    assert len(asked) == 8
    for name, *options in map(shlex.split, asked):
        command = load_command_class(get_commands()[name], name)
        command.create_parser("manage.py", name).parse_args(options)


@pytest.mark.parametrize("name", UNITS)
def test_units_are_what_systemd_reads(name: str, tmp_path: Path) -> None:
    unit = read_unit(name)
    home = unit["Service"]["WorkingDirectory"]
    for line in re.findall(r"^Exec(?:Start|StartPre)=(.*)$", (DEPLOY / f"{name}.service").read_text(), re.M):
        assert line.startswith(f"{home}/.venv/bin/python manage.py ")
    if analyze := shutil.which("systemd-analyze"):
        here = (DEPLOY / f"{name}.service").read_text().replace(f"{home}/.venv", str(ROOT / ".venv"))
        (tmp_path / f"{name}.service").write_text(here)
        checked = [analyze, "verify", "--man=no", "--recursive-errors=no", tmp_path / f"{name}.service"]
        done = subprocess.run(checked, capture_output=True, text=True, timeout=30)
        assert (done.returncode, done.stderr) == (0, "")


def test_every_variable_of_the_examples_is_one_that_is_read(compose: dict[str, Any]) -> None:
    read = set(re.findall(r'"([A-Z][A-Z_]{3,})"', Path(environment.__file__).read_text()))
    read |= set(
        re.findall(r'read(?:_\w+)?\(\s*"([A-Z_]+)"', (ROOT / "constitution_site/settings.py").read_text())
    )
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "environment.example").read_text(), re.M))
    given |= {read_unit(name)["Service"]["Environment"].split("=")[0] for name in UNITS}
    given |= set(compose["services"]["web"]["environment"])
    assert len(given) > 7
    assert given <= read


def test_the_services_of_compose_find_each_other_their_files_and_their_volumes(
    compose: dict[str, Any],
) -> None:
    services = compose["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        if "build" in service:
            context = (DEPLOY / service["build"]["context"]).resolve()
            assert (context / service["build"]["dockerfile"]).is_file()
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in compose["volumes"]
    site = services["web"]["environment"]
    assert re.search(r"@(\w+)/", site["DATABASE_URL"])[1] in services
    assert re.search(r"//(\w+):", site["REDIS_URL"])[1] in services
    upstream = re.search(r"reverse_proxy (\w+):(\d+)", (DEPLOY / "Caddyfile").read_text())
    assert upstream
    assert upstream[1] in services
    assert f"EXPOSE {upstream[2]}" in (DEPLOY / "Dockerfile").read_text()


def test_the_image_holds_every_folder_that_runs() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    copied = {word for line in lines if line.startswith("COPY") for word in line.split()[1:-1]}
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    assert copied >= folders | {"requirements.txt", "manage.py", "frontend"}
    allowed = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    for word in copied:
        assert (ROOT / word).exists()
        assert f"!{word}" in allowed
