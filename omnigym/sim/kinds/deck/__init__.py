"""Programs of presentations: the state of a window, what is done to slides, what a slide looks like."""
