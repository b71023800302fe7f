"""Benchmarks: one folder each, with its tasks, metrics, environment, commands and reports."""
