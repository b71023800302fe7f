"""Todoist: its declaration."""

from __future__ import annotations

from omnigym.devices.sim.app import App
from omnigym.devices.sim.commands import commanded
from omnigym.devices.sim.paint.pen import Pen
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.windows.apps.todoist.book import COMMENTS, PROJECTS, TASKS, with_tasks
from omnigym.devices.sim.windows.apps.todoist.commands import HANDLERS, TASK, WINDOW
from omnigym.devices.sim.windows.apps.todoist.state import PAGES, State
from omnigym.devices.sim.windows.apps.todoist.styles import STYLES
from omnigym.devices.sim.windows.apps.todoist.view import view

__all__ = ["APPS"]


def _icon(p: Pen) -> None:
    p.box(0.06, 0.06, 0.88, 0.88, 0.20, 0xE44332, 0xCF3424)
    for n in range(3):
        y = 0.30 + 0.21 * n
        p.line([(0.10, y), (0.33, y + 0.13), (0.86, y - 0.14)], 0.085, 0xFFFFFF)


_APP = App(
    name="todoist",
    title="Todoist",
    icon="todoist",
    art={"todoist": _icon},
    styles=STYLES,
    program=Program(spoken=("Todoist",), category="Task Management"),
    initial=with_tasks,
    init=lambda _args, _ctx: (State(), ()),
    view=view,
    on=HANDLERS,
    caption=lambda state: f"{PAGES.get(state.page, (state.page, ''))[0]} - Todoist",
    keys=(("escape", ("cancel",)), ("ctrl+s", ("save",))),
    tables=(TASKS, PROJECTS, COMMENTS),
    size=(960, 620),
    min_size=(380, 400),
    single=True,
    locate={"records": {"key": "todoist.list"}},
)
APPS = (commanded(_APP, TASK, WINDOW),)
