"""Wrong runs and other right ways of the subtasks of web sites (`omnigym.tasks.trials`), apart from the oracles."""
