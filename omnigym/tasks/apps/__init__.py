"""The subtasks, a package an app or a group of them; found by `omnigym.discovery`."""
