"""Dates in Spanish."""

DATE_FORMAT = r"l j \d\e F \d\e Y"
SHORT_DATE_FORMAT = "j b Y"
SHORT_DATETIME_FORMAT = "j b Y H:i"
MONTH_DAY_FORMAT = r"j \d\e F"
YEAR_MONTH_FORMAT = r"F \d\e Y"
