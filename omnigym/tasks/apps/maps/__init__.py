"""The subtasks of Maps on the desktop."""
