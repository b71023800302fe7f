"""Lessons: exercises for the ears, with hearts, a streak and results."""
