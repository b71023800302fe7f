"""Subtasks of web sites in the real browser."""
