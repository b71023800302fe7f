"""Outlook: its declaration is in `app`."""
