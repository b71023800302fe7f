"""Environments for other processes."""
