"""The apps of the simulated Ubuntu. Each is a package (or module) with its declaration in ``APPS``."""
