"""Wrong runs and other right ways for Snipping Tool's subtasks."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Drag, Wait
from omnigym.tasks.apps._steps import in_front, open_path, save_as
from omnigym.tasks.apps._variations import instead
from omnigym.tasks.apps.paint._steps import draw
from omnigym.tasks.apps.snipping_tool._steps import snip
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

instead("snipping-tool/screen", values=("name",))
instead("snipping-tool/mark", colour=lambda values: "green" if values["colour"] != "green" else "blue")


def _rectangle(ui: UI) -> Iterator[Action]:
    """A part of the screen."""
    yield from in_front(ui)
    yield from snip(ui, "rectangle")
    yield Drag((0.2, 0.2), (0.6, 0.7))


@right_way("snipping-tool/screen")
def with_a_delay(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """Three seconds later."""
    yield from in_front(ui)
    yield ui.click("snipping_tool.delay")
    yield ui.click("snipping_tool.delay.1")
    yield from snip(ui, "screen")
    yield Wait(3.5)
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl")


@right_way("snipping-tool/screen")
def from_the_overlay(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """The mode Rectangle, and the button for all of it on the dark screen."""
    yield from in_front(ui)
    yield from snip(ui, "rectangle")
    yield ui.click("snipping.full")
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@wrong_run("snipping-tool/screen")
def a_part_of_it(ui: UI, folder: str, name: str) -> Iterator[Action]:
    """A rectangle."""
    yield from _rectangle(ui)
    yield from save_as(ui, f"{folder}/{name}", "s", "ctrl", "shift")


@wrong_run("snipping-tool/screen")
def not_saved(ui: UI, **_: str) -> Iterator[Action]:
    """It is among the screenshots only, under another name."""
    yield from in_front(ui)
    yield from snip(ui, "screen")


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
def by_its_button(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """The button of the bar."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("snipping_tool.copy")


@right_way("snipping-tool/copy")
def marked_and_undone(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """A line, and Ctrl+Z."""
    yield from open_path(ui, f"{folder}/{name}")
    yield ui.click("snipping_tool.highlighter")
    yield draw(ui, (0.1, 0.3), (0.9, 0.7))
    yield ui.press("z", "ctrl")
    yield ui.press("c", "ctrl")


@wrong_run("snipping-tool/copy")
def only_opened(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """Nothing was copied."""
    yield from open_path(ui, f"{folder}/{name}")


@wrong_run("snipping-tool/copy")
def a_snip_of_it(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """The screen is copied, not the picture."""
    yield from open_path(ui, f"{folder}/{name}")
    yield from snip(ui, "screen")


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


@right_way("snipping-tool/text")
def of_the_whole_screen(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """More than the window, and all that it says is on it."""
    yield from open_path(ui.of("text_editor"), f"{folder}/{name}")
    yield from in_front(ui)
    yield from snip(ui, "screen")
    yield ui.click("snipping_tool.text_actions")
    yield ui.click("snipping_tool.copy_text")


@right_way("snipping-tool/text")
def looked_at_twice(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """The pane closed and opened again."""
    yield from open_path(ui.of("text_editor"), f"{folder}/{name}")
    yield from in_front(ui)
    yield from snip(ui, "window")
    yield ui.click("snipping_tool.text_actions")
    yield ui.click("snipping_tool.text_close")
    yield ui.click("snipping_tool.text_actions")
    yield ui.click("snipping_tool.copy_text")


@wrong_run("snipping-tool/text")
def copied_in_notepad(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """The text of the file, without a snip: what is on the window besides is missing."""
    yield from open_path(ui.of("text_editor"), f"{folder}/{name}")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@wrong_run("snipping-tool/text")
def the_picture_only(ui: UI, folder: str, name: str, **_: object) -> Iterator[Action]:
    """A snip is on the clipboard, not its text."""
    yield from open_path(ui.of("text_editor"), f"{folder}/{name}")
    yield from in_front(ui)
    yield from snip(ui, "window")


@wrong_run("snipping-tool/text")
def of_something_else(ui: UI, **_: object) -> Iterator[Action]:
    """Notepad is not there."""
    yield from in_front(ui)
    yield from snip(ui, "screen")
    yield ui.click("snipping_tool.text_actions")
    yield ui.click("snipping_tool.copy_text")
