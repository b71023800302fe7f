"""OneNote: its declaration."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.app import App
from omnigym.sim.commands import commanded
from omnigym.sim.program import Program
from omnigym.sim.windows.apps.onenote.art import ONENOTE_ART, ONENOTE_STYLES
from omnigym.sim.windows.apps.onenote.blocks.page_view import BLOCK_STYLES
from omnigym.sim.windows.apps.onenote.commands import BLOCK, HANDLERS, PAGE, SECTION, WINDOW
from omnigym.sim.windows.apps.onenote.state import NOTEBOOKS, PAGES, SECTIONS, State, first_page, with_notes
from omnigym.sim.windows.apps.onenote.view import view

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
