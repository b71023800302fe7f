"""OneNote: its declaration."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import App
from omnigym.devices.sim.commands import commanded
from omnigym.devices.sim.kinds.blocks.page_view import BLOCK_STYLES
from omnigym.devices.sim.program import Program
from omnigym.devices.sim.windows.apps.onenote.commands import BLOCK, HANDLERS, WINDOW
from omnigym.devices.sim.windows.apps.onenote.looks import ONENOTE_ART, ONENOTE_STYLES
from omnigym.devices.sim.windows.apps.onenote.notes import NOTEBOOKS, PAGES, SECTIONS, with_notes
from omnigym.devices.sim.windows.apps.onenote.pages import PAGE
from omnigym.devices.sim.windows.apps.onenote.sections import SECTION
from omnigym.devices.sim.windows.apps.onenote.state import State, first_page
from omnigym.devices.sim.windows.apps.onenote.view import view

__all__ = ["APPS"]

_APP = App(
    name="onenote",
    title="OneNote",
    icon="onenote",
    art=ONENOTE_ART,
    styles={**BLOCK_STYLES, **ONENOTE_STYLES},
    program=Program(spoken=("OneNote", "Microsoft OneNote"), category="Note Management", commands=("onenote",)),
    initial=with_notes,
    init=lambda _args, ctx: first_page(State(), ctx),
    view=view,
    on=HANDLERS,
    keys=(("delete", ("remove_picked",)),),
    caption=lambda state: f"{state.section} - OneNote" if state.section else "OneNote",
    tables=(NOTEBOOKS, SECTIONS, PAGES),
    size=(980, 620),
    min_size=(520, 340),
    single=True,
    locate={
        "record": {"role": Role.LIST_ITEM, "name": "{name}"},
        "records": {"key": "onenote.pages"},
        "block": {"role": Role.PARAGRAPH, "name": "{name}"},
        "blocks": {"key": "onenote.page"},
        "section": {"role": Role.TAB, "name": "{name}"},
        "overwrite_confirm": {"key": "message.yes"},
    },
)
APPS = (commanded(_APP, BLOCK, PAGE, SECTION, WINDOW),)
