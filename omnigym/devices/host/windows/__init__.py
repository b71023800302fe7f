"""A Windows session, as a device. Modules that import Windows's own packages are imported on Windows alone."""
