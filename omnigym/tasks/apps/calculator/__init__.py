"""Subtasks of calculators."""
