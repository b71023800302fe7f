"""Todoist: tasks in projects and sections, added in one line of plain words, as a list or a board."""
