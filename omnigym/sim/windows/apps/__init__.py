"""The apps of the simulated desktop, each a package: ``APPS`` of any module in it is found by `pkgutil`."""
