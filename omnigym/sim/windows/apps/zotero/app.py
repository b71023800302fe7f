"""Zotero: its declaration."""

from __future__ import annotations

from typing import Any

from omnigym.sim.app import App, Context
from omnigym.sim.commands import commanded
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import FileKind, Program
from omnigym.sim.windows.apps.zotero.commands import HANDLERS, ITEM, TABLE, WINDOW, State, opened
from omnigym.sim.windows.apps.zotero.store import COLLECTIONS, ITEMS, with_library
from omnigym.sim.windows.apps.zotero.view import STYLES, view


def _init(path: Any, ctx: Context) -> Any:
    return opened(State(), ctx, str(path)) if path else (State(), ())


def _icon(p: Pen) -> None:
    p.box(0.06, 0.06, 0.88, 0.88, 0.14, 0xFFFFFF, 0xEDEDED)
    p.box(0.22, 0.20, 0.56, 0.13, 0.02, 0xCC2936)
    p.line([(0.70, 0.30), (0.30, 0.72)], 0.15, 0xCC2936)
    p.box(0.22, 0.68, 0.56, 0.13, 0.02, 0xCC2936)


def _page(p: Pen) -> None:
    p.box(0.16, 0.06, 0.68, 0.88, 0.05, 0x7F8A96)
    p.box(0.20, 0.10, 0.60, 0.80, 0.03, 0xFFFFFF)
    for n in range(4):
        p.box(0.30, 0.24 + 0.15 * n, 0.40 - 0.12 * (n == 3), 0.06, 0.02, 0x9AA7B5)


def _book(p: Pen) -> None:
    p.box(0.16, 0.08, 0.70, 0.84, 0.06, 0xA8323C, 0x86242D)
    p.box(0.26, 0.08, 0.05, 0.84, 0.0, 0x6D1C24)
    p.box(0.42, 0.24, 0.32, 0.10, 0.02, 0xF4DADA)


def _file(p: Pen) -> None:
    p.box(0.14, 0.05, 0.72, 0.90, 0.06, 0x9AA7B5)
    p.box(0.17, 0.08, 0.66, 0.84, 0.05, 0xFFFFFF)
    p.letter("Bib", 0.5, 0.52, 0.30, 0xCC2936)


_APP = App(
    name="zotero",
    title="Zotero",
    icon="zotero",
    art={"zotero": _icon, "zotero-page": _page, "zotero-book": _book, "file-bib": _file},
    styles=STYLES,
    program=Program(spoken=("Zotero",), category="Office", opens=(FileKind(("bib",), "BibTeX File", "file-bib"),)),
    initial=with_library,
    init=_init,
    view=view,
    on=HANDLERS,
    caption=lambda state: f"{state.collection.strip('#') or 'My Library'} - Zotero",
    tables=(ITEMS, COLLECTIONS),
    size=(980, 600),
    min_size=(420, 340),
    focus=TABLE,
    locate={"records": {"key": TABLE}},
)
APPS = (commanded(_APP, ITEM, WINDOW),)
