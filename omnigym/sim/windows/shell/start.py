"""The Start menu: search, pinned apps, recent files, and the row with user and power."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Handler, Launch, OpenShell
from omnigym.sim.common.desktop_shell import Hit, Searched
from omnigym.sim.common.setting_pages import Go
from omnigym.sim.program import Shortcut
from omnigym.sim.settings import arranged
from omnigym.sim.system import Power
from omnigym.sim.ui.nodes import FILL, Component, Msg, Node, box, column, memo, panel, row
from omnigym.sim.ui.widgets import MenuItem, button, field, icon, spacer, text
from omnigym.sim.vfs import HOME, Stat, Vfs
from omnigym.sim.windows.apps.settings.pages import found
from omnigym.sim.windows.catalogue import CATALOGUE
from omnigym.sim.windows.file_kinds import date_text, icon_of, kind_of, opening

# -- the search of the Start menu, and the files that were changed last -----------------------------------------------

#: The most recent files that are shown.
_RECENT = 6


def _described(entry: Stat) -> tuple[str, str]:
    return kind_of(entry), icon_of(entry)


def _pages(query: str) -> list[tuple[str, str, str]]:
    return [(card.key, card.title, card.control.page) for card in found(query) if isinstance(card.control, Go)]


_SEARCHED = Searched("start", CATALOGUE, _described, _pages)
hits = _SEARCHED.hits


def recent(vfs: Vfs) -> tuple[Hit, ...]:
    """The files that were changed last."""
    files = [e for e in _SEARCHED.files(vfs) if not e.is_dir]
    files.sort(key=lambda e: (-e.mtime_ms, e.path))
    return tuple(
        [Hit(f"start.recent.{e.path}", e.name, date_text(e.mtime_ms), icon_of(e), "", e.path) for e in files[:_RECENT]]
    )


# -- start ------------------------------------------------------------------------------------------------------------

_WIDTH, _HEIGHT, _BAR, _GAP = 600, 620, 48, 12
#: Heights of the search row, the footer, a heading, a tile, a line with the gap below it; and the width of a tile.
_HEAD, _FOOT, _HEADING, _TILE, _LINE, _TILE_W = 74, 60, 36, 84, 50, 96
#: Height of a line without the gap.
_LINE_H = 48
#: The margin at the left and right of the body, and the gap between its parts.
_SIDE, _BETWEEN = 28, 16


class _State(NamedTuple):
    """The text in the search field."""

    query: str = ""


_PLACES = (("Documents", "documents"), ("Downloads", "downloads"), ("Pictures", "pictures"))


def _pinned(programs: tuple[Shortcut, ...]) -> Node:
    tiles = [button(f"start.{p.app}", p.title, icon=p.icon, style="pinned", click=("app", p.app)) for p in programs]
    tiles += [
        button(f"start.{name.lower()}", name, icon=image, style="pinned", click=("file", f"{HOME}/{name}"))
        for name, image in _PLACES
    ]
    tiles.append(
        button("start.this_pc", "This PC", icon="this-pc", style="pinned", click=("file", "shell:MyComputerFolder"))
    )
    return column(
        row(text("Pinned", style="strong", role=Role.HEADING), spacer(), pad=(12, 0), h=32),
        box("wrap", tuple(tiles), role=Role.LIST, name="Pinned"),
        gap=4,
    )


def _opening(hit: Hit) -> Msg:
    return ("app", hit.app, hit.path) if hit.app else ("file", hit.path)


def _line(hit: Hit, style: str) -> Component:
    """A result, computed and laid out once for each value."""
    return memo(_line_view, hit, style, w=FILL, h=_LINE_H)


def _line_view(hit: Hit, style: str) -> Node:
    """The icon of a result, and its title above its note."""
    return row(
        icon(hit.icon, size=28),
        column(text(hit.title, w=FILL, role=None), text(hit.note, style="caption", w=FILL, role=None), gap=1),
        style=style,
        key=hit.key,
        role=Role.LIST_ITEM,
        name=hit.title,
        w=FILL,
        h=_LINE_H,
        pad=(12, 4),
        gap=12,
        click=_opening(hit),
    )


def _recommended(found: tuple[Hit, ...]) -> Node:
    rows = [row(*[_line(h, "hover_row") for h in found[i : i + 2]], gap=8) for i in range(0, len(found), 2)]
    return column(
        row(text("Recommended", style="strong", role=Role.HEADING), pad=(12, 0), h=32),
        column(*rows, gap=2, role=Role.LIST, name="Recommended"),
        gap=4,
    )


def _results(query: str, found: tuple[Hit, ...]) -> Node:
    if not found:
        return column(text(f"No results for '{query.strip()}'", style="muted"), pad=(12, 16))
    rest = [_line(h, "hover_row") for h in found[1:]]
    return column(
        text("Best match", style="strong", role=Role.HEADING),
        _line(found[0], "best_match"),
        text("Apps and files", style="strong", role=Role.HEADING) if rest else None,
        column(*rest, gap=2, role=Role.LIST, name="Results") if rest else None,
        pad=(12, 8),
        gap=8,
    )


_POWER = tuple(
    MenuItem(f"start.power.{key}", label, ("power", key), icon=image)
    for key, label, image in (
        ("lock", "Lock", "lock-closed"),
        ("sleep", "Sleep", "weather-moon"),
        ("shut_down", "Shut down", "power"),
        ("restart", "Restart", "arrow-counterclockwise"),
    )
)
_ACCOUNT = (
    MenuItem("start.user.lock", "Lock", ("power", "lock"), icon="lock-closed"),
    MenuItem("start.user.sign_out", "Sign out", ("power", "sign_out"), icon="sign-out"),
)


def _footer(user: str) -> Node:
    return row(
        button("start.user", user, icon="user", style="list", name=f"{user} account", menu=_ACCOUNT),
        spacer(),
        button("start.power", icon="power", name="Power", style="nav", menu=_POWER),
        style="start_footer",
        h=_FOOT,
        pad=(40, 0),
    )


def _body(state: _State, ctx: Context) -> Node:
    """The part between search field and footer: results for a query, else pinned apps and recent files, as they fit."""
    room = ctx.h - _HEAD - _FOOT
    if state.query.strip():
        found = hits(state.query, ctx.vfs, ctx.settings)[: max(1, (room - 2 * _HEADING) // _LINE)]
        return column(panel(_results, state.query, found), h=FILL, pad=(20, 0))
    columns = max(1, (ctx.w - 2 * _SIDE) // _TILE_W)
    pinned = arranged(CATALOGUE.present(CATALOGUE.pinned, ctx.settings), ctx.settings)
    rows = -(-(len(pinned) + len(_PLACES) + 1) // columns)
    lines = (room - _HEADING - rows * _TILE - _BETWEEN - _HEADING) // _LINE
    below = panel(_recommended, recent(ctx.vfs)[: 2 * lines]) if lines > 0 else None
    return column(panel(_pinned, pinned), below, h=FILL, pad=(_SIDE, 0), gap=_BETWEEN)


def _view(state: _State, ctx: Context) -> Node:
    search = field(
        "start.search",
        state.query,
        name="Search",
        placeholder="Search for apps, settings, and documents",
        style="search",
        search=True,
        change=("query",),
        submit=("first",),
        cancel=("leave",),
    )
    return column(
        row(search, pad=(_SIDE, 24, _SIDE, 16)),
        _body(state, ctx),
        panel(_footer, ctx.settings.get("account.name", ""), h=_FOOT),
        style="start",
        role=Role.WINDOW,
        name="Start",
        key="start",
        h=FILL,
        pad=1,
    )


def _query(_state: _State, _ctx: Context, query: str) -> tuple[_State, tuple[Effect, ...]]:
    return _State(query), ()


def _first(state: _State, ctx: Context, *_rest: object) -> tuple[_State, tuple[Effect, ...]]:
    found = hits(state.query, ctx.vfs, ctx.settings)
    if not found:
        return state, ()
    # Enter does what a click on the first result would send.
    name, *args = _opening(found[0])
    return _ON[name](state, ctx, *args)


def _app(_state: _State, _ctx: Context, app: str, *path: Any) -> tuple[_State, tuple[Effect, ...]]:
    return _State(), (OpenShell(""), Launch(app, *path))


def _file(_state: _State, ctx: Context, path: str) -> tuple[_State, tuple[Effect, ...]]:
    return _State(), (OpenShell(""), *opening(ctx.vfs, path, ctx.settings))


def _leave(_state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return _State(), (OpenShell(""),)


def _power(_state: _State, _ctx: Context, how: str) -> tuple[_State, tuple[Effect, ...]]:
    return _State(), (OpenShell(""), Power(how))


_ON: Mapping[str, Handler] = {
    "query": _query,
    "first": _first,
    "app": _app,
    "file": _file,
    "leave": _leave,
    "power": _power,
}


def _place(w: int, h: int) -> tuple[int, int, int, int]:
    width = min(_WIDTH, w - 2 * _GAP)
    height = min(_HEIGHT, h - _BAR - 2 * _GAP)
    return (w - width) // 2, h - _BAR - _GAP - height, width, height


APPS = (
    App(
        name="start",
        title="Start",
        icon="start",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        focus="start.search",
        layer="popup",
        place=_place,
        moves=True,
    ),
)
