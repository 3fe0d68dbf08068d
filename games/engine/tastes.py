"""The weights of the one-ply player, found by `python -m tests.bench.tune_players`.

Law: numbers only. They are copied here from a run of that command on the deals `train-..`; what they are
worth is measured on other deals (docs/study). A line a kind of move, as in `Taste`.
"""

from games.engine.evaluator import Taste

TASTES: dict[str, Taste] = {
    "standard": Taste(
        worth_now=0.954, worth_later=0.715,
        home=0.174, home_rank=0.024, home_lost=0.753, home_shown=6.622, home_last=0.36,
        build=3.471, build_rank=0.026, build_wait=0.171, build_new=0.786, build_lost=0.491,
        build_twin=0.468,
        fill_rank=0.385, fill_wait=0.054, fill_new=1.007, fill_placed=-0.15, fill_twin=-0.406,
        lords_rank=0.215, lords_wait=0.151, lords_placed=2.03, lords_hosted=0.271, lords_twin=-1.255,
        lords_worth=0.209,
        commons_rank=-0.041, commons_wait=0.095, commons_placed=0.621, commons_hosted=0.068,
        commons_twin=-0.176,
        shift_last=8.308, shift_lost=0.454, shift_home=0.184,
        cover=-0.635, cover_row=0.056, cover_rank=-0.355, cover_placed=0.233, cover_blocks=0.965,
        cover_wait=-0.235, cover_opens=0.235, cover_waste=1.066, shown_placed=0.704,
        turn=-0.855, turn_placed=-0.275, turn_waste=-0.157,
    ),
    "cadogan": Taste(
        worth_now=2.14, worth_later=1.607,
        home=0.056, home_rank=0.093, home_lost=1.633, home_shown=1.498, home_last=1.166,
        build=0.448, build_rank=0.0, build_wait=-0.07, build_new=0.879, build_lost=0.647, build_twin=0.321,
        fill_rank=-0.232, fill_wait=0.111, fill_new=0.127, fill_placed=-1.439, fill_twin=0.214,
        lords_rank=-0.006, lords_wait=0.149, lords_placed=1.546, lords_hosted=0.315, lords_twin=-0.72,
        lords_worth=-0.132,
        commons_rank=0.23, commons_wait=0.329, commons_placed=1.586, commons_hosted=1.581,
        commons_twin=-0.089,
        shift_last=0.033, shift_lost=0.239, shift_home=0.505,
        cover=-0.811, cover_row=-0.063, cover_rank=0.03, cover_placed=-0.034, cover_blocks=1.752,
        cover_wait=0.098, cover_opens=0.5, cover_waste=0.426, shown_placed=0.372,
        turn=-0.252, turn_placed=-0.466, turn_waste=-0.027,
    ),
}  # fmt: skip
