"""The subtasks of PowerPoint."""
