"""CRAB: its sub-task templates, its composed-task files, composition by types and its suite (CRAB 4.4, 5)."""
