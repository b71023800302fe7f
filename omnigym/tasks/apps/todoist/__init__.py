"""The subtasks of Todoist."""
