"""Proofs that a task measures what it claims: everything of ``omnigym tasks verify``. `verify` has the list."""
