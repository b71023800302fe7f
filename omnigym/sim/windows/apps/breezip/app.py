"""BreeZip: its declaration."""

from __future__ import annotations

from typing import Any

from omnigym.sim.app import App, Context
from omnigym.sim.commands import commanded
from omnigym.sim.program import Program
from omnigym.sim.vfs import native
from omnigym.sim.windows.apps.breezip.art import ART, STYLES
from omnigym.sim.windows.apps.breezip.state import (
    ARCHIVE,
    HANDLERS,
    MAKER,
    NAME,
    NEW,
    WINDOW,
    Result,
    State,
    open_archive,
)
from omnigym.sim.windows.apps.breezip.view import view


def _init(path: Any, ctx: Context) -> Result:
    return open_archive(State(), ctx, str(path)) if path else (State(), ())


_APP = App(
    name="breezip",
    title=NAME,
    icon="breezip",
    art=ART,
    styles=STYLES,
    program=Program(spoken=(NAME,), category="Utility Tools", reads=("zip",)),
    init=_init,
    view=view,
    on=HANDLERS,
    keys=(("ctrl+v", ("paste",)),),
    document=lambda state: native(state.archive) if state.page == "archive" else "",
    size=(880, 560),
    min_size=(760, 480),
    single=True,
    locate={
        "records": {"key": "breezip.items"},
        "overwrite_confirm": {"key": "message.yes"},
    },
)
APPS = (commanded(_APP, WINDOW, ARCHIVE, NEW, MAKER.sources),)
