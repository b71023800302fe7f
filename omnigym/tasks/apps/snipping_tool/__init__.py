"""The subtasks of Snipping Tool."""
