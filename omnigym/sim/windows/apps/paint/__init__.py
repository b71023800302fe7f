"""Paint: its declaration is in `app`."""
