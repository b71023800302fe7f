"""Wikipedia: its declaration. It shows what the wiki on the web has, in a window of its own."""

from __future__ import annotations

from omnigym.sim.app import App
from omnigym.sim.commands import commanded
from omnigym.sim.program import Program
from omnigym.sim.sites.styles import SITE_STYLES
from omnigym.sim.sites.wiki_text import WIKI_TABLES
from omnigym.sim.windows.apps.wikipedia.art import STYLES, WIKIPEDIA_ART
from omnigym.sim.windows.apps.wikipedia.commands import HANDLERS, LIST
from omnigym.sim.windows.apps.wikipedia.state import LISTS, PAGE, PREFERENCES, READ, SAVED, TITLE, State, with_library
from omnigym.sim.windows.apps.wikipedia.view import view


def _caption(state: State) -> str:
    return f"{state.where.name} - {TITLE}" if state.where.name else TITLE


_APP = App(
    name="wikipedia",
    title=TITLE,
    icon="wikipedia",
    art=WIKIPEDIA_ART,
    styles={**SITE_STYLES, **STYLES},
    program=Program(spoken=("Wikipedia", "the Wikipedia app"), category="Utility Tools"),
    initial=with_library,
    init=lambda _args, _ctx: (State(), ()),
    view=view,
    on=HANDLERS,
    caption=_caption,
    keys=(
        ("alt+left", ("back",)),
        ("ctrl+f", ("find",)),
        ("ctrl+k", ("search",)),
        ("ctrl+s", ("export",)),
        ("escape", ("find_done",)),
    ),
    tables=(LISTS, SAVED, READ, PREFERENCES, *WIKI_TABLES),
    size=(940, 620),
    min_size=(420, 360),
    single=True,
    locate={"records": {"key": PAGE}},
)
APPS = (commanded(_APP, LIST),)
