"""Test settings for the whole repository."""

# Links into the package: their code is collected once, by its real path.
collect_ignore = ["envs", "wrappers", "tasks", "baselines"]
