"""What is said of a result, in the active language: on its page, on its poster and where it is passed on."""

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from leaderboard.results import Result


def edition_of(result: Result) -> str:
    """Give the small line above the headline."""
    if result.is_perfect:
        return _("Special edition: a perfect line")
    words = {
        "won": _("Late edition: the result"),
        "conceded": _("Late edition: the result"),
        "playing": _("Still sitting"),
    }
    return words.get(result.status, _("House dissolved"))


def headline_of(status: str) -> str:
    """Give the headline of a game that ended, or did not yet, with this status."""
    return {
        "won": _("The Ayes have it."),
        "lost": _("No motion can carry."),
        "conceded": _("The House is dissolved."),
        "playing": _("The House is sitting."),
    }.get(status, _("The hour has struck."))


def standing_of(result: Result) -> str:
    """Give the sentence below the headline."""
    if result.is_perfect:
        return _("Won in 272 moves, and no game is shorter: eighty of eighty seats, not one step to spare.")
    if result.status == "won":
        return _("Won. A Constitution is formed: eighty of eighty seats.")
    if result.status == "playing":
        return _("This game is not over yet.")
    return ngettext(
        "Not won: %(home)s of eighty seats was taken.",
        "Not won: %(home)s of eighty seats were taken.",
        result.home,
    ) % {"home": result.home}


def place_of(result: Result) -> str:
    """Say which place it took among how many; else how many played, if that is known."""
    if not result.players:
        return ""
    shown = {"place": result.place, "players": number_format(result.players, force_grouping=True)}
    if result.place:
        return (
            ngettext(
                "Place %(place)s of %(players)s in the Division.",
                "Place %(place)s of %(players)s in the Division.",
                result.players,
            )
            % shown
        )
    return ngettext("%(players)s player", "%(players)s players", result.players) % shown


def share_text(result: Result, url: str) -> str:
    """Give a result as text to pass on; it says nothing of the cards, so that it spoils no deal."""
    rules = _("Cadogan") if result.variant == "cadogan" else _("Standard")
    numbered = _("The Daily Constitutional, No. %(number)s") % {"number": result.number}
    house, grade = result.house, result.grade_label
    lines = [
        numbered if result.number else _("The Daily Constitutional, practice"),
        _("%(day)s, %(rules)s") % {"day": date_format(result.date), "rules": rules} if result.date else rules,
        _("Grade: %(grade)s.") % {"grade": grade} if grade else "",
        _outcome(result),
        place_of(result) if result.place else "",
        ngettext(
            "Ahead of %(beaten)s of %(of)s house player.",
            "Ahead of %(beaten)s of %(of)s house players.",
            house["of"],
        )
        % house
        if house and house["of"]
        else "",
        url,
    ]
    return "\n".join(line for line in lines if line)


def _outcome(result: Result) -> str:
    slots = {"time": clock.as_text(result.seconds or 0), "moves": result.moves, "home": result.home}
    if result.status == "playing":
        return _("Still at the table.")
    if result.is_perfect:
        return _("Won in %(time)s by a perfect line: 272 moves.") % slots
    if result.status == "won":
        return _("Won in %(time)s with %(moves)s moves.") % slots
    return (
        ngettext(
            "Not won: %(home)s card of 80 home in %(time)s.",
            "Not won: %(home)s cards of 80 home in %(time)s.",
            result.home,
        )
        % slots
    )
