"""Dates in English."""

DATE_FORMAT = "l j F Y"
SHORT_DATE_FORMAT = "j F Y"
YEAR_MONTH_FORMAT = "F Y"
