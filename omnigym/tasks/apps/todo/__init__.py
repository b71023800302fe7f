"""Subtasks of To Do."""
