"""The board: a frozen suite of 200 tasks, and files of runs of it that can be compared."""
