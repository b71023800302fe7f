"""File Explorer: its declaration is in `app`."""
