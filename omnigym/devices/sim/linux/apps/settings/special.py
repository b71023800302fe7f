"""Settings: what is particular to some pages: the style, the accent colour, the background, the system's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.a11y import Role
from omnigym.devices.sim.common.background import background_of
from omnigym.devices.sim.linux.yaru import ACCENTS
from omnigym.devices.sim.paint.facets import FACETS
from omnigym.devices.sim.ui.nodes import FILL, Component, Node, column, memo, row, stack, state_flags, wrapped
from omnigym.devices.sim.ui.payloads import SwatchData
from omnigym.devices.sim.ui.widgets import button, icon, text
from omnigym.devices.sim.vfs import Vfs, base_name

__all__ = ["SPECIAL"]


def _picture(source: bytes | str, w: int, h: int) -> Node:
    return Node("image", "wallpaper", data=source, w=w, h=h)


def _pick(key: str, name: str, chosen: bool, msg: tuple[str, ...], inside: Node) -> Node:
    """A picture or colour to choose, with a frame in the accent colour about the chosen one."""
    flags = state_flags(selected=chosen)
    return row(inside, style="choice", key=key, role=Role.LIST_ITEM, name=name, flags=flags, w=-1, pad=3, click=msg)


def _title(words: str) -> Node:
    return text(words, style="strong", role=Role.HEADING)


def _style(theme: str, accent: str, source: bytes | str, room: int) -> Node:
    modes = [
        column(
            _pick(
                f"settings.theme.{mode}",
                name,
                theme == mode,
                ("set", "theme", mode),
                _preview(mode, source, min(190, room - 44)),
            ),
            row(text(name, role=None), w=FILL, justify="center"),
            w=-1,
            gap=6,
        )
        for mode, name in (("light", "Light"), ("dark", "Dark"))
    ]
    swatches = [
        _pick(
            f"settings.accent.{name}",
            name.capitalize(),
            name == accent,
            ("set", "accent", name),
            Node("image", "swatch", data=SwatchData(colour, name == accent), w=34, h=34),
        )
        for name, colour in ACCENTS.items()
    ]
    return column(
        _title("Style"),
        column(wrapped(*modes, gap=20, role=Role.LIST, name="Style"), style="card", pad=16),
        _title("Color"),
        row(wrapped(*swatches, gap=4, role=Role.LIST, name="Color"), style="card", pad=12),
        gap=8,
    )


def _preview(mode: str, source: bytes | str, w: int) -> Node:
    """A small window of a mode on the background."""
    window = column(row(style=f"preview_{mode}_bar", w=110, h=14), style=f"preview_{mode}", w=110, h=70)
    return stack(_picture(source, w, 116), row(window, h=116, w=w, justify="center"), w=w, h=116)


def _background(wallpaper: str, source: bytes | str, room: int) -> Node:
    shown_w, tile_w = min(256, room - 10), min(148, room - 34)
    tiles = [
        _pick(
            f"settings.background.{name}",
            name.capitalize(),
            name == wallpaper,
            ("set", "wallpaper", name),
            _picture(name, tile_w, 92),
        )
        for name in FACETS
    ]
    if wallpaper not in FACETS:
        shown = base_name(wallpaper) or "None"
        own = _picture(source, tile_w, 92)
        tiles.append(_pick("settings.background.own", shown, True, ("set", "wallpaper", wallpaper), own))
    return column(
        row(row(_picture(source, shown_w, 160), style="screen", w=-1, pad=4), justify="center"),
        row(
            _title("Backgrounds"),
            row(w=FILL, h=1),
            button("settings.add_picture", "Add Picture…", icon="add", click=("browse",)),
        ),
        column(wrapped(*tiles, gap=8, role=Role.LIST, name="Backgrounds"), style="card", pad=12),
        gap=12,
    )


def _about() -> Node:
    return column(
        icon("ubuntu", size=96),
        text("Ubuntu", style="title"),
        align="center",
        gap=8,
        pad=(0, 8),
        role=Role.GROUP,
        name="Ubuntu",
    )


#: What stands above the groups of a page, made of the settings, the files, and the room across.
SPECIAL: Mapping[str, Callable[[Mapping[str, str], Vfs, int], Component]] = {
    "about": lambda _, __, ___: memo(_about, w=FILL),
    "appearance": lambda s, vfs, room: memo(
        _style, s.get("theme", ""), s.get("accent", ""), background_of(s, vfs), room, w=FILL
    ),
    "background": lambda s, vfs, room: memo(_background, s.get("wallpaper", ""), background_of(s, vfs), room, w=FILL),
}
