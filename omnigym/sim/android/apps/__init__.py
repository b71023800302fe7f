"""The apps of the simulated phone, each a package: ``APPS`` of any module in it is found by `pkgutil`."""
