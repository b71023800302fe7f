"""Text Editor: its declaration is in `app`."""
