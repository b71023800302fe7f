"""A Linux session on an X server, as a device."""
