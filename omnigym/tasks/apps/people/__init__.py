"""The subtasks of People."""
