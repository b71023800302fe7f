"""Settings: what the whole desktop follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import App, Context, Effect, Focus, OpenDialog, SetSetting
from omnigym.devices.sim.common.file_dialog import FileDialog
from omnigym.devices.sim.common.levels import levelled
from omnigym.devices.sim.common.setting_pages import Go
from omnigym.devices.sim.linux.appearance import scales
from omnigym.devices.sim.linux.apps.settings.art import SETTINGS_ART
from omnigym.devices.sim.linux.apps.settings.pages import PAGES
from omnigym.devices.sim.linux.apps.settings.special import SPECIAL
from omnigym.devices.sim.linux.apps.settings.styles import SETTINGS_STYLES
from omnigym.devices.sim.linux.apps.settings.view import NARROW_W, NAV_W, group, head, navigation, results
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import scroll, separator
from omnigym.devices.sim.vfs import HOME

__all__ = ["APPS"]


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
    "query": lambda s, _, query: (s._replace(query=query), ()),
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
