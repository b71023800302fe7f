"""Changing pictures on the real desktop: subtasks of Photos, done in its picture editor."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.tasks.apps._counterparts import counterpart
from omnigym.tasks.apps._milestones import opened
from omnigym.tasks.apps._steps import answer, open_path
from omnigym.tasks.apps.photos import editing
from omnigym.tasks.apps.photos._steps import PATH
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_ORIGINALS = (editing,)  # imported for the subtasks that it registers
_SEEN = (opened(PATH, "image_editor"),)
_TRIES = 20


def _turn(ui: UI, path: str, *entries: str) -> Iterator[Action]:
    """The tool that turns and mirrors: entries of its menu, applied and saved; a picture that is open stays so."""
    yield from open_path(ui, path)
    native = ui.native_path(path)
    for _ in range(_TRIES):
        if any(w.document == native for w in ui.app_windows()):
            break
        yield from answer(ui, "new_tab")
        yield Wait(0.25)
    for menu in (("Tools", "Active tool", "Rotate"), *(("Rotating options", e) for e in entries)):
        for name in menu:
            yield from ui.wait_for("menu", name=name)
            yield ui.click("menu", name=name)
    yield ui.click("menu", name="Tools")
    yield ui.click("menu", name="Apply transformation")
    yield ui.press("s", "ctrl")
    yield Wait(0.5)


@counterpart(
    "photos/rotate",
    "editor/rotate",
    "image_editor",
    {"with Photos, so that it stays that way": "with the image editor, and save it"},
    covers=(),
    desktops=("xfce",),
    milestones=_SEEN,
)
def rotate(ui: UI, folder: str, name: str, turns: int, **_: str) -> Iterator[Action]:
    """Once to the left, or as often as needed to the right."""
    entries = ("Rotate left",) if turns == 3 else ("Rotate right",) * turns
    yield from _turn(ui, f"{folder}/{name}", *entries)


@counterpart(
    "photos/flip",
    "editor/flip",
    "image_editor",
    {"Mirror": "With the image editor, mirror"},
    covers=(),
    desktops=("xfce",),
    milestones=_SEEN,
)
def flip(ui: UI, folder: str, name: str, flip: str, **_: str) -> Iterator[Action]:
    """The menu has both."""
    yield from _turn(ui, f"{folder}/{name}", f"Flip {flip}ly")
