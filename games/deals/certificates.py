"""Certificates: what the solver and the blind players say of a deal. Slow: the clerk's work."""

from games import clock, engine
from games.deals.models import Certificate, Deal
from games.engine import VARIANTS
from games.engine.grade import grade
from games.engine.solver import PAR_OF_VERDICT, solve

PAR_NODES = 20_000


def make_certificate(deal: Deal) -> Certificate:
    """Solve and grade a deal; not saved. Deterministic but for `seconds` and `made_at`."""
    variant = VARIANTS[deal.variant]
    cards = engine.deal_cards(deal.seed)
    position = engine.Position.of_deal(variant, cards)
    # A line without moves between two row 1 piles is looked for first: where there is one, it is the best.
    perfect = solve(position, nodes=PAR_NODES, perfect=True) if variant.crosses else None
    verdict = perfect if perfect and perfect.verdict == "won" else solve(position)
    graded = grade(variant, cards)
    return Certificate(
        deal=deal,
        verdict=verdict.verdict,
        line=" ".join(verdict.moves or ()),
        par=PAR_OF_VERDICT[perfect.verdict] if perfect else "",
        grade=graded.label,
        rate=graded.rate,
        rate_low=graded.low,
        rate_high=graded.high,
        engine_version=engine.VERSION,
        nodes=verdict.nodes,
        seconds=verdict.seconds,
        made_at=clock.now(),
    )
