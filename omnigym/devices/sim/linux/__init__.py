"""The simulated Ubuntu desktop."""
