"""What Visual Studio Code does besides editing: search and replace in a folder, and extensions."""

from __future__ import annotations

import re
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.foreign.limits import EDITED_BYTES
from omnigym.sim.app import Context, OpenDialog, SetFiles
from omnigym.sim.common.message_box import MessageBox
from omnigym.sim.common.text_editor.state import edited
from omnigym.sim.documents.search import replace_all
from omnigym.sim.handlers import saved
from omnigym.sim.kinds.code.files import Files
from omnigym.sim.kinds.code.quick import go_line
from omnigym.sim.kinds.code.state import Result, State, Tab, files_below, is_saved
from omnigym.sim.kinds.code.view import side_page
from omnigym.sim.ui.nodes import FILL, Node, column, row
from omnigym.sim.ui.widgets import button, field, scroll, spacer, text
from omnigym.sim.vfs import Vfs, VfsError, base_name
from omnigym.sim.windows.apps.code_editor.state import EXTENSIONS, OFFERED, Extension, more_of
from omnigym.sim.work_budget import charge

# -- looking for a text in all files of the folder, and putting another one in its place ------------------------------

#: Larger files are not looked through; lines that are shown.
_LARGEST, _MOST_HITS = 200_000, 200
#: Units of work of a place that is replaced.
_REPLACED = 3


class Hit(NamedTuple):
    """A line that has the text: its file, its number from 1, what it says."""

    path: str
    line: int
    text: str


def _pattern(wanted: str, match_case: bool) -> re.Pattern[str]:
    return re.compile(re.escape(wanted), 0 if match_case else re.IGNORECASE)


def _text_of(vfs: Vfs, path: str) -> str | None:
    """The text of a file; None for one that has none."""
    content = vfs.content(path)
    if len(content) > _LARGEST or b"\0" in content:
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None


def hits_of(vfs: Vfs, folder: str, wanted: str, match_case: bool) -> tuple[Hit, ...]:
    """The lines of all files that have a text; of very large folders, of the first files."""
    found: list[Hit] = []
    if not wanted:
        return ()
    pattern = _pattern(wanted, match_case)
    looked = 0
    for path in files_below(vfs, folder):
        looked += len(vfs.content(path))
        if looked > EDITED_BYTES:
            break
        text = _text_of(vfs, path) or ""
        lines = enumerate(text.splitlines(), 1) if pattern.search(text) is not None else ()
        found += [Hit(path, number, line.strip()) for number, line in lines if pattern.search(line) is not None]
        if len(found) >= _MOST_HITS:
            break
    return tuple(found[:_MOST_HITS])


class Searching:
    """The handlers of the search.

    Args:
        files: What opens files.
    """

    def __init__(self, files: Files) -> None:
        self._files = files

    def shown(self, state: State, ctx: Context, path: str, line: int) -> Result:
        """A line that was found, in its file."""
        state, effects = self._files.open_path(state, ctx, path)
        tab = state.tab
        if tab is None or tab.path != path:
            return state, effects
        return go_line(state, ctx, line)

    def asked(self, state: State, ctx: Context, *_: str) -> Result:
        """Whether all of it is to be replaced."""
        more = more_of(state)
        hits = hits_of(ctx.vfs, state.folder, more.wanted, more.match_case)
        if not hits:
            return state, ()
        files = len({hit.path for hit in hits})
        where = f"{count_of(len(hits), 'line')} of {count_of(files, 'file')}"
        question = f"Replace “{more.wanted}” with “{more.new}” in {where}?"
        box = MessageBox(self._files.host.title, question, ("Replace", "Cancel"), "Cancel", "question")
        return state, (OpenDialog("message_box", box, ("replaced",)),)

    def replaced(self, state: State, ctx: Context, answer: str | None) -> Result:
        """All of it replaced, in files and in the tabs that show them."""
        if answer != "Replace":
            return state, ()
        more, vfs = more_of(state), ctx.vfs
        pattern = _pattern(more.wanted, more.match_case)
        try:
            for path in files_below(vfs, state.folder):
                text = _text_of(vfs, path)
                found = len(pattern.findall(text)) if text is not None else 0
                if text is None or not found:
                    continue
                if len(text) + found * (len(more.new) - len(more.wanted)) > EDITED_BYTES:
                    return state, (self._files.told(f"{base_name(path)} would be too large to open."),)
                charge(_REPLACED * found)
                vfs = vfs.write(path, pattern.sub(lambda _: more.new, text).encode(), ctx.clock_ms)
        except VfsError as e:
            return state, (self._files.told(str(e)),)
        changed = [self._in_tab(tab, ctx.vfs, vfs, more.wanted, more.new, more.match_case) for tab in state.tabs]
        return state._replace(tabs=tuple(changed)), (SetFiles(vfs),)

    def _in_tab(self, tab: Tab, before: Vfs, vfs: Vfs, wanted: str, new: str, match_case: bool) -> Tab:
        """A tab whose file was changed shows that; what was not saved in it stays so."""
        if not tab.path or before.content(tab.path) == vfs.content(tab.path):
            return tab
        edit, _ = replace_all(tab.edit, wanted, new, match_case)
        after = edited(tab, edit)
        return after._replace(saved=after.edit.document) if is_saved(tab) else after


