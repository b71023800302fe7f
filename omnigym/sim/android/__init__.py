"""The simulated Android phone: its shell, its apps and what they keep."""
