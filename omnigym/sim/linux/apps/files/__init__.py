"""Files: its declaration is in `app`."""
