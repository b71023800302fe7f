"""The metrics of OSWorld's task files, a family a module; found by `omnigym.evaluation.osworld.registry`."""
