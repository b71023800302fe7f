"""Google Chrome: its declaration is in `app`."""
