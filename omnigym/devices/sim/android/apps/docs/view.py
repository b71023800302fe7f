"""The screens of Docs: the documents, and one of them."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.android.apps.drive.store import inside
from omnigym.devices.sim.android.apps.drive.view import below
from omnigym.devices.sim.android.kit import action, empty, fab, screen
from omnigym.devices.sim.android.moments import day_text, local
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.documents.edit import Edit, current_format
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, panel, row
from omnigym.devices.sim.ui.widgets import Entry, MenuItem, button, document, field, icon, list_view, text, toggle
from omnigym.devices.sim.vfs import base_name
from omnigym.documents import Document

__all__ = ["LIST", "PAGE", "State", "tools_of", "view"]

LIST, PAGE = "docs.list", "docs.page"
_ROW, _MARGINS = 70, (22, 18, 22, 40)


class State(NamedTuple):
    """Where one is.

    Attributes:
        edit: The document that is open.
        saved: As it is in its file.
        path: Of that, or "".
        query: What is searched for.
        waits: Whether it was arranged that what is typed is kept.
    """

    edit: Edit = Edit()
    saved: Document = Document()
    path: str = ""
    query: str = ""
    waits: bool = False


def _line(entry: Entry, _selected: bool) -> Node:
    folder, when = entry.data
    return row(
        icon("m/description", size=28, style="accent"),
        column(
            text(entry.text, style="body", w=FILL, role=None),
            text(f"{f'{folder} · ' if folder else ''}{when}", style="muted", w=FILL, role=None),
            gap=2,
        ),
        style="item",
        key=f"docs.file.{entry.text}",
        role=Role.LIST_ITEM,
        name=entry.text,
        w=FILL,
        h=_ROW,
        pad=(18, 0),
        gap=18,
        click=("open", entry.id),
    )


def _home(state: State, ctx: Context) -> Node:
    wanted, now = state.query.strip().casefold(), local(ctx.clock_ms, ctx.settings)
    found = [e for e in below(ctx.vfs) if e.name.lower().endswith(".docx") and wanted in e.name.casefold()]
    entries = tuple(
        [
            Entry(
                e.path,
                e.name.rpartition(".")[0],
                (inside(e.path).rpartition("/")[0], day_text(local(e.mtime_ms, ctx.settings), now, ctx.settings)),
            )
            for e in found
        ]
    )
    search = field(
        "docs.search",
        state.query,
        name="Search Docs",
        placeholder="Search Docs",
        style="search",
        search=True,
        icon="m/search",
        change=("query",),
    )
    body: Element = list_view(LIST, entries, _line, name="Documents", row_h=_ROW)
    if not entries:
        body = empty("description", "No results" if wanted else "No documents")
    return screen(
        "docs", "Docs", row(search, pad=(14, 10)), body, floating=fab("docs.new", "add", "New document", ("new",))
    )


_MENU = (
    MenuItem("docs.menu.rename", "Rename", ("rename",), icon="m/edit"),
    MenuItem("docs.menu.share", "Send a copy", ("share",), icon="m/reply"),
)


def tools_of(edit: Edit) -> tuple[tuple[bool, bool, bool, bool, str], bool, bool]:
    """What the tools show of the place where the caret is, and whether something can be undone or done again."""
    shown, paragraph = current_format(edit), edit.document.paragraphs[edit.caret[0]]
    here = (shown.bold, shown.italic, shown.underline, paragraph.list == "bullet", paragraph.style)
    return here, bool(edit.undos), bool(edit.redos)


def _bar(name: str, undone: bool, redone: bool) -> Node:
    return row(
        button("docs.done", icon="m/check", name="Done", style="icon", click=("back",)),
        row(
            text(name, style="heading", w=FILL, role=None),
            key="docs.title",
            role=Role.HEADING,
            name=name,
            h=48,
            pad=(4, 0),
            click=("rename",),
        ),
        button("docs.undo", icon="m/undo", name="Undo", style="icon", disabled=not undone, click=("undo",)),
        button("docs.redo", icon="m/redo", name="Redo", style="icon", disabled=not redone, click=("redo",)),
        action("docs.more", "more_vert", "More options", menu=_MENU),
        h=64,
        pad=(4, 0, 6, 0),
    )


def _tools(bold: bool, italic: bool, underline: bool, bullets: bool, style: str) -> Node:
    def tool(key: str, image: str, name: str, checked: bool) -> Node:
        return toggle(f"docs.{key}", icon=f"m/{image}", name=name, style="icon", checked=checked, click=(key,))

    return row(
        tool("bold", "format_bold", "Bold", bold),
        tool("italic", "format_italic", "Italic", italic),
        tool("underline", "format_underlined", "Underline", underline),
        tool("bullets", "format_list_bulleted", "Bulleted list", bullets),
        button("docs.style", style, icon="m/title", style="text", click=("pick_style",)),
        style="nav",
        h=56,
        pad=(6, 0),
        gap=2,
        role=Role.TOOLBAR,
        name="Format",
    )


def _writing(state: State, ctx: Context) -> Node:
    edit = state.edit
    name, (tools, *done) = base_name(state.path), tools_of(edit)
    page = document(
        PAGE, edit, name=f"{name.rpartition('.')[0]} content", change=("edit",), page=ctx.w, margins=_MARGINS
    )
    bar = panel(_bar, name.rpartition(".")[0], *done)
    return screen("docs", name.rpartition(".")[0], bar, page, panel(_tools, *tools))


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    return _writing(state, ctx) if state.path else _home(state, ctx)
