"""Calculator: its declaration is in `app`."""
