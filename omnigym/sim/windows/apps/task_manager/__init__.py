"""Task Manager: what runs, and an end to it."""
