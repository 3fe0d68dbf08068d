"""Commands of the leaderboard."""
