"""The checks: one subject a file, found by name through `omnigym.evaluation.registry`."""
