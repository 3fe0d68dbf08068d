"""Deals and days."""
