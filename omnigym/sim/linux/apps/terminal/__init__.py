"""Terminal: its declaration is in `app`."""
