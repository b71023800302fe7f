"""Settings of the real desktop: how it looks, and what lies behind the windows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from omnigym.a11y import Role, State
from omnigym.actions import Action, OpenApp
from omnigym.errors import OracleError
from omnigym.tasks.apps._steps import dismiss
from omnigym.tasks.apps.settings._steps import is_set
from omnigym.tasks.subtask import UI, Resource, SetSetting, all_of, subtask

__all__: list[str] = []

_SETTINGS: Mapping[str, object] = {
    "app": "settings",
    "platforms": ("linux",),
    "desktops": ("xfce",),
    "capabilities": ("settings", "apps", "a11y"),
}
_DESKTOP = {**_SETTINGS, "app": "desktop_settings"}


def _front(ui: UI, tab: str) -> Iterator[Action]:
    """The window on one of its pages. It is a dialog itself, which Escape closes with all that is open over it."""
    yield from dismiss(ui)
    yield OpenApp(ui.app)
    yield ui.click("tab", name=tab)


def _tick(ui: UI, label: str, state: str) -> Iterator[Action]:
    """A box ticked or not."""
    box = ui.find("option", name=label)
    if box is None:
        raise OracleError(f"The oracle expected a box {label!r}.")
    if box.has(State.CHECKED) != (state == "on"):
        yield ui.click(box)


def _choose(ui: UI, shown: str, wanted: str) -> Iterator[Action]:
    """An entry of the combo box that shows ``shown``."""
    if shown == wanted:
        return
    yield ui.click("choice", name=shown)
    entry = ui.node(Role.MENU_ITEM, wanted)
    if entry is None:
        raise OracleError(f"The oracle expected {shown!r} to offer {wanted!r}.")
    yield ui.click(entry)


def _rows(names: tuple[str, ...], *rows: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    return tuple(dict(zip(names, row, strict=True)) for row in rows)


#: The boxes of the page Settings by their names: what sets them, and what they are at first.
_BOXES = {
    "Show images on buttons": "buttons.images",
    "Show images in menus": "menus.images",
    "Enable editable accelerators": "menus.editable_accelerators",
    "Enable header bars in dialogs": "dialogs.header_bars",
    "Enable event sounds": "sound.events",
    "Enable input feedback sounds": "sound.feedback",
}


def _switched(*rows: tuple[str, str, str]) -> tuple[dict[str, str], ...]:
    return tuple({"state": s, "phrase": phrase, "label": label, "setting": _BOXES[label]} for s, phrase, label in rows)


_SWITCHES = _switched(
    ("off", "the images on buttons", "Show images on buttons"),
    ("off", "the images in menus", "Show images in menus"),
    ("on", "editable accelerators", "Enable editable accelerators"),
    ("on", "header bars in dialogs", "Enable header bars in dialogs"),
    ("on", "event sounds", "Enable event sounds"),
    ("on", "input feedback sounds", "Enable input feedback sounds"),
)


def _known(row: Mapping[str, str]) -> dict[str, str]:
    """The row with what the setting is before."""
    return {**row, "before": "on" if row["state"] == "off" else "off"}


@subtask(
    **_SETTINGS,
    id="appearance/switch",
    implied=("setting",),
    instruction="In the settings of the desktop's appearance, turn {state} {phrase}.",
    parameters=tuple(_known(row) for row in _SWITCHES),
    conditions=(is_set("{setting}", "{state}"),),
    setup=(SetSetting("{setting}", "{before}"),),
    produces=(Resource("setting", "{phrase}"),),
    tags=("switch",),
)
def switch(ui: UI, label: str, state: str, **_: str) -> Iterator[Action]:
    """A box of the page Settings."""
    yield from _front(ui, "Settings")
    yield from _tick(ui, label, state)


_STYLES = {"light": "Adwaita", "dark": "Adwaita-dark"}


def _dressed(mode: str, row: Mapping[str, str]) -> dict[str, str]:
    return {**_known(row), "mode": mode, "other": "light" if mode == "dark" else "dark"}


@subtask(
    **_SETTINGS,
    id="appearance/dark-mode",
    implied=("setting",),
    instruction="Give the desktop the {mode} variant of the style Adwaita, and turn {state} {phrase} as well.",
    parameters=tuple(
        _dressed(mode, row)
        for mode, row in zip(("dark", "dark", "light", "dark", "dark", "light"), _SWITCHES, strict=True)
    ),
    conditions=(all_of(is_set("theme", "{mode}"), is_set("{setting}", "{state}")),),
    setup=(SetSetting("theme", "{other}"), SetSetting("{setting}", "{before}")),
    produces=(Resource("setting", "the mode"), Resource("setting", "{phrase}")),
    covers=("appearance/switch",),
    milestones=(is_set("theme", "{mode}"),),
    tags=("look",),
)
def dark_mode(ui: UI, mode: str, label: str, state: str, **_: str) -> Iterator[Action]:
    """A row of the page Style, and a box of the page Settings."""
    yield from _front(ui, "Style")
    yield ui.click("style", name=_STYLES[mode])
    yield ui.click("tab", name="Settings")
    yield from _tick(ui, label, state)


@subtask(
    **_SETTINGS,
    id="appearance/font-rendering",
    implied=(
        "rgba",
        "style",
    ),
    instruction="Set the hinting of the fonts to '{hinting}' and their sub-pixel order to '{order}'.",
    parameters=_rows(
        ("hinting", "style", "order", "rgba"),
        ("Full", "hintfull", "RGB", "rgb"),
        ("Medium", "hintmedium", "BGR", "bgr"),
        ("None", "hintnone", "RGB", "rgb"),
        ("Full", "hintfull", "Vertical RGB", "vrgb"),
        ("Medium", "hintmedium", "Vertical BGR", "vbgr"),
        ("Full", "hintfull", "BGR", "bgr"),
    ),
    conditions=(all_of(is_set("font.hinting", "{style}"), is_set("font.subpixels", "{rgba}")),),
    produces=(Resource("setting", "the fonts"),),
    milestones=(is_set("font.subpixels", "{rgba}"),),
    tags=("look",),
)
def font_rendering(ui: UI, hinting: str, order: str, **_: str) -> Iterator[Action]:
    """Two combo boxes of the page Fonts."""
    yield from _front(ui, "Fonts")
    yield from _choose(ui, "None", order)
    yield from _choose(ui, "Slight", hinting)


@subtask(
    **_SETTINGS,
    id="appearance/resolution",
    instruction="Everything is written in the wrong size: set a custom DPI of {dpi}.",
    parameters=tuple({"dpi": dpi} for dpi in ("84", "90", "104", "110", "118", "100", "88")),
    conditions=(is_set("font.dpi", "{dpi}"),),
    produces=(Resource("setting", "the resolution"),),
    tags=("look",),
)
def resolution(ui: UI, dpi: str) -> Iterator[Action]:
    """A box and a number of the page Fonts."""
    yield from _front(ui, "Fonts")
    yield from _tick(ui, "Custom DPI setting:", "on")
    yield ui.click("number")
    yield ui.press("a", "ctrl")
    yield ui.type(dpi + "\t")


@subtask(
    **_DESKTOP,
    id="desktop/wallpaper-style",
    implied=(
        "behind",
        "number",
    ),
    instruction="Show the desktop's wallpaper {style}, with a {gradient} gradient behind it.",
    parameters=_rows(
        ("style", "number", "gradient", "behind"),
        ("centered", "1", "horizontal", "1"),
        ("tiled", "2", "vertical", "2"),
        ("stretched", "3", "horizontal", "1"),
        ("scaled", "4", "vertical", "2"),
        ("centered", "1", "vertical", "2"),
        ("scaled", "4", "horizontal", "1"),
    ),
    conditions=(all_of(is_set("wallpaper.style", "{number}"), is_set("wallpaper.color_style", "{behind}")),),
    produces=(Resource("setting", "the wallpaper's style"),),
    milestones=(is_set("wallpaper.style", "{number}"),),
    tags=("look",),
)
def wallpaper_style(ui: UI, style: str, gradient: str, **_: str) -> Iterator[Action]:
    """Two combo boxes."""
    yield from _front(ui, "Background")
    yield from _choose(ui, "Zoomed", style.capitalize())
    yield from _choose(ui, "Solid color", f"{gradient.capitalize()} gradient")


@subtask(
    **_DESKTOP,
    id="desktop/changing-wallpaper",
    instruction="Let the desktop change its background every {minutes} minutes.",
    parameters=tuple({"minutes": minutes} for minutes in ("5", "15", "20", "30", "45", "60", "90")),
    conditions=(all_of(is_set("wallpaper.changes", "on"), is_set("wallpaper.minutes", "{minutes}")),),
    produces=(Resource("setting", "the wallpaper's changes"),),
    milestones=(is_set("wallpaper.changes", "on"),),
    tags=("look",),
)
def changing_wallpaper(ui: UI, minutes: str) -> Iterator[Action]:
    """A box and a number."""
    yield from _front(ui, "Background")
    yield from _tick(ui, "Change the background", "on")
    yield ui.click("number")
    yield ui.press("a", "ctrl")
    yield ui.type(minutes + "\t")
