"""The dialogs that the apps of the desktop share, and those of the system itself."""
