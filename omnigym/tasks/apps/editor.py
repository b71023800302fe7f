"""Steps, oracles and runs of editor that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.tasks.step_library.steps import answer, open_path
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle

_TRIES = 20


@word
def turn(ui: UI, path: str, *entries: str) -> Iterator[Action]:
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


@oracle("editor/rotate")
def rotate(ui: UI, folder: str, name: str, turns: int, **_: str) -> Iterator[Action]:
    """Once to the left, or as often as needed to the right."""
    entries = ("Rotate left",) if turns == 3 else ("Rotate right",) * turns
    yield from turn(ui, f"{folder}/{name}", *entries)
