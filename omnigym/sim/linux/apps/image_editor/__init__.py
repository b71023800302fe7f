"""GIMP: its declaration is in `app`."""
