"""Word: its declaration is in `app`."""
