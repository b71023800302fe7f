"""The Activities overview: search, the open windows as cards, and the grid of all applications."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import Activate, App, Context, Effect, Handler, Launch, OpenShell, RequestClose, ShowMenu
from omnigym.sim.common.desktop_shell import (
    Hit,
    Searched,
    Task,
    columns_in,
    kept,
    pressed,
    tasks_of,
    window_cards,
    windows_shown,
)
from omnigym.sim.handlers import sets
from omnigym.sim.linux.apps.settings.pages import found_pages
from omnigym.sim.linux.catalogue import CATALOGUE
from omnigym.sim.linux.file_kinds import icon_of, kind_of, opening
from omnigym.sim.linux.shell.top_bar import BAR_H
from omnigym.sim.program import Shortcut
from omnigym.sim.settings import arranged
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, box, column, memo, panel, row
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, field, icon, scroll, spacer, text
from omnigym.sim.vfs import Stat

# -- the dock: a button for each pinned or running app, and the one that shows all of them ----------------------------

#: Width of the dock, and height of a button with the gap below it, in logical pixels.
DOCK_W = 66
_BUTTON = 56
_MOST_PIPS = 4


class _DockState(NamedTuple):
    """The state of the dock, which has none of its own."""


def _pips(count: int) -> Node:
    """A dot for each window."""
    pips = [row(style="pip", w=5, h=5) for _ in range(min(count, _MOST_PIPS))]
    return box("column", tuple(pips), w=7, h=FILL, gap=3, justify="center", pad=(1, 0, 1, 0))


def _task(task: Task) -> Node:
    running = f" - {count_of(task.windows, 'running window')}" if task.windows else ""
    return row(
        _pips(task.windows),
        button(
            f"taskbar.{task.app}",
            icon=task.icon,
            name=f"{task.title}{running or ' pinned'}",
            style="dock_open" if task.active else "dock",
            click=("task", task.app),
            context=("task_menu", task.app),
        ),
        h=_BUTTON - 4,
        align="stretch",
    )


def _content(tasks: tuple[Task, ...], grid: bool) -> Node:
    return column(
        *[_task(t) for t in tasks],
        spacer(h=FILL),
        row(
            row(w=7, h=1),
            button(
                "taskbar.show_apps",
                icon="show-apps",
                name="Show Applications",
                style="dock_open" if grid else "dock",
                click=("grid",),
            ),
        ),
        style="dock",
        role=Role.TASKBAR,
        name="Dock",
        key="dock",
        h=FILL,
        gap=4,
        pad=(0, 6, 0, 6),
    )


def _view_dock(_state: _DockState, ctx: Context) -> Node:
    room = max(1, (ctx.h - _BUTTON - 12) // _BUTTON)
    tasks = kept(tasks_of(CATALOGUE, ctx.windows, ctx.settings), room)
    return column(panel(_content, tasks, ctx.open_shell == "overview", h=FILL), h=FILL)


_DockResult = tuple[_DockState, tuple[Effect, ...]]


def _task_menu(state: _DockState, ctx: Context, app: str) -> _DockResult:
    own = [w for w in ctx.windows if w.app == app]
    items = [MenuItem("taskbar.menu.open", "New Window", ("launch", app))] if CATALOGUE.shortcut(app) else []
    if own:
        label = "Quit" if len(own) == 1 else f"Quit {len(own)} Windows"
        items += [*([SEPARATOR] if items else []), MenuItem("taskbar.menu.close", label, ("close_all", app))]
    return state, (ShowMenu(tuple(items)),) if items else ()


_DOCK_ON: Mapping[str, Handler] = {
    "close_all": lambda s, ctx, app: (s, tuple([RequestClose(w.id) for w in ctx.windows if w.app == app])),
    "grid": lambda s, _: (s, (OpenShell("overview", "grid"),)),
    "launch": lambda s, _, app: (s, (Launch(app),)),
    "task": lambda s, ctx, app: (s, pressed(CATALOGUE, app, ctx.windows)),
    "task_menu": _task_menu,
}

_DOCK_APPS = (
    App(
        name="dock",
        title="Dock",
        icon="ubuntu",
        init=lambda _args, _ctx: (_DockState(), ()),
        view=_view_dock,
        on=_DOCK_ON,
        layer="bar",
        place=lambda w, h: (0, BAR_H, DOCK_W, h - BAR_H),
    ),
)

# -- overview ---------------------------------------------------------------------------------------------------------

#: Logical pixels: a tile of the grid with the gap beside it, the search with what is around it, a result.
_TILE_W, _SEARCH_H, _LINE_W, _LINE_H = 128, 64, 520, 56


class _State(NamedTuple):
    """The text of the search, whether the grid is shown, and the place of the chosen window."""

    query: str = ""
    grid: bool = False
    at: int = 0


_Result: TypeAlias = tuple[_State, tuple[Effect, ...]]


def _described(entry: Stat) -> tuple[str, str]:
    return kind_of(entry), icon_of(entry)


_SEARCHED = Searched("overview", CATALOGUE, _described, found_pages, "gnome-settings")


def _opens(hit: Hit) -> Msg:
    return ("app", hit.app, hit.path) if hit.app else ("file", hit.path)


def _line(hit: Hit, first: bool) -> Node:
    return row(
        icon(hit.icon, size=32),
        column(text(hit.title, w=FILL, role=None), text(hit.note, style="caption", w=FILL, role=None), gap=2),
        style="card_chosen" if first else "overview_window",
        key=hit.key,
        role=Role.LIST_ITEM,
        name=hit.title,
        w=_LINE_W,
        h=_LINE_H,
        pad=(14, 4),
        gap=14,
        click=_opens(hit),
    )


def _results(query: str, found: tuple[Hit, ...]) -> Node:
    if not found:
        return column(text(f"No results for “{query.strip()}”", style="on_bar"), align="center", pad=(0, 24))
    lines = [memo(_line, hit, n == 0, w=_LINE_W, h=_LINE_H) for n, hit in enumerate(found)]
    return column(*lines, gap=8, align="center", role=Role.LIST, name="Results", pad=(0, 4, 0, 16))


def _tile(program: Shortcut) -> Node:
    return button(
        f"overview.{program.app}",
        program.title,
        icon=program.icon,
        style="launcher_tile",
        click=("app", program.app, ""),
    )


@lru_cache(maxsize=1)
def _by_title() -> tuple[Shortcut, ...]:
    return tuple(sorted(CATALOGUE.shortcuts, key=lambda p: p.title.casefold()))


def _grid(programs: tuple[Shortcut, ...], columns: int) -> Node:
    tiles = [_tile(p) for p in programs]
    rows = [row(*tiles[i : i + columns], gap=12, justify="center") for i in range(0, len(tiles), columns)]
    return column(*rows, gap=12, role=Role.LIST, name="Applications", pad=(0, 8, 0, 16))


def _empty() -> Node:
    return column(text("No open windows", style="on_bar"), align="center", pad=(0, 60))


def _view(state: _State, ctx: Context) -> Node:
    search = field(
        "overview.search",
        state.query,
        name="Search",
        placeholder="Type to search",
        style="search",
        search=True,
        w=340,
        change=("query",),
        submit=("first",),
        cancel=("leave",),
    )
    shown = windows_shown(ctx)
    body: Element
    if state.query.strip():
        body = panel(_results, state.query, _SEARCHED.hits(state.query, ctx.vfs))
    elif state.grid:
        body = panel(_grid, arranged(_by_title(), ctx.settings), max(1, (ctx.w - 40) // _TILE_W))
    elif shown:
        body = panel(window_cards, "overview", shown, min(state.at, len(shown) - 1), columns_in(ctx.w))
    else:
        body = panel(_empty)
    front = column(
        row(search, h=_SEARCH_H, justify="center"),
        column(scroll("overview.body", body), h=FILL),
        spacer(h=8),
        style="overview",
        h=FILL,
        click=("away",),
    )
    return column(
        front,
        role=Role.WINDOW,
        name="Activities",
        key="overview",
        w=FILL,
        h=FILL,
    )


def _first(state: _State, ctx: Context, *_typed: str) -> _Result:
    found = _SEARCHED.hits(state.query, ctx.vfs)
    if found:
        name, *args = _opens(found[0])
        return _ON[name](state, ctx, *args)
    shown = windows_shown(ctx)
    if state.query.strip() or state.grid or not shown:
        return state, ()
    return state, (OpenShell(""), Activate(shown[min(state.at, len(shown) - 1)].id))


def _close(state: _State, ctx: Context, window: str) -> _Result:
    """Where it asks something, that is answered first."""
    return state, (RequestClose(window), *((OpenShell(""),) if len(ctx.windows) == 1 else ()))


def _step(state: _State, ctx: Context, by: int) -> _Result:
    at = state.at + by
    return (state._replace(at=at), ()) if 0 <= at < len(ctx.windows) else (state, ())


_ON: Mapping[str, Handler] = {
    "app": lambda s, _, app, path: (s, (OpenShell(""), Launch(app, path))),
    "away": lambda s, _: (s, (OpenShell(""),)),
    "close": _close,
    "file": lambda s, ctx, path: (s, (OpenShell(""), *opening(ctx.vfs, path))),
    "first": _first,
    "go": lambda s, _, window: (s, (OpenShell(""), Activate(window))),
    "leave": lambda s, _: (s._replace(query=""), ()) if s.query else (s, (OpenShell(""),)),
    "query": sets("query"),
    "step": _step,
}

_OVERVIEW_APPS = (
    App(
        name="overview",
        title="Activities",
        icon="ubuntu",
        init=lambda args, _ctx: (_State(grid=args == "grid"), ()),
        view=_view,
        on=_ON,
        keys=(("pageup", ("step", -1)), ("pagedown", ("step", 1))),
        focus="overview.search",
        layer="popup",
        place=lambda w, h: (DOCK_W, BAR_H, w - DOCK_W, h - BAR_H),
    ),
)

APPS = (*_DOCK_APPS, *_OVERVIEW_APPS)
