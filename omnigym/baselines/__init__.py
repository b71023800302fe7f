"""Agents to compare with, one readable file each, and the loop that evaluates them."""
