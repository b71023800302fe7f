"""The subtasks of Zoom Workplace."""
