"""Calendars: events, when they come again, and how days, weeks and months of them are laid out."""
