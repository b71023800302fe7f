"""Needs that subtasks of several apps have."""

from __future__ import annotations

from omnigym.tasks.subtask import MakeDir, Need, Resource, SetClipboard, WriteFile
from omnigym.tasks.worlds import blank, contents

__all__ = ["copied_text_need", "file_need", "folder_need", "some_file"]


def folder_need(path: str = "{folder}") -> Need:
    """A folder; it is made where no other subtask makes it."""
    return Need(Resource("folder", path), (MakeDir(path),))


def some_file(path: str = "{folder}/{name}") -> WriteFile:
    """A file with whatever a file of its kind may hold: the task's world makes it up."""
    return WriteFile(path, contents(path))


def file_need(
    path: str = "{folder}/{name}", kind: str = "file", *, consumes: bool = False, given: bool = False
) -> Need:
    """A file: one that another subtask made, or `some_file`.

    Args:
        path: A template.
        kind: The kind of the resource. Who makes a "document" or a "sheet" makes it for all that take any of them.
        consumes: Whether it is gone afterwards under that name.
        given: Whether what is in it matters, so that none that another subtask made will do.
    """
    return Need(Resource(kind, path), (some_file(path),), consumes, given)


def copied_text_need() -> Need:
    """The text of "{source}" on the clipboard: what another subtask copied, or a sentence."""
    return Need(Resource("clipboard_text", "{source}"), (SetClipboard(text=blank("sentence", "{source}")),))
