"""The dock: a button for each pinned or running app, and the one that shows all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.app import App, Context, Effect, Handler, Launch, OpenShell, RequestClose, ShowMenu
from omnigym.devices.sim.common.tasks_bar import Task, kept, pressed, tasks_of
from omnigym.devices.sim.linux.catalogue import CATALOGUE
from omnigym.devices.sim.linux.shell.top_bar import BAR_H
from omnigym.devices.sim.ui.nodes import FILL, Node, box, column, panel, row
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem, button, spacer

__all__ = ["APPS", "DOCK_W"]

#: Width of the dock, and height of a button with the gap below it, in logical pixels.
DOCK_W = 66
_BUTTON = 56
_MOST_PIPS = 4


class _State(NamedTuple):
    """The state of the dock, which has none of its own."""


def _pips(count: int) -> Node:
    """A dot for each window."""
    pips = [row(style="pip", w=5, h=5) for _ in range(min(count, _MOST_PIPS))]
    return box("column", tuple(pips), w=7, h=FILL, gap=3, justify="center", pad=(1, 0, 1, 0))


def _task(task: Task) -> Node:
    running = f" - {task.windows} running window{'s' * (task.windows > 1)}" if task.windows else ""
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


def _view(_state: _State, ctx: Context) -> Node:
    room = max(1, (ctx.h - _BUTTON - 12) // _BUTTON)
    tasks = kept(tasks_of(CATALOGUE, ctx.windows, ctx.settings), room)
    return column(panel(_content, tasks, ctx.open_shell == "overview", h=FILL), h=FILL)


_Result = tuple[_State, tuple[Effect, ...]]


def _task_menu(state: _State, ctx: Context, app: str) -> _Result:
    own = [w for w in ctx.windows if w.app == app]
    items = [MenuItem("taskbar.menu.open", "New Window", ("launch", app))] if CATALOGUE.shortcut(app) else []
    if own:
        label = "Quit" if len(own) == 1 else f"Quit {len(own)} Windows"
        items += [*([SEPARATOR] if items else []), MenuItem("taskbar.menu.close", label, ("close_all", app))]
    return state, (ShowMenu(tuple(items)),) if items else ()


_ON: Mapping[str, Handler] = {
    "close_all": lambda s, ctx, app: (s, tuple([RequestClose(w.id) for w in ctx.windows if w.app == app])),
    "grid": lambda s, _: (s, (OpenShell("overview", "grid"),)),
    "launch": lambda s, _, app: (s, (Launch(app),)),
    "task": lambda s, ctx, app: (s, pressed(CATALOGUE, app, ctx.windows)),
    "task_menu": _task_menu,
}

APPS = (
    App(
        name="dock",
        title="Dock",
        icon="ubuntu",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        layer="bar",
        place=lambda w, h: (0, BAR_H, DOCK_W, h - BAR_H),
    ),
)
