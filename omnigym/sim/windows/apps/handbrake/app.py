"""HandBrake: its declaration."""

from __future__ import annotations

from typing import Any

from omnigym.sim.app import App, Context
from omnigym.sim.commands import commanded
from omnigym.sim.program import Program
from omnigym.sim.windows.apps.handbrake.art import ART, STYLES
from omnigym.sim.windows.apps.handbrake.state import HANDLERS, JOB, NAME, WINDOW, Result, State, open_file
from omnigym.sim.windows.apps.handbrake.store import TABLES, with_presets
from omnigym.sim.windows.apps.handbrake.view import view


def _init(path: Any, ctx: Context) -> Result:
    return open_file(State(), ctx, str(path)) if path else (State(), ())


_APP = App(
    name="handbrake",
    title=NAME,
    icon="handbrake",
    art=ART,
    styles=STYLES,
    program=Program(spoken=(NAME,), category="Multimedia Editing", reads=("avi", "mp4")),
    initial=with_presets,
    init=_init,
    view=view,
    on=HANDLERS,
    keys=(("ctrl+v", ("paste",)),),
    tables=TABLES,
    size=(820, 580),
    min_size=(700, 520),
    close=("close",),
    single=True,
    locate={"overwrite_confirm": {"key": "message.yes"}},
)
APPS = (commanded(_APP, WINDOW, JOB),)
