"""Photos: its declaration is in `app`."""
