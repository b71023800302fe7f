"""File operations of a desktop as pure functions on the file system: for Explorer, the desktop and file dialogs."""
