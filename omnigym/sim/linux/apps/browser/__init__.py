"""Firefox: its declaration is in `app`."""
