"""A real browser: Chromium over the DevTools protocol, driven frame by frame where it lets us."""
