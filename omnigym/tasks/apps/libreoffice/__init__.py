"""Subtasks of LibreOffice's programs, on the real desktop."""
