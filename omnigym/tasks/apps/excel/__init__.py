"""Subtasks of Excel."""
