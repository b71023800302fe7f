"""Notepad: its declaration is in `app`."""
