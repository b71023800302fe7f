"""What an Impress window looks like below its title: menus, toolbar, the pane of slides, the slide, its notes."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.documents.slides import Deck
from omnigym.sim.app import Context
from omnigym.sim.kinds.deck.slide_view import RATIO, SlideView
from omnigym.sim.kinds.deck.state import State, shown
from omnigym.sim.linux.office import Menu, menu_bar, status_bar, tool, toolbar
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, scroll, text

# -- the menus of Impress ---------------------------------------------------------------------------------------------


def _item(key: str, label: str, msg: tuple[object, ...], keys: str = "") -> MenuItem:
    return MenuItem(f"impress.menu.{key}", label, msg, "", keys)


_MOVES = (
    _item("to_start", "Slide to Start", ("move", "start"), "Ctrl+Shift+Up"),
    _item("move_up", "Slide Up", ("move", "up"), "Ctrl+Up"),
    _item("move_down", "Slide Down", ("move", "down"), "Ctrl+Down"),
    _item("to_end", "Slide to End", ("move", "end"), "Ctrl+Shift+Down"),
)
_MENUS_SLIDE = (
    _item("new_slide", "New Slide", ("new_slide",), "Ctrl+M"),
    _item("duplicate", "Duplicate Slide", ("duplicate",)),
    _item("delete_slide", "Delete Slide", ("delete_slide",)),
    _item("hide", "Hide Slide", ("hide",)),
)

MENUS: tuple[Menu, ...] = (
    (
        "File",
        (
            _item("new", "New", ("new",), "Ctrl+N"),
            _item("open", "Open...", ("open",), "Ctrl+O"),
            None,
            _item("save", "Save", ("save",), "Ctrl+S"),
            _item("save_as", "Save As...", ("save_as",), "Ctrl+Shift+S"),
            _item("export_pdf", "Export as PDF...", ("export_pdf",)),
            None,
            _item("exit", "Exit LibreOffice", ("close_key",), "Ctrl+Q"),
        ),
    ),
    (
        "Edit",
        (
            _item("undo", "Undo", ("undo",), "Ctrl+Z"),
            _item("redo", "Redo", ("redo",), "Ctrl+Y"),
            None,
            _item("cut", "Cut", ("cut",), "Ctrl+X"),
            _item("copy", "Copy", ("copy",), "Ctrl+C"),
            _item("paste", "Paste", ("paste",), "Ctrl+V"),
        ),
    ),
    ("View", (_item("normal", "Normal", ("view", "normal")), _item("notes", "Notes", ("view", "notes")))),
    ("Insert", (_item("image", "Image...", ("image",)), _item("text_box", "Text Box", ("text_box",), "F2"))),
    (
        "Format",
        (
            MenuItem(
                "impress.menu.images",
                "Image",
                items=(
                    _item("brightness", "Brightness...", ("brightness",)),
                    _item("save_picture", "Save...", ("save_picture",)),
                ),
            ),
        ),
    ),
    ("Slide", (*_MENUS_SLIDE, None, MenuItem("impress.menu.move", "Move", items=_MOVES))),
    ("Slide Show", (_item("play", "Start from First Slide", ("play", 0), "F5"),)),
)


def slide_menu(hidden: bool) -> tuple[MenuItem, ...]:
    """The context menu of a slide in the pane."""
    hide = _MENUS_SLIDE[-1]._replace(text="Show Slide") if hidden else _MENUS_SLIDE[-1]
    return (*_MENUS_SLIDE[:-1], hide, SEPARATOR, MenuItem("impress.menu.move", "Move", items=_MOVES))


def picture_menu() -> tuple[MenuItem, ...]:
    """The context menu of a picture on the slide."""
    return (
        _item("copy_picture", "Copy", ("copy",), "Ctrl+C"),
        _item("delete_picture", "Delete", ("delete",), "Delete"),
        SEPARATOR,
        _item("picture_brightness", "Brightness...", ("brightness",)),
        _item("picture_save", "Save...", ("save_picture",)),
    )


# -- the view ---------------------------------------------------------------------------------------------------------

PAGE, _SLIDES = "impress.page", "impress.slides"
#: Width of the pane of slides and of a picture in it.
_PANE_W, _THUMB_W = 176, 128
_SLIDE = SlideView("impress", object_menu="object_menu")


def _standard() -> Node:
    return toolbar(
        "Standard",
        (
            tool("impress.new", "document-add", "New", ("new",), "red"),
            tool("impress.open", "folder-open", "Open", ("open",), "yellow"),
            tool("impress.save", "save", "Save", ("save",), "purple"),
        ),
        (tool("impress.export_pdf", "document-pdf", "Export Directly as PDF", ("export_pdf",), "red"),),
        (
            tool("impress.undo", "arrow-undo", "Undo", ("undo",), "blue"),
            tool("impress.redo", "arrow-redo", "Redo", ("redo",), "blue"),
        ),
        (
            tool("impress.image", "image-add", "Insert Image", ("image",), "green"),
            tool("impress.text_box", "text-t", "Insert Text Box", ("text_box",)),
        ),
        (
            tool("impress.new_slide", "slide-add", "New Slide", ("new_slide",), "green"),
            tool("impress.duplicate", "copy", "Duplicate Slide", ("duplicate",)),
            tool("impress.delete_slide", "delete", "Delete Slide", ("delete_slide",), "red"),
        ),
        (tool("impress.play", "presenter", "Start from First Slide", ("play", 0), "blue"),),
    )


def _pane(deck: Deck, at: int) -> Node:
    minis = _SLIDE.minis(State(deck=deck, at=at), _THUMB_W)
    return column(
        row(text("Slides", style="strong", role=None), h=30, pad=(10, 0)),
        scroll(_SLIDES, column(*minis, gap=10, pad=(8, 6)), h=FILL),
        style="lo_side",
        w=_PANE_W,
        h=FILL,
        role=Role.DOCUMENT,
        name="Slides View",
    )


def _desk(state: State, w: int, h: int) -> Node:
    paper_w = max(240, min(w - 48, round((h - 48) * RATIO)))
    paper_h = round(paper_w / RATIO)
    return column(
        row(_SLIDE.paper(state, paper_w, paper_h), justify="center"),
        style="lo_desk",
        key=PAGE,
        role=Role.PANE,
        name="PageShape: Slide" if state.view == "normal" else "PageShape: Notes",
        click=("leave",),
        w=FILL,
        h=FILL,
        pad=(0, max(8, (h - paper_h) // 2)),
    )


def view(state: State, ctx: Context) -> Node:
    """The content of an Impress window."""
    count = len(state.slides)
    if state.playing:
        return column(panel(_SLIDE.show, shown(state), state.at, count, state.deck.theme, ctx.w, ctx.h, h=FILL), h=FILL)
    desk_w, desk_h = ctx.w - _PANE_W, ctx.h - 26 - 36 - 26
    return column(
        panel(menu_bar, "impress", MENUS),
        panel(_standard),
        row(
            panel(_pane, state.deck, state.at, w=_PANE_W, h=FILL),
            _desk(state, desk_w, desk_h),
            h=FILL,
            align="stretch",
        ),
        panel(
            status_bar,
            ("impress.at", f"Slide {state.at + 1} of {count}"),
            ("impress.layout", shown(state).layout or ("Title Slide" if state.at == 0 else "Title, Content")),
            ("impress.language", "English (USA)"),
            ("impress.view", "Normal" if state.view == "normal" else "Notes"),
        ),
        h=FILL,
    )
