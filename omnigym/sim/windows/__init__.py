"""The simulated Windows 11 desktop: its shell, its apps and what they keep."""
