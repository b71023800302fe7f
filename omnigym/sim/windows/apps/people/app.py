"""People: its declaration."""

from __future__ import annotations

from typing import Any

from omnigym.sim.app import App, Context
from omnigym.sim.commands import commanded
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import FileKind, Program
from omnigym.sim.windows.apps.people.commands import HANDLERS, LIST, PERSON, WINDOW, State, opened
from omnigym.sim.windows.apps.people.view import STYLES, view
from omnigym.sim.windows.contacts import CONTACTS, with_contacts


def _init(path: Any, ctx: Context) -> Any:
    return opened(State(), ctx, str(path)) if path else (State(), ())


def _icon(p: Pen) -> None:
    p.disc(0.66, 0.34, 0.17, 0xC9A4DC)
    p.box(0.46, 0.54, 0.44, 0.34, 0.17, 0xC9A4DC, 0xB488CC)
    p.disc(0.38, 0.36, 0.22, 0x8B4FB0)
    p.box(0.08, 0.60, 0.60, 0.34, 0.17, 0x8B4FB0, 0x6A3390)


def _file(p: Pen) -> None:
    p.box(0.06, 0.16, 0.88, 0.68, 0.08, 0xA98BBE)
    p.box(0.09, 0.19, 0.82, 0.62, 0.06, 0xFFFFFF, 0xF3EAF8)
    p.disc(0.32, 0.42, 0.11, 0x8B4FB0)
    p.box(0.17, 0.55, 0.30, 0.16, 0.08, 0x8B4FB0)
    for n in range(3):
        p.box(0.56, 0.34 + 0.14 * n, 0.27 - 0.07 * (n == 2), 0.06, 0.03, 0xB9A5C6)


_APP = App(
    name="people",
    title="People",
    icon="people-app",
    art={"people-app": _icon, "file-vcf": _file},
    styles=STYLES,
    program=Program(
        spoken=("People", "the People app"),
        category="Social Communication",
        opens=(FileKind(("vcf",), "vCard File", "file-vcf"),),
    ),
    initial=with_contacts,
    init=_init,
    view=view,
    on=HANDLERS,
    keys=(("escape", ("cancel",)), ("ctrl+s", ("save",))),
    tables=(CONTACTS,),
    size=(860, 580),
    min_size=(360, 400),
    locate={"records": {"key": LIST}},
)
APPS = (commanded(_APP, PERSON, WINDOW),)
