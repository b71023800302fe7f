"""Tasks: subtasks, graphs of them, file formats, composition and proofs."""
