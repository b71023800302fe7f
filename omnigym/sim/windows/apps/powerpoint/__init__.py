"""PowerPoint: its declaration is in `app`."""
