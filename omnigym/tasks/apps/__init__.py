"""The subtasks, one family a file; found by `pkgutil`."""
