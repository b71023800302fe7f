"""Subtasks of mail programs."""
