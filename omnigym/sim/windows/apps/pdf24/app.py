"""PDF24: its declaration."""

from __future__ import annotations

from typing import Any

from omnigym.sim.app import App, Context
from omnigym.sim.commands import commanded
from omnigym.sim.program import Program
from omnigym.sim.windows.apps.pdf24.art import ART, STYLES
from omnigym.sim.windows.apps.pdf24.state import HANDLERS, MAKER, NAME, TOOLS, WINDOW, Result, State, open_file
from omnigym.sim.windows.apps.pdf24.view import view


def _init(path: Any, ctx: Context) -> Result:
    return open_file(State(), ctx, str(path)) if path else (State(), ())


_APP = App(
    name="pdf24",
    title="PDF24",
    icon="pdf24",
    art=ART,
    styles=STYLES,
    program=Program(spoken=(NAME,), category="Utility Tools", reads=("pdf",)),
    init=_init,
    view=view,
    on=HANDLERS,
    keys=(("ctrl+v", ("paste",)),),
    caption=lambda state: f"{TOOLS[state.tool].title} - PDF24" if state.tool else "PDF24 Toolbox",
    size=(830, 560),
    min_size=(640, 460),
    single=True,
    locate={"overwrite_confirm": {"key": "message.yes"}, "records": {"key": "pdf24.sources"}},
)
APPS = (commanded(_APP, WINDOW, MAKER.sources),)
