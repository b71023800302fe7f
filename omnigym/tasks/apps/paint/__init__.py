"""The subtasks of Paint."""
