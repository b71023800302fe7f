"""Wrong runs and other right ways of the phone's subtasks (`omnigym.tasks.trials`), apart from the oracles."""