# -- what the marketplace has, and what can be done to one ------------------------------------------------------------


def _kept(state: State, ctx: Context, rows: list[Extension]) -> Result:
    return state, (saved(EXTENSIONS, ctx, rows),)


def _install(state: State, ctx: Context, extension: str) -> Result:
    rows = list(EXTENSIONS.rows(ctx.vfs))
    if extension in [r.id for r in rows] or extension not in OFFERED:
        return state, ()
    return _kept(state, ctx, [*rows, Extension(extension, OFFERED[extension][0])])


def _uninstall(state: State, ctx: Context, extension: str) -> Result:
    return _kept(state, ctx, [r for r in EXTENSIONS.rows(ctx.vfs) if r.id != extension])


def _turn(state: State, ctx: Context, extension: str) -> Result:
    """A disabled one enabled, an enabled one disabled."""
    rows = [r._replace(enabled=not r.enabled) if r.id == extension else r for r in EXTENSIONS.rows(ctx.vfs)]
    return _kept(state, ctx, rows)


EXTENDING = {"install": _install, "uninstall": _uninstall, "turn": _turn}


def _line(extension: str, known: Extension | None) -> Node:
    name, publisher, about = OFFERED[extension]
    actions: tuple[Node, ...]
    if known is None:
        actions = (button(f"code.install.{extension}", "Install", style="code_push", click=("install", extension)),)
    else:
        said = "Disable" if known.enabled else "Enable"
        actions = (
            button(f"code.turn.{extension}", said, style="code_chip", click=("turn", extension)),
            button(f"code.uninstall.{extension}", "Uninstall", style="code_chip", click=("uninstall", extension)),
        )
    off = " (disabled)" if known is not None and not known.enabled else ""
    return column(
        text(f"{name}{off}", style="code_head", w=FILL),
        text(about, style="code_faint", role=None, wrap=True, w=FILL),
        row(text(publisher, style="code_faint", role=None), spacer(), *actions, gap=4),
        key=f"code.extension.{extension}",
        role=Role.LIST_ITEM,
        name=name,
        style="code_line",
        pad=(14, 6),
        gap=3,
    )


def extensions_page(state: State, ctx: Context) -> Node:
    """The installed ones, then the others, of those whose names have what is searched for."""
    more = more_of(state)
    known = {r.id: r for r in EXTENSIONS.rows(ctx.vfs)}
    wanted = more.query.strip().casefold()
    found = [e for e, said in OFFERED.items() if wanted in " ".join(said).casefold()]
    groups = (
        ("INSTALLED", [e for e in found if e in known]),
        ("MARKETPLACE", [e for e in found if e not in known]),
    )
    lines: list[Node] = []
    for title, members in groups:
        head = text(f"{title}  {len(members)}", style="code_head", role=Role.HEADING)
        lines += [row(head, h=26, pad=(14, 0)), *[_line(e, known.get(e)) for e in members]]
    search = field(
        "code.extensions.search",
        more.query,
        name="Search Extensions in Marketplace",
        placeholder="Search Extensions",
        style="code",
        change=("extension_query",),
    )
    return side_page("Extensions", row(search, pad=(12, 0)), scroll("code.extensions", column(*lines), style="code"))
