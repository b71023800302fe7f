"""What can be done in OneNote: its commands, and the handlers of its messages."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, Focus, Handler, Launch, SetClipboard, ShowMenu
from omnigym.devices.sim.commands import MENU, Command, Commands
from omnigym.devices.sim.kinds.blocks.block import Block
from omnigym.devices.sim.kinds.blocks.changing import Changing
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.devices.sim.windows.apps.dialogs.message_box import asking, tell
from omnigym.devices.sim.windows.apps.onenote.notes import NOTEBOOKS, PAPER, TAGS
from omnigym.devices.sim.windows.apps.onenote.pages import (
    empty_bin,
    export_to,
    new_page,
    page_dropped,
    page_menu,
    page_to,
    titled,
)
from omnigym.devices.sim.windows.apps.onenote.sections import (
    asks,
    new_notebook,
    new_section,
    renamed,
    section_menu,
    section_to,
)
from omnigym.devices.sim.windows.apps.onenote.state import NAME, Result, State, first_page, go_to, notebook_of
from omnigym.devices.sim.windows.file_kinds import app_for

__all__ = ["BLOCK", "CHANGING", "HANDLERS", "WINDOW"]


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
    "only_open": lambda s, _: (s._replace(open_only=not s.open_only), ()),
    "page_dropped": page_dropped,
    "page_menu": page_menu,
    "page_to": page_to,
    "query": lambda s, _, query: (s._replace(query=query), ()),
    "renamed": renamed,
    "section": lambda s, ctx, name: first_page(s, ctx, name),
    "section_menu": section_menu,
    "section_new": new_section,
    "section_to": section_to,
    "tab": lambda s, _, name: (s._replace(tab=name), ()),
    "first_line": lambda s, ctx, _text: CHANGING.handlers()["append"](s, ctx),
    "titled": titled,
}
