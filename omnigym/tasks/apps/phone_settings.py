"""Steps, oracles and runs of phone settings that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Drag
from omnigym.tasks.step_library.phone import set_switch, settings_page
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@oracle("phone-settings/switch")
def switch(ui: UI, state: str, setting: str, page: str, **_: str) -> Iterator[Action]:
    """The switch on its page."""
    yield from settings_page(ui, page)
    yield from set_switch(ui, f"settings.{setting}.switch", state == "on")


@oracle("phone-settings/quick-tile")
def quick_tile(ui: UI, setting: str, state: str, **_: str) -> Iterator[Action]:
    """A swipe down from the top, then the tile."""
    yield ui.press("home")
    yield Drag((0.5, 0.005), (0.5, 0.5))
    yield from set_switch(ui, f"shade.{setting}", state == "on")
    yield ui.press("back")


@oracle("phone-settings/brightness")
def brightness(ui: UI, percent: int, **_: int) -> Iterator[Action]:
    """A touch on the slider, as far along as wanted."""
    yield from settings_page(ui, "display")
    yield from slide(ui, "settings.system/screen_brightness", percent / 100)


@word
def slide(ui: UI, key: str, share: float) -> Iterator[Action]:
    """A slider dragged to a share of its length."""
    node = ui.find(key)
    x, y = ui.point(key if node is None else node)
    width = node.bounds[2] / ui.size[0] if node is not None else 0.0
    yield Drag((x, y), (x + (share - 0.5) * width * 0.94, y))
