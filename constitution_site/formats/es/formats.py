"""Dates in Spanish."""

DATE_FORMAT = r"l j \d\e F \d\e Y"
SHORT_DATE_FORMAT = r"j \d\e F \d\e Y"
YEAR_MONTH_FORMAT = r"F \d\e Y"
