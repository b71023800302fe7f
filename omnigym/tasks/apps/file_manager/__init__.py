"""Subtasks of the file manager."""
