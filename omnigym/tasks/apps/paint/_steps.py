"""What the subtasks of Paint share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.actions import Action, Click, Drag, Point
from omnigym.tasks.apps._steps import in_front, open_path
from omnigym.tasks.subtask import UI

__all__ = ["PAINT", "draw", "open_picture", "place", "tap", "tool"]

#: What is the same for all of them.
PAINT: Mapping[str, object] = {"app": "paint", "platforms": ("windows",)}


def open_picture(ui: UI, path: str) -> Iterator[Action]:
    """A picture in the window in front, no panel over it."""
    yield from in_front(ui)
    if ui.find("paint.cancel") is not None:
        yield ui.click("paint.cancel")
    yield from open_path(ui, path)


def place(ui: UI, x: float, y: float) -> Point:
    """A place on the picture, by shares of what is seen of it."""
    canvas = ui.find("canvas")
    assert canvas is not None, "there is a picture to draw on"
    left, top, width, height = canvas.bounds
    screen_w, screen_h = ui.size
    return (left + x * (width - 1) + 0.5) / screen_w, (top + y * (height - 1) + 0.5) / screen_h


def draw(ui: UI, start: tuple[float, float], end: tuple[float, float]) -> Action:
    """A drag on the picture."""
    return Drag(place(ui, *start), place(ui, *end))


def tap(ui: UI, x: float = 0.5, y: float = 0.5) -> Action:
    """A click on the picture."""
    return Click(place(ui, x, y))


def tool(ui: UI, name: str, colour: str) -> Iterator[Action]:
    """A tool and a colour in hand."""
    yield ui.click(f"paint.{name}")
    yield ui.click(f"paint.colour.{colour.lower().replace(' ', '_')}")
