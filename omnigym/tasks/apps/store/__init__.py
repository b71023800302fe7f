"""The subtasks of Microsoft Store."""
