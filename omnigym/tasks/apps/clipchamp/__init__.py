"""The subtasks of Clipchamp."""
