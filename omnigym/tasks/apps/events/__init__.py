"""The subtasks of Calendar."""
