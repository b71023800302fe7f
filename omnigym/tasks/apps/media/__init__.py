"""The subtasks of media players."""
