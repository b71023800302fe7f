"""What bringing a check about may do to the user's data, for the kinds of checks that many have in common."""

from __future__ import annotations

from omnigym.evaluation.world.effects import Effect, setting_place

__all__ = ["changes", "makes", "makes_folder", "removes", "sets", "writes"]


def makes(path: str) -> tuple[Effect, ...]:
    """A new file or folder, with all in it."""
    return (Effect("add", path),)


def makes_folder(path: str) -> tuple[Effect, ...]:
    """A new folder, with nothing in it but what others ask for."""
    return (Effect("add", f"{path.rstrip('/')}/"),)


def removes(path: str) -> tuple[Effect, ...]:
    """A file or folder goes, with all in it."""
    return (Effect("remove", path),)


def changes(path: str, *parts: str) -> tuple[Effect, ...]:
    """Parts of a file become other ones (`omnigym.evaluation.world.parts`)."""
    return (Effect("change", path, parts),)


def writes(path: str) -> tuple[Effect, ...]:
    """A file that a check compares whole: new, or other than it was in any way."""
    return (Effect("add", path), Effect("change", path))


def sets(key: str) -> tuple[Effect, ...]:
    """A setting."""
    return tuple([Effect(how, setting_place(key)) for how in ("add", "change", "remove")])
