"""The subtasks of Windows PowerShell ISE."""
