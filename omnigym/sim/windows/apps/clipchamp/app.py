"""Clipchamp: its declaration."""

from __future__ import annotations

from typing import Any

from omnigym.sim.app import App, Context
from omnigym.sim.commands import commanded
from omnigym.sim.program import Program
from omnigym.sim.vfs import canonical
from omnigym.sim.windows.apps.clipchamp.art import CLIPCHAMP_ART, CLIPCHAMP_STYLES
from omnigym.sim.windows.apps.clipchamp.state import (
    CLIP,
    CUTTER,
    HANDLERS,
    HOME_PAGE,
    MEDIA,
    NAME,
    WINDOW,
    Result,
    State,
    begun,
)
from omnigym.sim.windows.apps.clipchamp.store import PROJECTS, with_projects
from omnigym.sim.windows.apps.clipchamp.timeline.film import KINDS
from omnigym.sim.windows.apps.clipchamp.view import view


def _init(path: Any, ctx: Context) -> Result:
    """A file that is opened is the first of a new film."""
    return begun(State(), ctx, ctx.vfs.real_path(canonical(str(path)))) if path else (State(), ())


_APP = App(
    name="clipchamp",
    title=NAME,
    icon="clipchamp",
    art=CLIPCHAMP_ART,
    styles=CLIPCHAMP_STYLES,
    program=Program(
        spoken=("Clipchamp", "Microsoft Clipchamp"),
        category="Multimedia Editing",
        reads=tuple(KINDS),
        package="Clipchamp",
    ),
    initial=with_projects,
    init=_init,
    view=view,
    on=HANDLERS,
    keys=(
        ("ctrl+n", ("create",)),
        ("ctrl+v", ("paste",)),
        ("ctrl+z", ("undo",)),
        ("ctrl+y", ("redo",)),
        ("space", ("toggle",)),
        ("left", ("skip", -1000)),
        ("right", ("skip", 1000)),
        ("home", ("seek", 0)),
        ("end", ("last",)),
        ("escape", ("escape",)),
    ),
    tables=(PROJECTS,),
    size=(1000, 660),
    min_size=(820, 560),
    focus="clipchamp.create",
    single=True,
    locate={"overwrite_confirm": {"key": "message.yes"}},
)
APPS = (CUTTER.playing(commanded(_APP, CLIP, MEDIA, HOME_PAGE, WINDOW)),)
