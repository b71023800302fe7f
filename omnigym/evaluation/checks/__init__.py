"""The checks: one subject in each file, found by name through `omnigym.evaluation.registry`.

The docstring of a check states the condition under which it passes.
"""
