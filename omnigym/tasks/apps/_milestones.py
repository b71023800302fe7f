"""Milestones that subtasks of several apps share (see `omnigym.evaluation.milestones`)."""

from __future__ import annotations

from omnigym.evaluation.condition import Condition, all_of

__all__ = ["carried", "chosen", "opened", "picked", "pressed", "saving", "shown", "written"]


def opened(path: str, app: str = "") -> Condition:
    """A window shows the file or folder."""
    return Condition("document_open", {"path": path, "app": app})


def shown(folder: str) -> Condition:
    """The file manager shows the folder."""
    return opened(folder, "file_manager")


def written(text: str) -> Condition:
    """The text is on the screen."""
    return Condition("check_text_exists_via_control", {"text": text})


def chosen(name: str) -> Condition:
    """A file or folder is selected in a list."""
    return Condition("control_exists", {"name": name, "role": "list_item", "states": "selected"})


def picked(folder: str, name: str) -> Condition:
    """A file is selected in its folder."""
    return all_of(shown(folder), chosen(name))


def carried(path: str, destination: str, *, cut: bool) -> tuple[Condition, Condition]:
    """A file is on the clipboard; and then the place where it shall go is shown."""
    held = Condition("clipboard_holds_file", {"path": path, "cut": cut})
    return held, all_of(held, shown(destination))


def pressed(name: str) -> Condition:
    """A toggle of that name is on: what the selection looks like."""
    return Condition("control_exists", {"name": name, "role": "toggle", "states": "checked"})


def saving(*held: Condition) -> Condition:
    """A dialog is open while these hold: what was made is about to get its name."""
    return all_of(*held, Condition("control_exists", {"role": "dialog"}))
