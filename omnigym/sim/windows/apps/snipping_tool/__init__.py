"""Snipping Tool: its declaration is in `app`."""
