"""The subtasks of Control Panel."""
