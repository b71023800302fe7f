"""What a desktop does with files, as pure functions on the file system: for Explorer, the desktop and file dialogs."""
