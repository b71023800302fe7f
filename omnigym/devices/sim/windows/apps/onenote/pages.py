"""What can be done with pages."""

from __future__ import annotations

from collections.abc import Iterable

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, Focus, OpenDialog, SetClipboard, SetFiles, ShowMenu
from omnigym.devices.sim.commands import LINE, MENU, Command, Commands, gone, rows_of
from omnigym.devices.sim.files.kinds import extension
from omnigym.devices.sim.kinds.blocks.block import text_of
from omnigym.devices.sim.kinds.blocks.exporting import ENDINGS, exported
from omnigym.devices.sim.kinds.blocks.paper import Writing
from omnigym.devices.sim.tables.table import next_id
from omnigym.devices.sim.ui.widgets import MenuItem
from omnigym.devices.sim.vfs import HOME, VfsError, base_name, native
from omnigym.devices.sim.windows.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.windows.apps.dialogs.message_box import asking, tell
from omnigym.devices.sim.windows.apps.onenote.notes import PAGES, PAPERS, SECTIONS, Page, in_section
from omnigym.devices.sim.windows.apps.onenote.state import NAME, TITLE, Result, State, first_page

__all__ = ["PAGE", "empty_bin", "export_to", "new_page", "page_dropped", "page_menu", "page_to", "titled"]


def _pages(ctx: Context, rows: Iterable[Page]) -> SetFiles:
    return SetFiles(PAGES.written(ctx.vfs, rows, ctx.clock_ms))


def new_page(state: State, ctx: Context) -> Result:
    """A page more in the section that is open, its title to be written."""
    rows = PAGES.rows(ctx.vfs)
    page = Page(next_id(rows), "", state.section, created_ms=ctx.clock_ms)
    state, effects = first_page(state, ctx, state.section)
    return state._replace(page=page.id), (_pages(ctx, (*rows, page)), *effects, Focus(TITLE))


def titled(state: State, ctx: Context, title: str) -> Result:
    """The open page under another title."""
    rows = [p._replace(title=title) if p.id == state.page else p for p in PAGES.rows(ctx.vfs)]
    return state, (_pages(ctx, rows),)


def _page_deleted(state: State, ctx: Context, page: Page) -> Result:
    """Into the recycle bin; the page beside it is open then."""
    rows = [p._replace(deleted=True) if p == page else p for p in PAGES.rows(ctx.vfs)]
    left = [p for p in in_section(ctx.vfs, page.section) if p != page]
    if state.page == page.id:
        state = state._replace(page=left[0].id if left else 0, writing=Writing())
    return state, (_pages(ctx, rows),)


def _restored(state: State, ctx: Context, page: Page) -> Result:
    """Out of the bin; into the first section where its own is gone."""
    names = [s.name for s in SECTIONS.rows(ctx.vfs)]
    section = page.section if page.section in names else (names or [""])[0]
    if not section:
        return state, (tell(NAME, "There is no section to restore this page to. Create a section first.", "info"),)
    rows = [p._replace(deleted=False, section=section) if p == page else p for p in PAGES.rows(ctx.vfs)]
    return state, (_pages(ctx, rows),)


def page_menu(state: State, ctx: Context, number: int) -> Result:
    """The context menu of a page."""
    page = next((p for p in PAGES.rows(ctx.vfs) if p.id == number), None)
    if page is None:
        return state, ()
    names = [s.name for s in SECTIONS.rows(ctx.vfs) if s.name != page.section]
    lines = tuple([MenuItem(f"onenote.page_to.{name}", name, ("page_to", number, name)) for name in names])
    move = MenuItem("onenote.menu.move", "Move to section", icon="arrow-move", enabled=bool(lines), items=lines)
    return state, (ShowMenu((*PAGE.items(MENU, page, number), move)),)


def page_to(state: State, ctx: Context, number: int, section: str) -> Result:
    """A page moved to another section."""
    rows = [p._replace(section=section) if p.id == number else p for p in PAGES.rows(ctx.vfs)]
    moved = state.page == number
    return state._replace(section=section) if moved else state, (_pages(ctx, rows),)


def page_dropped(state: State, ctx: Context, section: str, payload: object) -> Result:
    """A page of the list dropped on the tab of a section."""
    match payload:
        case ("page", int(number)):
            return page_to(state, ctx, number, section)
    return state, ()


def _copied(state: State, _ctx: Context, page: Page) -> Result:
    said = "\n".join(filter(None, (page.title, text_of(page.blocks))))
    return state, (SetClipboard(ClipboardContent(text=said)),)


def _ask_export(state: State, _ctx: Context, page: Page) -> Result:
    name = "".join([c for c in page.name if c not in '<>:"/\\|?*']).strip(". ") or "Page"
    dialog = FileDialog(True, f"{HOME}/Documents", f"{name}.pdf", ENDINGS)
    return state, (OpenDialog("file_dialog", dialog, ("exported", page.id)),)


def export_to(state: State, ctx: Context, number: int, path: str | None) -> Result:
    """A page written into a file of the kind that its name says."""
    page = next((p for p in PAGES.rows(ctx.vfs) if p.id == number), None)
    if path is None or page is None:
        return state, ()
    ending = extension(base_name(path))
    known = [end for _, end in ENDINGS]

    def read(file: str) -> bytes:
        return ctx.vfs.read(file) if ctx.vfs.is_file(file) else b""

    content = exported(page.title, page.blocks, ending if ending in known else known[0], read)
    try:
        return state, (SetFiles(ctx.vfs.write(path, content, ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(NAME, f"{native(path)}\n{e}"),)


def empty_bin(state: State, ctx: Context) -> Result:
    """The pages in the recycle bin are gone for good."""
    return state, (_pages(ctx, [p for p in PAGES.rows(ctx.vfs) if not p.deleted]),)


_FOR_EVER = asking(NAME, "Permanently delete this page?", "Delete")


def _paper(name: str) -> Command:
    return Command(
        f"paper_{name or 'plain'}",
        name.capitalize() or "No color",
        change=lambda page: page._replace(paper=name),
        places=("paper",),
        checked=lambda page: page.paper == name,
    )


PAGE = Commands(
    "onenote",
    Command("copy_page", "Copy page text", None, _copied, "copy", "", ("edit", MENU)),
    Command(
        "subpage",
        "Subpage",
        change=lambda page: page._replace(level=1 - page.level),
        icon="text-indent-increase",
        shortcut="ctrl+alt+]",
        places=("view", MENU),
        checked=lambda page: page.level > 0,
    ),
    Command("paper", "Page color", icon="paint-bucket", opens="paper", places=("view",)),
    *[_paper(name) for name in PAPERS],
    Command("export", "Export page", None, _ask_export, "arrow-export", "", ("view", MENU)),
    LINE,
    Command("delete_page", "Delete page", None, _page_deleted, "delete", "", ("view", MENU)),
    Command("restore", "Restore", None, _restored, "delete-arrow-back", "", ("bin",)),
    Command("purge", "Delete permanently", gone, None, "delete-dismiss", "", ("bin",), ask=lambda _: _FOR_EVER),
    records=rows_of(PAGES, lambda state: state.page),
)
