"""The simulated devices: a desktop of plain data, painted by NumPy."""
