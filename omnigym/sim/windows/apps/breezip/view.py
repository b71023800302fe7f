"""The window of BreeZip: pages at the left; an archive with a preview, or the files of a new one."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.documents.zip_outline import ListedFile
from omnigym.pictures import picture_size
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR
from omnigym.sim.ui.controls import photo
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, state_flags
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import Entry, icon, list_view, separator, spacer, text
from omnigym.sim.vfs import Stat, base_name, native
from omnigym.sim.windows.apps.breezip.state import ARCHIVE, MAKER, NEW, WINDOW, State, content_of, outline
from omnigym.sim.windows.file_kinds import date_text, icon_of

ui = Scope("breezip")
_LIST, _NAV, _SIDE, _SIZE, _DATE = "breezip.items", 96, 220, 84, 140
#: The lines and letters of a text that are shown beside its name.
_LINES, _LETTERS = 16, 34


def _nav(state: State) -> Node:
    return column(
        *WINDOW.buttons("nav", state, labelled=True, style="breezip_nav", w=84),
        style="breezip_nav",
        pad=6,
        gap=4,
        h=FILL,
        role=Role.PANE,
        name="Pages",
    )


def _tile(key: str, image: str, title: str, said: str, message: str) -> Node:
    return column(
        icon(image, size=40, style="accent"),
        ui.text(title, "name", role=None),
        ui.text(said, "/caption", role=None, wrap=True, w=FILL),
        style="breezip_tile",
        key=f"breezip.{key}",
        role=Role.BUTTON,
        name=title,
        w=230,
        h=150,
        pad=16,
        gap=10,
        click=(message,),
    )


def _home() -> Node:
    return column(
        ui.text("Archives made easy", "head", role=Role.HEADING),
        row(
            _tile(
                "tile.open",
                "folder-open",
                "Open an archive",
                "Look into it, preview files, take them out.",
                "open_archive",
            ),
            _tile(
                "tile.new", "archive", "Create an archive", "Of any files, with a password if you like.", "new_archive"
            ),
            gap=16,
            align="start",
        ),
        pad=(32, 28),
        gap=20,
        h=FILL,
    )


def _row(entry: Entry, selected: bool, key: str) -> Node:
    file: ListedFile = entry.data
    return row(
        icon(icon_of(Stat(base_name(file.name), file.name, False, file.size, file.mtime_ms)), size=18),
        text(file.name, w=FILL, role=None),
        text(f"{file.size:,} B", style="caption", w=_SIZE, role=None),
        text(date_text(file.mtime_ms), style="caption", w=_DATE, role=None),
        key=f"{key}.{entry.id}",
        role=Role.LIST_ITEM,
        name=file.name,
        style="breezip_row",
        flags=state_flags(selected=selected, checked=selected),
        h=32,
        pad=(10, 0),
        gap=10,
    )


def _bar(state: State) -> Node:
    return row(
        *ARCHIVE.buttons(BAR, state, labelled=True, style="breezip_tool"),
        style="breezip_bar",
        pad=(6, 3),
        gap=0,
        role=Role.TOOLBAR,
        name="Archive",
    )


def _about(path: str, count: int, locked: bool, comment: str) -> Node:
    return row(
        icon("lock-closed", size=16, alt="Protected") if locked else None,
        ui.text(base_name(path), "name", w=FILL),
        ui.text(comment, "/caption", key="said", name=f"Comment: {comment}") if comment else None,
        ui.text(count_of(count, "file"), "/muted"),
        pad=(14, 8),
        gap=10,
    )


def _preview(name: str, content: bytes | None) -> Node:
    size = picture_size(content) if content else None
    if not name:
        shown = ui.text("Select a file to see it here.", "/muted", wrap=True, w=FILL)
    elif content is None:
        shown = ui.text("This file is protected.", "/muted", wrap=True, w=FILL)
    elif size is not None:
        scale = min((_SIDE - 24) / size[0], 240 / size[1])
        wide, high = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
        shown = photo(content, w=wide, h=high, name=f"Preview of {base_name(name)}", key="breezip.shown")
    else:
        lines = content.decode("utf-8", "replace").split("\n") if b"\0" not in content[:1000] else ["No preview."]
        inside = [text(line[:_LETTERS], w=FILL) for line in lines[:_LINES]]
        shown = column(*inside, gap=2, key="breezip.shown")
    return column(
        ui.text("Preview", "name", role=Role.HEADING),
        ui.text(base_name(name), "/caption") if name else None,
        separator(),
        shown,
        style="breezip_side",
        pad=12,
        gap=8,
        h=FILL,
        role=Role.PANE,
        name="Preview",
    )


def _new(state: State, sizes: tuple[str, ...]) -> Node:
    def line(key: str, label: str, value: str, password: bool = False) -> Node:
        inside = ui.field(key, value, label, style="/", w=280, password=password, placeholder="Optional")
        return row(ui.text(label, "label", w=90, role=None), inside, gap=8)

    chosen = state.jobs.chosen or None
    return column(
        ui.text("New archive", "head", role=Role.HEADING),
        row(
            *NEW.buttons(BAR, state, labelled=True, style="breezip"),
            spacer(),
            *MAKER.sources.buttons(BAR, chosen, style="nav"),
            gap=8,
        ),
        MAKER.source_list(ui, state.jobs, sizes, "Add the files that belong into the archive, or paste them."),
        line("new_name", "Name", state.name),
        line("new_secret", "Password", state.secret, password=True),
        line("new_comment", "Comment", state.comment),
        MAKER.made_bar(ui, state.jobs.made),
        pad=(24, 18),
        gap=10,
        h=FILL,
    )


def _archive(state: State, ctx: Context) -> Node:
    found = outline(ctx, state)
    files = found.files if found is not None else ()
    entries = tuple([Entry(f.name, base_name(f.name), f) for f in sorted(files, key=lambda f: f.name.casefold())])
    one = state.selected[0] if len(state.selected) == 1 else ""
    listing = list_view(
        _LIST,
        entries,
        _row,
        name="Files",
        row_h=32,
        selected=state.selected,
        cursor=state.cursor,
        multi=True,
        style="content",
        empty="This archive is empty." if found is not None else "This archive is not there any more, or damaged.",
        args=(_LIST,),
        select=("select",),
        context=("menu",),
    )
    told = (found.locked, found.comment) if found is not None else (False, "")
    return column(
        panel(_bar, state),
        panel(_about, state.archive, len(files), *told),
        row(
            listing,
            panel(_preview, one, content_of(ctx, state, one) if one else None, w=_SIDE, h=FILL)
            if state.preview
            else None,
            h=FILL,
            align="stretch",
        ),
        MAKER.made_bar(ui, state.jobs.made, "Extracted to {}."),
        h=FILL,
    )


def view(state: State, ctx: Context) -> Node:
    """The window."""
    match state.page:
        case "archive":
            inside: Node = _archive(state, ctx)
        case "new":
            sizes = tuple([native(path) for path in state.jobs.sources])
            inside = _new(state, sizes)
        case _:
            inside = _home()
    return row(panel(_nav, state, w=_NAV, h=FILL), inside, style="breezip", h=FILL, align="stretch")
