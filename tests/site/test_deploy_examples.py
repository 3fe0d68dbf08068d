"""The examples under deploy/ are read by what reads them, as far as that is here."""

import configparser
import re
import shlex
from pathlib import Path

import pytest

from constitution_site import environment
from tests.servers import ROOT

DEPLOY = ROOT / "deploy"


@pytest.mark.parametrize("name", ["constitutional-web", "constitutional-clerk"])
def test_units_start_commands_that_exist(name: str) -> None:
    text = (DEPLOY / f"{name}.service").read_text()
    unit = configparser.RawConfigParser(strict=False, comment_prefixes=("#",))
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text)
    assert {"Unit", "Service", "Install"} == set(unit.sections())
    for line in re.findall(r"^Exec(?:Start|StartPre)=(.*)$", text, re.M):
        words = shlex.split(line)
        assert words[0].startswith(unit["Service"]["WorkingDirectory"])
        assert words[1] == "manage.py"
        command = ROOT / "constitution_site" / "management" / "commands" / f"{words[2]}.py"
        assert command.exists() or words[2] in ("migrate", "collectstatic")


def test_every_variable_of_the_examples_is_one_that_is_read() -> None:
    read = set(re.findall(r'"([A-Z][A-Z_]{3,})"', Path(environment.__file__).read_text()))
    read |= set(re.findall(r'read_\w+\(\s*"([A-Z_]+)"', (ROOT / "constitution_site/settings.py").read_text()))
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "environment.example").read_text(), re.M))
    compose = (DEPLOY / "compose.yaml").read_text()
    anchor = compose.split("&environment", 1)[1].split("volumes:", 1)[0]
    given |= set(re.findall(r"^    ([A-Z_]+):", anchor, re.M))
    assert len(given) > 6
    assert given <= read


def test_the_image_holds_every_folder_that_runs() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    copied = {word for line in lines if line.startswith("COPY") for word in line.split()[1:-1]}
    assert copied >= {
        "requirements.txt",
        "manage.py",
        "constitution_site",
        "games",
        "leaderboard",
        "frontend",
    }
    allowed = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    for word in copied:
        assert (ROOT / word).exists()
        assert f"!{word}" in allowed
