"""What can be done with notebooks and sections."""

from __future__ import annotations

from omnigym.devices.sim.app import Context, Effect, Handler, OpenDialog, SetFiles, ShowMenu
from omnigym.devices.sim.commands import MENU, Command, Commands, rows_of
from omnigym.devices.sim.tables.table import next_id
from omnigym.devices.sim.ui.widgets import MenuItem
from omnigym.devices.sim.windows.apps.dialogs.message_box import asking, tell
from omnigym.devices.sim.windows.apps.dialogs.prompt import Prompt
from omnigym.devices.sim.windows.apps.onenote.notes import NOTEBOOKS, PAGES, SECTIONS, TINTS, Notebook, Section
from omnigym.devices.sim.windows.apps.onenote.state import NAME, Result, State, first_page, notebook_of

__all__ = ["SECTION", "asks", "new_notebook", "new_section", "renamed", "section_menu", "section_to"]


def asks(title: str, question: str, reply: str) -> Handler:
    """A handler that asks for a name."""
    return lambda state, _ctx: (state, (OpenDialog("prompt", Prompt(title, question), (reply,)),))


def _taken(name: str) -> tuple[Effect, ...]:
    return (tell(NAME, f"There is already one called “{name}”. Choose another name.", "warning"),)


def _add_section(state: State, ctx: Context, notebook: str, name: str) -> Result:
    rows = SECTIONS.rows(ctx.vfs)
    if name.casefold() in [s.name.casefold() for s in rows]:
        return state, _taken(name)
    number = next_id(rows)
    section = Section(number, name, notebook, TINTS[number % len(TINTS)])
    state, effects = first_page(state, ctx, name)
    return state, (SetFiles(SECTIONS.written(ctx.vfs, (*rows, section), ctx.clock_ms)), *effects)


def new_section(state: State, ctx: Context, name: str | None) -> Result:
    """A section more in the notebook that is open."""
    name = " ".join((name or "").split())
    return _add_section(state, ctx, notebook_of(state, ctx), name) if name else (state, ())


def new_notebook(state: State, ctx: Context, name: str | None) -> Result:
    """A notebook, with a section to begin with."""
    name, rows = " ".join((name or "").split()), NOTEBOOKS.rows(ctx.vfs)
    if not name:
        return state, ()
    if name.casefold() in [n.name.casefold() for n in rows]:
        return state, _taken(name)
    vfs = NOTEBOOKS.written(ctx.vfs, (*rows, Notebook(next_id(rows), name)), ctx.clock_ms)
    return _add_section(state, ctx._replace(vfs=vfs), name, f"{name} notes")


def renamed(state: State, ctx: Context, number: int, name: str | None) -> Result:
    """A section under another name, and so its pages."""
    name, rows = " ".join((name or "").split()), SECTIONS.rows(ctx.vfs)
    old = next((s for s in rows if s.id == number), None)
    if old is None or name in ("", old.name):
        return state, ()
    if name.casefold() in [s.name.casefold() for s in rows if s != old]:
        return state, _taken(name)
    vfs = SECTIONS.written(ctx.vfs, [s._replace(name=name) if s == old else s for s in rows], ctx.clock_ms)
    pages = [p._replace(section=name) if p.section == old.name else p for p in PAGES.rows(vfs)]
    state = state._replace(section=name if state.section == old.name else state.section)
    return state, (SetFiles(PAGES.written(vfs, pages, ctx.clock_ms)),)


def _ask_name(state: State, _ctx: Context, section: Section) -> Result:
    prompt = Prompt("Rename section", "Section name:", section.name, button="Rename")
    return state, (OpenDialog("prompt", prompt, ("renamed", section.id)),)


def _section_deleted(state: State, ctx: Context, section: Section) -> Result:
    """Its pages go to the recycle bin."""
    pages = [p._replace(deleted=True) if p.section == section.name else p for p in PAGES.rows(ctx.vfs)]
    vfs = PAGES.written(ctx.vfs, pages, ctx.clock_ms)
    vfs = SECTIONS.written(vfs, [s for s in SECTIONS.rows(vfs) if s != section], ctx.clock_ms)
    if state.section == section.name:
        state, _ = first_page(state, ctx._replace(vfs=vfs))
    return state, (SetFiles(vfs),)


def section_menu(state: State, ctx: Context, number: int) -> Result:
    """The context menu of a section."""
    section = next((s for s in SECTIONS.rows(ctx.vfs) if s.id == number), None)
    if section is None:
        return state, ()
    others = [n.name for n in NOTEBOOKS.rows(ctx.vfs) if n.name != section.notebook]
    lines = tuple([MenuItem(f"onenote.section_to.{name}", name, ("section_to", number, name)) for name in others])
    move = MenuItem("onenote.section.move", "Move to notebook", icon="notebook", enabled=bool(lines), items=lines)
    return state, (ShowMenu((*SECTION.items(MENU, section, number), move)),)


def section_to(state: State, ctx: Context, number: int, notebook: str) -> Result:
    """A section moved to another notebook."""
    rows = [s._replace(notebook=notebook) if s.id == number else s for s in SECTIONS.rows(ctx.vfs)]
    return state, (SetFiles(SECTIONS.written(ctx.vfs, rows, ctx.clock_ms)),)


def _tint(name: str) -> Command:
    return Command(
        f"tint_{name}",
        name.capitalize(),
        change=lambda section: section._replace(tint=name),
        places=("tint",),
        checked=lambda section: section.tint == name,
    )


_SURE = asking(NAME, "Delete this section? Its pages go to the recycle bin.", "Delete")
SECTION = Commands(
    "onenote.section",
    Command("rename", "Rename section", None, _ask_name, "rename", "", (MENU,)),
    Command("tint", "Section color", icon="color", opens="tint", places=(MENU,)),
    *[_tint(name) for name in TINTS],
    Command("delete_section", "Delete section", None, _section_deleted, "delete", "", (MENU,), ask=lambda _: _SURE),
    records=rows_of(SECTIONS, lambda _state: 0)._replace(where={}),
)
