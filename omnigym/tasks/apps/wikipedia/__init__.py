"""The subtasks of Wikipedia."""
