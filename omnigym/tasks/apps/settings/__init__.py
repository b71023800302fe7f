"""Subtasks of the desktop's settings."""
