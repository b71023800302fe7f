"""From actions to changes of the desktop: pointer, keyboard, menus, text editing, window management."""
