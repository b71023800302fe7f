"""Steps, oracles and runs of snipping tool that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps.paint import draw
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.steps import in_front, open_path, save_as
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle

_MODES = ("rectangle", "window", "screen")


@word
def snip(ui: UI, mode: str) -> Iterator[Action]:
    """A snip of all or of the window in front, by the button New."""
    yield ui.click("snipping_tool.mode")
    yield ui.click(f"snipping_tool.mode.{_MODES.index(mode)}")
    yield ui.click("snipping_tool.new")


@oracle("snipping-tool/mark")
def mark(ui: UI, folder: str, name: str, colour: str, **_: object) -> Iterator[Action]:
    """The pen, its colour, a drag."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("snipping_tool.brush")
    yield ui.click(f"snipping_tool.colour.{colour}")
    yield draw(ui, (0.1, 0.3), (0.9, 0.7))
    yield ui.press("s", "ctrl")


@wrong_run("snipping-tool/screen")
def cropped_first(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A part is cut out before it is saved."""
    yield from in_front(ui)
    yield from snip(ui, "screen")
    yield ui.click("snipping_tool.select")
    yield draw(ui, (0.1, 0.1), (0.5, 0.5))
    yield ui.click("snipping_tool.crop")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@right_way("snipping-tool/copy")
def marked_and_undone(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """A line, and Ctrl+Z."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("snipping_tool.highlighter")
    yield draw(ui, (0.1, 0.3), (0.9, 0.7))
    yield ui.press("z", "ctrl")
    yield ui.press("c", "ctrl")


@wrong_run("snipping-tool/copy")
def a_corner_of_it(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """A part was chosen."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("snipping_tool.select")
    yield draw(ui, (0.1, 0.1), (0.4, 0.4))
    yield ui.press("c", "ctrl")


@right_way("snipping-tool/mark")
def with_the_ruler(ui: UI, folder: str, name: str, colour: str, **_: object) -> Iterator[Action]:
    """A straight line from side to side."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("snipping_tool.line")
    yield ui.click(f"snipping_tool.colour.{colour}")
    yield draw(ui, (0.02, 0.9), (0.98, 0.1))
    yield ui.press("s", "ctrl")


@right_way("snipping-tool/mark")
def another_colour_first(ui: UI, folder: str, name: str, colour: str, **_: object) -> Iterator[Action]:
    """Undone, and done right."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("snipping_tool.brush")
    yield ui.click("snipping_tool.colour.yellow")
    yield draw(ui, (0.1, 0.3), (0.9, 0.7))
    yield ui.press("z", "ctrl")
    yield ui.click(f"snipping_tool.colour.{colour}")
    yield draw(ui, (0.1, 0.3), (0.9, 0.7))
    yield ui.press("s", "ctrl")


@wrong_run("snipping-tool/mark")
def without_saving(ui: UI, folder: str, name: str, colour: str, **_: object) -> Iterator[Action]:
    """Only the window shows it."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("snipping_tool.brush")
    yield ui.click(f"snipping_tool.colour.{colour}")
    yield draw(ui, (0.1, 0.3), (0.9, 0.7))


@wrong_run("snipping-tool/mark")
def with_another_line(ui: UI, folder: str, name: str, colour: str, **_: object) -> Iterator[Action]:
    """A second one in yellow."""
    yield from open_path(ui, f"{folder}/{name}")
    for tint, start, end in ((colour, (0.1, 0.3), (0.9, 0.7)), ("yellow", (0.1, 0.7), (0.9, 0.3))):
        yield ui.click("snipping_tool.brush")
        yield ui.click(f"snipping_tool.colour.{tint}")
        yield draw(ui, start, end)
    yield ui.press("s", "ctrl")


@wrong_run("snipping-tool/mark")
def cut_as_well(ui: UI, folder: str, name: str, colour: str, **_: object) -> Iterator[Action]:
    """The right line, and a part of the picture gone."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("snipping_tool.brush")
    yield ui.click(f"snipping_tool.colour.{colour}")
    yield draw(ui, (0.1, 0.3), (0.9, 0.7))
    yield ui.click("snipping_tool.select")
    yield draw(ui, (0.05, 0.05), (0.95, 0.95))
    yield ui.click("snipping_tool.crop")
    yield ui.press("s", "ctrl")
