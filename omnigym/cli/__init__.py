"""The `omnigym` command: subcommands, each a thin layer over functions that are usable without it."""

from omnigym.cli.root import app, main

__all__ = ["app", "main"]
