"""Excel: its declaration is in `app`."""
