"""The subtasks of Google Chrome on the desktop."""
