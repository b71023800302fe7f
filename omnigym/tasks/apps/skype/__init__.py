"""The subtasks of Skype."""
