"""The game: engine, deals, players, play."""
