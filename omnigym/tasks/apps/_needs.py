"""Needs that subtasks of several apps have."""

from __future__ import annotations

from omnigym.tasks.subtask import MakeDir, Need, Resource

__all__ = ["folder_need"]


def folder_need(path: str = "{folder}") -> Need:
    """A folder; it is made where no other subtask makes it."""
    return Need(Resource("folder", path), (MakeDir(path),))
