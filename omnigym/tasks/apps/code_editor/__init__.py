"""The subtasks of Visual Studio Code on Windows."""
