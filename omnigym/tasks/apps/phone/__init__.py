"""Subtasks of the phone's apps, one app a module."""
