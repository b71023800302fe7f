"""Subtasks of the plain text editor."""
