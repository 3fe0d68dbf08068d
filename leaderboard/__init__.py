"""Standings, boards and their pages."""
