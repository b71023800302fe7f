"""A little shell over the virtual files: its language, and in `commands` what can be called."""
