"""What this app holds of a person: what staff did at the desk."""

from games.deals.models import AuditEntry
from games.holdings import Holding

HOLDINGS = (
    Holding(
        AuditEntry,
        lambda player: AuditEntry.objects.filter(user_id=player.user_id, user_id__isnull=False),
        personal=(),
        plain=("id", "at", "action", "deal", "subject", "before", "after"),
        # The log proves that deals were fair; it outlives its authors (guards.py).
        kept=("user", "who", "address"),
        clear=lambda _entries: None,
    ),
)
NOTHING_PERSONAL = ("Deal", "Certificate")
