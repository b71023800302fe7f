"""What the subtasks of the file manager share."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._steps import active_window, in_front, scroll_to
from omnigym.tasks.subtask import UI

__all__ = ["go", "pairs", "pick"]


def pairs(first: str, second: str, *values: tuple[str, str]) -> tuple[dict[str, str], ...]:
    return tuple({first: a, second: b} for a, b in values)


def go(ui: UI, folder: str) -> Iterator[Action]:
    """The folder shown in the window in front: by its place and double clicks, or by its address."""
    yield from in_front(ui)
    window = active_window(ui)
    native = ui.native_path(folder)
    if window is not None and window.document.casefold() == native.casefold():
        return
    top, *below = folder.split("/")
    place = ui.tree.find(key=f"explorer.place.{top.casefold()}")
    if place is not None:
        yield ui.click(place)
        for name in below:
            yield from scroll_to(ui, "item", "view", name=name)
            yield ui.double_click("item", name=name)
    else:
        yield ui.press("l", "ctrl")
        yield ui.type(native + "\n")
        yield from ui.wait_for("view")


def pick(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A file or folder selected."""
    yield from go(ui, folder)
    yield from scroll_to(ui, "item", "view", name=name)
    if ui.find("item", name=name) is None:  # Thunar may miss what came into a folder that it is about to show
        yield ui.press("f5")
        yield from scroll_to(ui, "item", "view", name=name)
    yield ui.click("item", name=name)
