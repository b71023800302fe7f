"""Task Manager, which Ctrl+Shift+Esc opens: the apps that run, and "End task", which asks nobody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import App, Context, Effect, Handler, RequestClose, ShowMenu, WindowSummary
from omnigym.sim.program import Program
from omnigym.sim.system import Interrupt, Stop
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, state_flags
from omnigym.sim.ui.widgets import Entry, MenuItem, button, header, icon, list_view, spacer, text
from omnigym.sim.windows.apps.task_manager.art import TASK_MANAGER_ART
from omnigym.sim.windows.catalogue import CATALOGUE

_LIST = "task_manager.processes"
#: Logical pixels of the column beside the name.
_COUNT_W = 120


class _Process(NamedTuple):
    """An app that runs: what it is called, its icon, and how many windows it has."""

    title: str
    icon: str
    windows: int


class _State(NamedTuple):
    """The app that is chosen, or ""."""

    chosen: str = ""


_Result: TypeAlias = tuple[_State, tuple[Effect, ...]]


def _processes(windows: tuple[WindowSummary, ...]) -> tuple[Entry, ...]:
    """The apps that have windows, by what they are called."""
    found = []
    for app in {w.app: None for w in windows}:
        own = [w for w in windows if w.app == app]
        known = CATALOGUE.shortcut(app)
        title, image = (known.title, known.icon) if known is not None else (own[0].title, own[0].icon)
        found.append(Entry(app, title, _Process(title, image, len(own))))
    return tuple(sorted(found, key=lambda e: (e.text.casefold(), e.id)))


def _row(entry: Entry, selected: bool) -> Node:
    process: _Process = entry.data
    count = count_of(process.windows, "window")
    return row(
        icon(process.icon, size=18),
        text(process.title, w=FILL, role=None),
        text(count, style="muted", w=_COUNT_W, role=None),
        style="row",
        key=f"{_LIST}.{entry.id}",
        role=Role.LIST_ITEM,
        name=process.title,
        flags=state_flags(selected=selected),
        w=FILL,
        h=FILL,
        gap=10,
        pad=(14, 0, 4, 0),
    )._replace(value=count)


def _commands(chosen: bool) -> Node:
    return row(
        text("Processes", style="strong", role=Role.HEADING),
        spacer(),
        button("task_manager.run", "Run new task", icon="window-play", style="command", click=("run",)),
        button("task_manager.end", "End task", icon="prohibited", style="command", disabled=not chosen, click=("end",)),
        style="commandbar",
        role=Role.TOOLBAR,
        name="Command Bar",
        h=48,
        pad=(16, 4, 10, 4),
        gap=4,
    )


def _head(count: int) -> Node:
    return row(
        header("task_manager.name", f"Apps ({count})", w=FILL),
        header("task_manager.windows", "Windows", w=_COUNT_W),
        style="header",
        h=28,
        pad=(4, 0, 4, 0),
    )


def _view(state: _State, ctx: Context) -> Node:
    entries = _processes(ctx.windows)
    runs = any(e.id == state.chosen for e in entries)
    return column(
        panel(_commands, runs),
        panel(_head, len(entries)),
        list_view(
            _LIST,
            entries,
            _row,
            name="Processes",
            row_h=34,
            selected=(state.chosen,) if runs else (),
            cursor=state.chosen,
            select=("select",),
            context=("menu",),
        ),
        h=FILL,
    )


def _end(state: _State, _ctx: Context) -> _Result:
    return _State(), (Stop(state.chosen),) if state.chosen else ()


def _menu(state: _State, _ctx: Context, app: str) -> _Result:
    items = (MenuItem("task_manager.menu.end", "End task", ("end",), "prohibited", "Delete"),)
    return state, (ShowMenu(items),) if app else ()


_ON: Mapping[str, Handler] = {
    "close": lambda s, _: (s, (RequestClose(),)),
    "end": _end,
    "menu": _menu,
    "run": lambda s, _: (s, (Interrupt("run"),)),
    "select": lambda _s, _ctx, ids, _cursor: (_State(ids[0] if ids else ""), ()),
}


APPS = (
    App(
        name="task_manager",
        title="Task Manager",
        icon="task-manager",
        art=TASK_MANAGER_ART,
        program=Program(category="System Management", commands=("taskmgr",)),
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        caption=lambda _state: "Task Manager",
        keys=(("delete", ("end",)), ("alt+n", ("run",)), ("ctrl+w", ("close",))),
        size=(620, 420),
        single=True,
        focus=_LIST,
    ),
)
