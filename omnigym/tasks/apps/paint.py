"""Steps, oracles and runs of paint that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Click, Drag, Point, Press
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.steps import in_front, open_path, save_as
from omnigym.tasks.step_library.writing import new_document
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


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


@word
def open_picture(ui: UI, path: str) -> Iterator[Action]:
    """A picture in the window in front, no panel over it."""
    yield from in_front(ui)
    if ui.find("paint.cancel") is not None:
        yield ui.click("paint.cancel")
    yield from open_path(ui, path)


def tap(ui: UI, x: float = 0.5, y: float = 0.5) -> Action:
    """A click on the picture."""
    return Click(place(ui, x, y))


def tool(ui: UI, name: str, colour: str) -> Iterator[Action]:
    """A tool and a colour in hand."""
    yield ui.click(f"paint.{name}")
    yield ui.click(f"paint.colour.{colour.lower().replace(' ', '_')}")


@oracle("paint/draw-shape")
def draw_shape(ui: UI, shape: str, colour: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The shape and its colour, Fill, a drag."""
    yield from new_document(ui)
    yield from tool(ui, shape, colour)
    yield ui.click("paint.solid")
    yield draw(ui, (0.2, 0.2), (0.6, 0.8))
    yield from save_as(ui, f"{folder}/{name}", "f12")


@oracle("paint/fill")
def fill(ui: UI, colour: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The bucket."""
    yield from new_document(ui)
    yield from tool(ui, "fill", colour)
    yield tap(ui)
    yield from save_as(ui, f"{folder}/{name}", "f12")


_SAVE = Press("s", ("ctrl",))


@word
def and_scribbles(ui: UI, oracle: Iterator[Action]) -> Iterator[Action]:
    """A thick stroke of the brush over it before it is saved."""
    for action in oracle:
        if action == _SAVE or action == Press("f12"):
            yield from tool(ui, "brush", "rose")
            yield draw(ui, (0.1, 0.1), (0.9, 0.9))
            yield draw(ui, (0.1, 0.9), (0.9, 0.1))
        yield action


@word
def scribbled_and_undone(ui: UI, oracle: Iterator[Action]) -> Iterator[Action]:
    """A stroke of the brush, and Ctrl+Z, before it is saved."""
    for action in oracle:
        if action == _SAVE or action == Press("f12"):
            yield from tool(ui, "brush", "rose")
            yield draw(ui, (0.1, 0.1), (0.9, 0.9))
            yield ui.press("z", "ctrl")
        yield action


@right_way("paint/draw-shape")
def outlined_and_filled(ui: UI, shape: str, colour: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The outline first, then the bucket."""
    yield from new_document(ui)
    yield from tool(ui, shape, colour)
    yield draw(ui, (0.3, 0.1), (0.9, 0.9))
    yield ui.click("paint.fill")
    yield tap(ui, 0.6, 0.5)
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@wrong_run("paint/draw-shape")
def the_outline_only(ui: UI, shape: str, colour: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """It is not filled."""
    yield from new_document(ui)
    yield from tool(ui, shape, colour)
    yield draw(ui, (0.2, 0.2), (0.6, 0.8))
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("paint/draw-shape")
def two_of_them(ui: UI, shape: str, colour: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """One too many."""
    yield from new_document(ui)
    yield from tool(ui, shape, colour)
    yield ui.click("paint.solid")
    yield draw(ui, (0.1, 0.2), (0.4, 0.8))
    yield draw(ui, (0.6, 0.2), (0.9, 0.8))
    yield from save_as(ui, f"{folder}/{name}", "f12")


@right_way("paint/fill")
def with_a_rectangle(ui: UI, colour: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """A filled rectangle over all of it, the rest by the bucket."""
    yield from new_document(ui)
    yield from tool(ui, "rectangle", colour)
    yield ui.click("paint.solid")
    yield draw(ui, (0, 0), (0.5, 1))
    yield ui.click("paint.fill")
    yield tap(ui, 0.8, 0.5)
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl")


@wrong_run("paint/fill")
def half_of_it(ui: UI, colour: str, name: str, folder: str, **_: str) -> Iterator[Action]:
    """The rest is white."""
    yield from new_document(ui)
    yield from tool(ui, "rectangle", colour)
    yield ui.click("paint.solid")
    yield draw(ui, (0, 0), (0.5, 1))
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("paint/resize")
def cut_to_size(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """A part of it is cut out instead."""
    yield from open_picture(ui, f"{folder}/{name}")
    yield ui.click("paint.select")
    yield draw(ui, (0.1, 0.1), (0.6, 0.6))
    yield ui.click("paint.crop")
    yield ui.press("s", "ctrl")
