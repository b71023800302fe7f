"""Subtasks of the terminal."""
