"""Maps: its declaration. It shows the town that the map on the web has, and where contacts live in it."""

from __future__ import annotations

from omnigym.sim.app import App
from omnigym.sim.commands import commanded
from omnigym.sim.program import Program
from omnigym.sim.sites.town import SAVED, place
from omnigym.sim.windows.apps.maps.art import MAPS_ART, STYLES
from omnigym.sim.windows.apps.maps.state import (
    COLLECTED,
    COLLECTION,
    COLLECTIONS,
    HANDLERS,
    LIST,
    SEARCH,
    TITLE,
    State,
    with_collections,
)
from omnigym.sim.windows.apps.maps.view import view


def _caption(state: State) -> str:
    shown = place(state.name) if state.panel == "place" else None
    return f"{shown.name} - {TITLE}" if shown is not None else TITLE


_APP = App(
    name="windows_maps",
    title=TITLE,
    icon="maps-app",
    art=MAPS_ART,
    styles=STYLES,
    program=Program(spoken=("Maps", "the Maps app"), category="Utility Tools", commands=("bingmaps",)),
    initial=with_collections,
    init=lambda _args, _ctx: (State(), ()),
    view=view,
    on=HANDLERS,
    caption=_caption,
    keys=(
        ("ctrl+f", ("find",)),
        ("ctrl+d", ("panel", "way")),
        ("ctrl+m", ("measure",)),
        ("ctrl+=", ("zoom", 1)),
        ("ctrl+-", ("zoom", -1)),
        ("escape", ("unmeasure",)),
    ),
    tables=(COLLECTIONS, COLLECTED, SAVED),
    size=(960, 620),
    min_size=(420, 400),
    focus=SEARCH,
    single=True,
    locate={"records": {"key": LIST}},
)
APPS = (commanded(_APP, COLLECTION),)
