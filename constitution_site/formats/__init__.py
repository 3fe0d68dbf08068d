"""How dates are written, for Django's filters: in full, short, and a month."""
