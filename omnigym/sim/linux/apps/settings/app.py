"""Settings: what the whole desktop follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Focus, OpenDialog, SetSetting
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.setting_pages import Go
from omnigym.sim.common.system_settings import background_of, levelled
from omnigym.sim.handlers import sets
from omnigym.sim.linux.apps.settings.art import SETTINGS_ART, SETTINGS_STYLES
from omnigym.sim.linux.apps.settings.pages import PAGES
from omnigym.sim.linux.apps.settings.view import NARROW_W, NAV_W, group, head, navigation, results
from omnigym.sim.linux.yaru import ACCENTS, scales
from omnigym.sim.paint.wallpaper import FACETS
from omnigym.sim.program import Program
from omnigym.sim.ui.nodes import FILL, Component, Element, Node, column, memo, panel, row, stack, state_flags, wrapped
from omnigym.sim.ui.payloads import SwatchData
from omnigym.sim.ui.widgets import button, icon, scroll, separator, text
from omnigym.sim.vfs import HOME, Vfs, base_name

# -- special ----------------------------------------------------------------------------------------------------------

# Settings: what is particular to some pages: the style, the accent colour, the background, the system's name.


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

# -- the app ----------------------------------------------------------------------------------------------------------

#: A narrower window has the icons of the pages alone.
_NARROW = 560
_PICTURES = (("Images", "png;jpg;jpeg"), ("All Files", ""))


class _State(NamedTuple):
    """The page that is shown, and what is typed into the search."""

    page: str = "network"
    query: str = ""


_Result: TypeAlias = tuple[_State, tuple[Effect, ...]]


def _page(state: _State, ctx: Context, side: int) -> Node:
    """What is on a page.

    Args:
        state: The window's.
        ctx: The context.
        side: Width of what is beside it, logical pixels.
    """
    pad = 28 if side == NAV_W else 12
    page, settings = PAGES.page_of(state.page), ctx.settings
    parts: list[Element] = [group(g, settings) for g in page.groups]
    if page.id in SPECIAL:
        parts.insert(0, SPECIAL[page.id](settings, ctx.vfs, max(120, ctx.w - side - 2 * pad)))
    return column(*parts, pad=(pad, 16, pad, 24), gap=18)


def _view(state: _State, ctx: Context) -> Node:
    page, narrow = PAGES.page_of(state.page), ctx.w < _NARROW
    side = NARROW_W if narrow else NAV_W
    if state.query.strip():
        title, body = "Search Results", scroll("settings.results", panel(results, state.query), name="Search results")
    else:
        title, body = page.title, scroll(f"settings.page.{page.id}", _page(state, ctx, side), name=page.title)
    return row(
        panel(navigation, page.id, state.query, narrow, w=side, h=FILL),
        separator(vertical=True),
        column(panel(head, title, narrow), column(body, style="content", h=FILL), h=FILL),
        h=FILL,
        align="stretch",
    )


def _go(_state: _State, _ctx: Context, page: str) -> _Result:
    return _State(PAGES.page_of(page.rpartition("/")[2]).id), ()


def _first(state: _State, ctx: Context, query: str) -> _Result:
    hits = PAGES.found(query)
    control = hits[0].control if hits else None
    return _go(state, ctx, control.page) if isinstance(control, Go) else (state, ())


def _choose(state: _State, ctx: Context, key: str, label: str) -> _Result:
    effects = PAGES.chosen(key, label, ctx.settings)
    for effect in effects:
        if effect.key == "display.resolution" and ctx.settings.get("display.scale") not in scales(effect.value):
            return state, (SetSetting("display.scale", "100"), effect)  # the old scale leaves too little room
    return state, effects


def _browse(state: _State, _ctx: Context) -> _Result:
    ask = FileDialog(False, f"{HOME}/Pictures", "", _PICTURES)
    return state, (OpenDialog("file_dialog", ask, ("browsed",)),)


_ON: Mapping[str, Callable[..., _Result]] = {
    "browse": _browse,
    "browsed": lambda s, _, path: (s, (SetSetting("wallpaper", path),) if path is not None else ()),
    "choose": _choose,
    "find": lambda s, _: (s, (Focus("settings.search", 0, -1),)),
    "first": _first,
    "go": _go,
    "level": lambda s, _, setting, value: (s, levelled(setting, value)),
    "opened": _go,
    "query": sets("query"),
    "set": lambda s, _, setting, value: (s, (SetSetting(setting, value),)),
}

APPS = (
    App(
        name="settings",
        title="Settings",
        icon="gnome-settings",
        art=SETTINGS_ART,
        styles=SETTINGS_STYLES,
        program=Program(
            spoken=("Settings",),
            category="System Management",
            pinned=9,
            commands=("gnome-control-center",),
        ),
        init=lambda args, ctx: _go(_State(), ctx, str(args or "")),
        view=_view,
        on=_ON,
        keys=(("ctrl+f", ("find",)),),
        size=(860, 560),
        min_size=(560, 340),
        single=True,
        over_title=True,
    ),
)
