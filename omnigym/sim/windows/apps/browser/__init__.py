"""Microsoft Edge: its declaration is in `app`."""
