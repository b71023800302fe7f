"""Maps on the desktop: its declaration is in `app`."""
