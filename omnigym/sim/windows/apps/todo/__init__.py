"""Microsoft To Do: its declaration is in `app`."""
