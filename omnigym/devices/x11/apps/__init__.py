"""The applications of the real desktop, one a file, found by their ``APP``."""
