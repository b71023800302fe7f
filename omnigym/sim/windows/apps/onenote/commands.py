"""What can be done in OneNote: its commands, and the handlers of its messages."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.app import Context, Effect, Focus, Handler, Launch, OpenDialog, SetClipboard, SetFiles, ShowMenu
from omnigym.sim.commands import LINE, MENU, Command, Commands, delete_record, rows_of
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import Prompt, asking, tell
from omnigym.sim.files.kinds import extension
from omnigym.sim.handlers import saved, sets, toggles
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.sim.vfs import HOME, VfsError, base_name, native
from omnigym.sim.windows.apps.onenote.blocks.block import Block, text_of
from omnigym.sim.windows.apps.onenote.blocks.changing import Changing
from omnigym.sim.windows.apps.onenote.blocks.exporting import ENDINGS, exported
from omnigym.sim.windows.apps.onenote.blocks.paper import Writing
from omnigym.sim.windows.apps.onenote.state import (
    NAME,
    NOTEBOOKS,
    PAGES,
    PAPER,
    PAPERS,
    SECTIONS,
    TAGS,
    TINTS,
    TITLE,
    Notebook,
    Page,
    Result,
    Section,
    State,
    first_page,
    go_to,
    in_section,
    notebook_of,
)
from omnigym.sim.windows.file_kinds import app_for
from omnigym.values import ClipboardContent

# -- what can be done with pages --------------------------------------------------------------------------------------


def new_page(state: State, ctx: Context) -> Result:
    """A page more in the section that is open, its title to be written."""
    rows = PAGES.rows(ctx.vfs)
    page = Page(next_id(rows), "", state.section, created_ms=ctx.clock_ms)
    state, effects = first_page(state, ctx, state.section)
    return state._replace(page=page.id), (saved(PAGES, ctx, (*rows, page)), *effects, Focus(TITLE))


def titled(state: State, ctx: Context, title: str) -> Result:
    """The open page under another title."""
    rows = [p._replace(title=title) if p.id == state.page else p for p in PAGES.rows(ctx.vfs)]
    return state, (saved(PAGES, ctx, rows),)


def _page_deleted(state: State, ctx: Context, page: Page) -> Result:
    """Into the recycle bin; the page beside it is open then."""
    rows = [p._replace(deleted=True) if p == page else p for p in PAGES.rows(ctx.vfs)]
    left = [p for p in in_section(ctx.vfs, page.section) if p != page]
    if state.page == page.id:
        state = state._replace(page=left[0].id if left else 0, writing=Writing())
    return state, (saved(PAGES, ctx, rows),)


def _restored(state: State, ctx: Context, page: Page) -> Result:
    """Out of the bin; into the first section where its own is gone."""
    names = [s.name for s in SECTIONS.rows(ctx.vfs)]
    section = page.section if page.section in names else (names or [""])[0]
    if not section:
        return state, (tell(NAME, "There is no section to restore this page to. Create a section first.", "info"),)
    rows = [p._replace(deleted=False, section=section) if p == page else p for p in PAGES.rows(ctx.vfs)]
    return state, (saved(PAGES, ctx, rows),)


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
    return state._replace(section=section) if moved else state, (saved(PAGES, ctx, rows),)


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
    return state, (saved(PAGES, ctx, [p for p in PAGES.rows(ctx.vfs) if not p.deleted]),)


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
    Command(
        "purge", "Delete permanently", delete_record, None, "delete-dismiss", "", ("bin",), ask=lambda _: _FOR_EVER
    ),
    records=rows_of(PAGES, lambda state: state.page),
)

# -- what can be done with notebooks and sections ---------------------------------------------------------------------


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
    return state, (saved(SECTIONS, ctx, (*rows, section)), *effects)


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
    return state, (saved(SECTIONS, ctx, rows),)


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

# -- commands ---------------------------------------------------------------------------------------------------------


def _notebooks(state: State, ctx: Context) -> Result:
    here = notebook_of(state, ctx)
    lines = [
        MenuItem(f"onenote.notebooks.{n.name}", n.name, ("notebook", n.name), "notebook", checked=n.name == here)
        for n in NOTEBOOKS.rows(ctx.vfs)
    ]
    return state, (ShowMenu((*lines, SEPARATOR, *WINDOW.items("notebooks", state)), "onenote.notebook"),)


def _open_file(state: State, ctx: Context, block: Block) -> Result:
    app = app_for(block.text)
    if not app or not ctx.vfs.is_file(block.file):
        return state, (tell(NAME, f"{block.text} cannot be opened.", "info"),)
    return state, (Launch(app, block.file),)


def _picture_copied(state: State, ctx: Context, block: Block) -> Result:
    if not ctx.vfs.is_file(block.file):
        return state, (tell(NAME, f"{block.text} is missing.", "info"),)
    return state, (SetClipboard(ClipboardContent(image=ctx.vfs.read(block.file))),)


def _tagging(tag: str, shortcut: str) -> Command:
    def change(block: Block) -> Block:
        tags = tuple([t for t in block.tags if t != tag]) if tag in block.tags else (*block.tags, tag)
        return block._replace(tags=tags)

    name = tag.partition(" ")[0].lower()
    return Command(name, tag, change, None, TAGS[tag], shortcut, ("tag",), checked=lambda block: tag in block.tags)


CHANGING = Changing(PAPER, NAME, "{name}: OneNote can't insert this picture. The file may be damaged.")
_SHORTCUTS = {
    "todo": "ctrl+1",
    "heading": "ctrl+alt+1",
    "text": "ctrl+shift+n",
    "bullet": "ctrl+.",
    "number": "ctrl+/",
    "up": "shift+alt+up",
    "down": "shift+alt+down",
}
BLOCK = CHANGING.commands(
    _SHORTCUTS,
    *[_tagging(tag, f"ctrl+{n}") for n, tag in enumerate(TAGS, 2)],
    Command("tags", "Tag", icon="tag", opens="tag", places=(MENU,)),
    Command("open_file", "Open", None, _open_file, "open", "", (MENU,), lambda block: block.kind == "file"),
    Command("copy_image", "Copy picture", None, _picture_copied, "copy", "", (MENU,), lambda b: b.kind == "picture"),
)
_EMPTY = asking(NAME, "Permanently delete all pages in the recycle bin?", "Empty")


def _turned_pane(name: str) -> Handler:
    return lambda state, _ctx: (state._replace(pane="" if state.pane == name else name, query=""), ())


WINDOW = Commands(
    "onenote",
    *CHANGING.page_commands(),
    Command("find_tags", "Find tags", None, _turned_pane("tags"), "tag-search", "", ("home",)),
    Command("new_page", "Add page", None, new_page, "add", "ctrl+n", ("list",), lambda state: state.section),
    Command(
        "new_section", "New section", None, asks("New section", "Section name:", "section_new"), "add", "", ("tabs",)
    ),
    Command(
        "new_notebook",
        "New notebook",
        None,
        asks("New notebook", "Notebook name:", "notebook_new"),
        "notebook-add",
        "",
        ("notebooks",),
    ),
    Command("bin", "Notebook recycle bin", None, _turned_pane("bin"), "recycle", "", ("view",)),
    Command("empty_bin", "Empty recycle bin", None, empty_bin, "delete-dismiss", "", ("bin",), ask=lambda _: _EMPTY),
    Command("search", "Search", None, lambda s, _: (s, (Focus("onenote.search", 0, -1),)), "", "ctrl+e", ()),
)
HANDLERS: Mapping[str, Handler] = {
    **CHANGING.handlers(),
    "exported": export_to,
    "go": go_to,
    "notebook": lambda s, ctx, name: first_page(s, ctx, notebook=name),
    "notebook_new": new_notebook,
    "notebooks": _notebooks,
    "only_open": toggles("open_only"),
    "page_dropped": page_dropped,
    "page_menu": page_menu,
    "page_to": page_to,
    "query": sets("query"),
    "renamed": renamed,
    "section": lambda s, ctx, name: first_page(s, ctx, name),
    "section_menu": section_menu,
    "section_new": new_section,
    "section_to": section_to,
    "tab": sets("tab"),
    "first_line": lambda s, ctx, _text: CHANGING.handlers()["append"](s, ctx),
    "titled": titled,
}
