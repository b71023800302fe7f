"""The subtasks of OneNote."""
