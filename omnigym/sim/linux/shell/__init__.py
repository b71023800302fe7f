"""The GNOME shell. Each part (desktop, top bar, dock, overview, popovers) is declared like an app, in ``APPS``."""
