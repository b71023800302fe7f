"""Wrong runs and other right ways for Paint's subtasks."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Press, Wait
from omnigym.tasks.apps._steps import save_as
from omnigym.tasks.apps._variations import instead, made_of
from omnigym.tasks.apps._writing import new_document
from omnigym.tasks.apps.paint._steps import draw, open_picture, tap, tool
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_SAVE = Press("s", ("ctrl",))


def without_saving(_ui: UI, oracle: Iterator[Action]) -> Iterator[Action]:
    """Only the window shows it."""
    for action in oracle:
        yield Wait(0.05) if action == _SAVE else action


def in_a_copy(ui: UI, oracle: Iterator[Action]) -> Iterator[Action]:
    """Saved under another name; the picture itself is as it was."""
    for action in oracle:
        if action == _SAVE:
            yield from save_as(ui, "Desktop/another copy.png", "f12")
        else:
            yield action


def with_the_button(ui: UI, oracle: Iterator[Action]) -> Iterator[Action]:
    """The button Save, in place of Ctrl+S."""
    for action in oracle:
        yield ui.click("paint.quick_save") if action == _SAVE else action


def and_scribbles(ui: UI, oracle: Iterator[Action]) -> Iterator[Action]:
    """A thick stroke of the brush over it before it is saved."""
    for action in oracle:
        if action == _SAVE or action == Press("f12"):
            yield from tool(ui, "brush", "rose")
            yield draw(ui, (0.1, 0.1), (0.9, 0.9))
            yield draw(ui, (0.1, 0.9), (0.9, 0.1))
        yield action


def scribbled_and_undone(ui: UI, oracle: Iterator[Action]) -> Iterator[Action]:
    """A stroke of the brush, and Ctrl+Z, before it is saved."""
    for action in oracle:
        if action == _SAVE or action == Press("f12"):
            yield from tool(ui, "brush", "rose")
            yield draw(ui, (0.1, 0.1), (0.9, 0.9))
            yield ui.press("z", "ctrl")
        yield action


for _subtask in ("paint/invert", "paint/resize"):
    wrong_run(_subtask)(made_of(without_saving, _subtask))
    wrong_run(_subtask)(made_of(in_a_copy, _subtask))
    right_way(_subtask)(made_of(with_the_button, _subtask))
for _subtask in ("paint/draw-shape", "paint/fill", "paint/invert", "paint/paste", "paint/resize"):
    wrong_run(_subtask)(made_of(and_scribbles, _subtask))
    right_way(_subtask)(made_of(scribbled_and_undone, _subtask))
instead("paint/draw-shape", values=("shape",))
instead("paint/draw-shape", values=("colour",))
instead("paint/draw-shape", values=("name",))
instead("paint/fill", values=("colour",))
instead("paint/resize", values=("width",))


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


@right_way("paint/invert")
def by_the_menu(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """The menu Edit."""
    yield from open_picture(ui, f"{folder}/{name}")
    yield ui.click("paint.menu.edit")
    yield ui.click("paint.invert")
    yield ui.press("s", "ctrl")


@wrong_run("paint/invert")
def twice(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """As it was."""
    yield from open_picture(ui, f"{folder}/{name}")
    yield ui.press("i", "ctrl", "shift", count=2)
    yield ui.press("s", "ctrl")


@right_way("paint/resize")
def by_its_button(ui: UI, folder: str, name: str, width: int, **_: object) -> Iterator[Action]:
    """The button of the ribbon, and OK."""
    yield from open_picture(ui, f"{folder}/{name}")
    yield ui.click("paint.resize")
    yield ui.press("a", "ctrl")
    yield ui.type(str(width))
    yield ui.click("paint.ok")
    yield ui.press("s", "ctrl")


@wrong_run("paint/resize")
def out_of_proportion(ui: UI, folder: str, name: str, width: int, **_: object) -> Iterator[Action]:
    """The height stays what it was."""
    yield from open_picture(ui, f"{folder}/{name}")
    yield ui.press("w", "ctrl")
    yield ui.click("paint.linked")
    yield ui.click("paint.horizontal")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{width}\n")
    yield ui.press("s", "ctrl")


@wrong_run("paint/resize")
def cut_to_size(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """A part of it is cut out instead."""
    yield from open_picture(ui, f"{folder}/{name}")
    yield ui.click("paint.select")
    yield draw(ui, (0.1, 0.1), (0.6, 0.6))
    yield ui.click("paint.crop")
    yield ui.press("s", "ctrl")


@right_way("paint/paste")
def cut_to_what_was_pasted(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """What was pasted is still chosen, so the white around it can be cropped."""
    yield from new_document(ui)
    yield ui.press("v", "ctrl")
    yield ui.click("paint.crop")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@wrong_run("paint/paste")
def an_empty_sheet(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """Nothing was pasted."""
    yield from new_document(ui)
    yield from save_as(ui, f"{folder}/{name}", "f12")


@wrong_run("paint/paste")
def mirrored_too(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """Nobody asked for that."""
    yield from new_document(ui)
    yield ui.press("v", "ctrl")
    yield ui.click("paint.flip")
    yield from save_as(ui, f"{folder}/{name}", "f12")
