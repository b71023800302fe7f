"""The apps of the simulated desktop: each module has its declarations in ``APPS``; found by `pkgutil`."""
