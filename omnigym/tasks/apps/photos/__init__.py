"""Subtasks of Photos and the programs that stand for it."""
