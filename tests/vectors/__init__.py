"""Deals and whole games on which independent implementations agree."""

import json
from pathlib import Path

DEALS = json.loads((Path(__file__).parent / "deals.json").read_text())
GAMES = json.loads((Path(__file__).parent / "games.json").read_text())
