"""The platforms that a simulated device can stand for, one a module, each with a ``PLATFORM``."""
