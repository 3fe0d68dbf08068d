"""How a board's order is packed into one whole number: shared by arithmetic and database. No Django."""

# A line has at most 2,000 moves.
MOVES_BITS = 11
# Above every won score: 2**17 seconds are 36 hours, a deal's boards are open for 26.
NOT_WON = 1 << 28
CARDS = 80
