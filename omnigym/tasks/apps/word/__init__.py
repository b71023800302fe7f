"""Subtasks of Word."""
