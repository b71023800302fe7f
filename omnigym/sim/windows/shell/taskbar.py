"""The taskbar: Start, search, a button for each pinned or running app, and the tray with the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import (
    App,
    Context,
    Effect,
    Handler,
    Launch,
    OpenShell,
    RequestClose,
    ShowDesktop,
    ShowMenu,
)
from omnigym.sim.common.desktop_shell import Task, kept, pressed, tasks_of
from omnigym.sim.system import Interrupt, Power
from omnigym.sim.ui.nodes import FILL, Node, panel, row, stack
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button
from omnigym.sim.windows.catalogue import CATALOGUE
from omnigym.sim.windows.shell.tray import TRAY_W, tray

#: Height of the taskbar in logical pixels.
HEIGHT = 48
#: Width of a button and of the search box in logical pixels, each with the gap beside it.
_BUTTON, _SEARCH = 48, 180


class _State(NamedTuple):
    """The state of the taskbar, which has none of its own."""


def _task_button(task: Task) -> Node:
    running = f" - {count_of(task.windows, 'running window')}" if task.windows else ""
    return button(
        f"taskbar.{task.app}",
        icon=task.icon,
        name=f"{task.title}{running or ' pinned'}",
        style="taskbar_active" if task.active else "taskbar_running" if task.windows else "taskbar",
        click=("task", task.app),
        context=("task_menu", task.app),
    )


def _middle(tasks: tuple[Task, ...], start_open: bool, wide: bool, justify: str) -> Node:
    style = "taskbar_open" if start_open else "taskbar"
    start = button("taskbar.start", icon="start", name="Start", style=style, click=("start",), context=("start_menu",))
    search = (
        button("taskbar.search", "Search", icon="search", style="search_pill", w=176, click=("start",))
        if wide
        else button("taskbar.search", icon="search", name="Search", style="taskbar", click=("start",))
    )
    return row(start, search, *[_task_button(t) for t in tasks], h=HEIGHT, gap=4, justify=justify)


class _Fit(NamedTuple):
    """How the buttons fit beside the tray.

    Attributes:
        wide: Whether search is a box, and not only a button.
        centred: Whether they are centred on the screen, and not only in the room beside the tray.
        buttons: How many apps get a button.
    """

    wide: bool
    centred: bool
    buttons: int


def _fit(count: int, width: int, left: bool) -> _Fit:
    room = width - TRAY_W
    # First with the search box, then without it; only then are buttons left out.
    for wide in (True, False):
        need = _BUTTON * (count + 1) + (_SEARCH if wide else _BUTTON)
        if need <= (room if left else width - 2 * TRAY_W):
            return _Fit(wide, True, count)
    return _Fit(False, False, min(count, room // _BUTTON - 2))


def _view(_state: _State, ctx: Context) -> Node:
    tasks, left = tasks_of(CATALOGUE, ctx.windows, ctx.settings), ctx.settings.get("taskbar.alignment") == "left"
    fit = _fit(len(tasks), ctx.w, left)
    justify = "start" if left else "center"
    return stack(
        row(
            panel(_middle, kept(tasks, fit.buttons), ctx.open_shell == "start", fit.wide, justify, h=HEIGHT),
            pad=(0, 0, 0 if fit.centred else TRAY_W, 0),
            h=HEIGHT,
        ),
        row(row(w=FILL), tray(ctx), h=HEIGHT),
        style="taskbar",
        role=Role.TASKBAR,
        name="Taskbar",
        key="taskbar",
        h=FILL,
        context=("bar_menu",),
    )


def _task_menu(app: str, ctx: Context) -> tuple[Effect, ...]:
    own = [w for w in ctx.windows if w.app == app]
    known = CATALOGUE.shortcut(app)
    items: list[MenuItem] = []
    if known is not None:
        items.append(MenuItem("taskbar.menu.open", known.title, ("launch", app), icon=known.icon))
    if own:
        label = "Close window" if len(own) == 1 else "Close all windows"
        items += [SEPARATOR] if items else []
        items.append(MenuItem("taskbar.menu.close", label, ("close_all", app), icon="close"))
    return (ShowMenu(tuple(items)),) if items else ()


def _start(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell("start"),)


def _on_task(state: _State, ctx: Context, app: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, pressed(CATALOGUE, app, ctx.windows)


def _on_task_menu(state: _State, ctx: Context, app: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, _task_menu(app, ctx)


def _launch(state: _State, _ctx: Context, app: str, path: str = "") -> tuple[_State, tuple[Effect, ...]]:
    return state, (Launch(app, path),)


def _close_all(state: _State, ctx: Context, app: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, tuple([RequestClose(w.id) for w in ctx.windows if w.app == app])


def _shell(state: _State, _ctx: Context, name: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell(name),)


def _desktop(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (ShowDesktop(),)


def _bar_menu(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    items = (MenuItem("taskbar.menu.desktop", "Show desktop", ("desktop",), icon="desktop"),)
    return state, (ShowMenu(items),)


_POWER = tuple(
    [
        MenuItem(f"taskbar.power.{how}", label, ("power", how))
        for how, label in (
            ("sign_out", "Sign out"),
            ("sleep", "Sleep"),
            ("shut_down", "Shut down"),
            ("restart", "Restart"),
        )
    ]
)
#: What a right click on Start, and Windows+X, open.
_START_MENU = (
    MenuItem("taskbar.quick.apps", "Installed apps", ("launch", "settings", "installed")),
    MenuItem("taskbar.quick.power_options", "Power Options", ("launch", "settings", "power")),
    MenuItem("taskbar.quick.system", "System", ("launch", "settings", "about")),
    MenuItem("taskbar.quick.network", "Network Connections", ("launch", "settings", "network")),
    SEPARATOR,
    MenuItem("taskbar.quick.task_manager", "Task Manager", ("launch", "task_manager")),
    MenuItem("taskbar.quick.settings", "Settings", ("launch", "settings")),
    MenuItem("taskbar.quick.explorer", "File Explorer", ("launch", "file_manager")),
    MenuItem("taskbar.quick.search", "Search", ("start",)),
    MenuItem("taskbar.quick.run", "Run", ("run",)),
    SEPARATOR,
    MenuItem("taskbar.quick.power", "Shut down or sign out", items=_POWER),
    MenuItem("taskbar.quick.desktop", "Desktop", ("desktop",)),
)

_ON: Mapping[str, Handler] = {
    "start": _start,
    "task": _on_task,
    "task_menu": _on_task_menu,
    "launch": _launch,
    "close_all": _close_all,
    "shell": _shell,
    "desktop": _desktop,
    "bar_menu": _bar_menu,
    "power": lambda s, _, how: (s, (Power(how),)),
    "run": lambda s, _: (s, (Interrupt("run"),)),
    "start_menu": lambda s, _: (s, (OpenShell(""), ShowMenu(_START_MENU, "taskbar.start"))),
}


APPS = (
    App(
        name="taskbar",
        title="Taskbar",
        icon="start",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        layer="bar",
        place=lambda w, h: (0, h - HEIGHT, w, HEIGHT),
    ),
)
