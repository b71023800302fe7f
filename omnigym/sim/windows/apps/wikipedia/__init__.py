"""Wikipedia, the reading app: its declaration is in `app`."""
