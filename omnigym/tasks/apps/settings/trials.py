"""Wrong runs and other right ways of the subtasks of Settings (`omnigym.tasks.trials`)."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._variations import before_it, besides, instead, padded, spelled, unasked
from omnigym.tasks.apps.settings._steps import go, reach
from omnigym.tasks.subtask import UI

__all__: list[str] = []

#: Subtasks of which the last value counts.
_VALUES = (
    "settings/accent",
    "settings/brightness",
    "settings/display-name",
    "settings/screen-off",
    "settings/time-zone",
    "settings/volume",
)
_PAIRS = ("settings/mode-and-accent", "settings/theme-and-taskbar", "settings/power-mode")
_PICTURES = ("settings/background-photo", "settings/profile-photo")
#: On its way to another volume the slider may be where it was to be.
instead(*(s for s in _VALUES if s != "settings/volume"), "settings/switch", "settings/uninstall", "settings/unmute")
besides("settings/switch", "settings/uninstall")
besides(*_VALUES, harmless=True)
besides("settings/mode-and-accent", values=("accent",), harmless=True)
besides("settings/power-mode", values=("delay",), harmless=True)
besides("settings/unmute", values=("level",), harmless=True)
instead("settings/mode-and-accent", values=("accent",))
instead("settings/mode-and-accent", values=("mode",))
instead("settings/theme-and-taskbar", values=("side",))
instead("settings/theme-and-taskbar", values=("theme",))
instead("settings/power-mode", values=("mode",))
instead("settings/power-mode", values=("delay",))
spelled("with_a_space", padded, "person", "settings/display-name")


def _something_else(ui: UI, **_: str) -> Iterator[Action]:
    """The airplane mode is switched first."""
    yield from go(ui, "network", "network")
    yield from reach(ui, "settings.airplane", "network")
    yield ui.click("settings.airplane")


before_it("something_else", _something_else, *_VALUES, *_PAIRS, *_PICTURES, "settings/uninstall", "settings/unmute")


def _the_24_hour_clock(ui: UI, **_: str) -> Iterator[Action]:
    """Another switch of another page is switched first."""
    yield from go(ui, "time", "date_time")
    yield from reach(ui, "settings.time_24h", "date_time")
    yield ui.click("settings.time_24h")


before_it("the_clock", _the_24_hour_clock, *_PICTURES, "settings/volume", "settings/uninstall", "settings/unmute")
before_it("the_clock", _the_24_hour_clock, "settings/accent", "settings/brightness", "settings/display-name")
before_it("the_clock", _the_24_hour_clock, "settings/screen-off", "settings/time-zone")
unasked("settings/accent", "settings/switch", *_PICTURES)


def _there_and_back(ui: UI, **_: str) -> Iterator[Action]:
    """Something else is switched on and off again first."""
    yield from go(ui, "time", "date_time")
    yield from reach(ui, "settings.time_24h", "date_time")
    yield ui.click("settings.time_24h")
    yield ui.click("settings.time_24h")


before_it("there_and_back", _there_and_back, *_VALUES, *_PAIRS, *_PICTURES, harmless=True)
before_it("there_and_back", _there_and_back, "settings/uninstall", "settings/unmute", harmless=True)


def _a_look(ui: UI, **_: str) -> Iterator[Action]:
    """Other pages are looked at first."""
    yield from go(ui, "network", "network")
    yield from go(ui, "apps", "installed")


before_it("after_a_look", _a_look, "settings/switch", "settings/uninstall", *_PICTURES, *_PAIRS, harmless=True)


def _twice(ui: UI, top: str, page: str, key: str, **_: str) -> Iterator[Action]:
    """It is switched and switched back before it is switched."""
    yield from go(ui, top, page)
    yield from reach(ui, f"settings.{key}", page)
    yield ui.click(f"settings.{key}")
    yield ui.click(f"settings.{key}")


before_it("twice", _twice, "settings/switch", harmless=True)
