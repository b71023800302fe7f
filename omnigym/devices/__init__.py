"""Devices: screens with input, simulated and real, behind one protocol."""
