"""Subtasks of the desktop's browser."""
