"""The subtasks of Chat, the simulated Ubuntu's place where a team talks."""
