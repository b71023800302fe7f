"""The metrics of OSWorld's task files, a family a module; found by `omnigym.benchmarks.osworld.scorer.registry`."""
