"""Settings: its declaration is in `app`."""
