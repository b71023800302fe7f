"""What a Paint window looks like: menus, the tools in groups, the picture, the status bar."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.errors import UnreadableError
from omnigym.pictures import Size
from omnigym.sim.app import Context
from omnigym.sim.kinds.canvas.board import TILE, Board, Drawing, number_in, opened
from omnigym.sim.kinds.canvas.stage import ZOOMS, fitting, stage, window
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.controls import Span, slider
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, panel, row, stack
from omnigym.sim.ui.payloads import SwatchData
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, checkbox, combo, field, spacer, text, toggle
from omnigym.sim.windows.office import bar, group, key_of, lines

# -- Paint's state, its colours, and reading its files ----------------------------------------------------------------

#: Paint's palette, by what a person calls each colour; the second half is the second row.
COLOURS: dict[str, int] = {
    "Black": 0x000000,
    "Gray": 0x7F7F7F,
    "Dark red": 0x880015,
    "Red": 0xED1C24,
    "Orange": 0xFF7F27,
    "Yellow": 0xFFF200,
    "Green": 0x22B14C,
    "Turquoise": 0x00A2E8,
    "Indigo": 0x3F48CC,
    "Purple": 0xA349A4,
    "White": 0xFFFFFF,
    "Light gray": 0xC3C3C3,
    "Brown": 0xB97A57,
    "Rose": 0xFFAEC9,
    "Gold": 0xFFC90E,
    "Light yellow": 0xEFE4B0,
    "Lime": 0xB5E61D,
    "Light turquoise": 0x99D9EA,
    "Blue-gray": 0x7092BE,
    "Lavender": 0xC8BFE7,
}


class Asked(NamedTuple):
    """The panel Resize: what is typed in it, and whether the proportions stay."""

    width: str
    height: str
    linked: bool = True


class State(NamedTuple):
    """The state of one window.

    Attributes:
        board: The picture, and what one has in hand.
        saved: The picture as it was opened or saved last.
        path: Where it is kept (canonical), or "".
        asked: The panel Resize, or None.
        closing: Whether the window closes once the picture is saved.
    """

    board: Board = Board()
    saved: Drawing = Drawing()
    path: str = ""
    asked: Asked | None = None
    closing: bool = False


def load(path: str, ctx: Context) -> State:
    """The state for a file.

    Raises:
        VfsError: There is no such file.
        UnreadableError: It holds no picture.
    """
    content = ctx.vfs.read(path)
    drawing = opened(content) if content else Drawing()
    if drawing is None:
        raise UnreadableError(f"Expected a picture at {path!r}, got something else.")
    return State(Board(drawing, zoom=0), drawing, ctx.vfs.real_path(path))


# -- the view ---------------------------------------------------------------------------------------------------------

CANVAS = "paint.canvas"
_MENU_H, _RIBBON_H, _STATUS_H, _PAD = 34, 112, 28, 14
#: A window of that width has the colours in its ribbon; a narrower one in a line of that height below it.
_WIDE, _PALETTE_H = 860, 30
_WIDTHS = (1, 3, 5, 8)
PAINT_STYLES = looks(
    box={
        "paint_stage": Look(fill=Shade(0xCFD9E6, 0x1B2128)),
        "paint_swatch": Look(radius=4, hover="hover"),
        "paint_dialog": Look(fill="layer", edge="stroke_strong", radius=8, shadow=12),
    }
)
_TOOLS = (
    ("pencil", "edit", "Pencil"),
    ("fill", "paint-bucket", "Fill with color"),
    ("text", "text-t", "Text"),
    ("eraser", "eraser", "Eraser"),
    ("picker", "eyedropper", "Color picker"),
    ("brush", "paint-brush", "Brush"),
)
_SHAPES = (
    ("line", "line", "Line"),
    ("oval", "circle", "Oval"),
    ("rectangle", "square", "Rectangle"),
    ("triangle", "triangle", "Triangle"),
    ("diamond", "diamond", "Diamond"),
)


def _item(key: str, label: str, keys: str = "", icon: str = "") -> MenuItem:
    return MenuItem(f"paint.{key}", label, (key,), icon, keys)


_FILE = (
    _item("new", "New", "Ctrl+N", "document-add"),
    _item("open", "Open", "Ctrl+O", "folder-open"),
    _item("save", "Save", "Ctrl+S", "save"),
    _item("save_as", "Save as", "Ctrl+Shift+S", "save-edit"),
    SEPARATOR,
    _item("close_key", "Exit", "", "dismiss"),
)
_EDIT = (
    _item("cut", "Cut", "Ctrl+X", "cut"),
    _item("copy", "Copy", "Ctrl+C", "copy"),
    _item("paste", "Paste", "Ctrl+V", "paste"),
    SEPARATOR,
    _item("select_all", "Select all", "Ctrl+A"),
    _item("invert", "Invert color", "Ctrl+Shift+I"),
)


def _menus(undo: bool, redo: bool) -> Node:
    zooms = tuple([MenuItem(f"paint.zoom.{z}", f"{z}%", ("zoom", z)) for z in ZOOMS])

    def menu(key: str, label: str, items: tuple[MenuItem, ...]) -> Node:
        return button(f"paint.menu.{key}", label, style="subtle", menu=items)._replace(data=None, role=Role.MENU_ITEM)

    return row(
        menu("file", "File", _FILE),
        menu("edit", "Edit", _EDIT),
        menu("view", "View", zooms),
        bar(),
        button("paint.quick_save", icon="save", name="Save", style="ribbon", click=("save",)),
        button("paint.undo", icon="undo", name="Undo", style="ribbon", disabled=not undo, click=("undo",)),
        button("paint.redo", icon="redo", name="Redo", style="ribbon", disabled=not redo, click=("redo",)),
        spacer(),
        h=_MENU_H,
        pad=(8, 1),
        gap=2,
        align="center",
        role=Role.MENUBAR,
        name="Menu bar",
    )


def _tool(key: str, image: str, name: str, chosen: str) -> Node:
    return toggle(f"paint.{key}", icon=image, name=name, style="ribbon", checked=key == chosen, click=("tool", key))


def _do(key: str, image: str, name: str, off: bool = False) -> Node:
    return button(f"paint.{key}", icon=image, name=name, style="ribbon", disabled=off, click=(key,))


def _swatches(colour: int, rows: int = 2) -> Node:
    def swatch(name: str, value: int) -> Node:
        return stack(
            row(Node("image", "swatch", data=SwatchData(value, value == colour), w=18, h=18), pad=2, w=22, h=22),
            row(
                key=f"paint.colour.{key_of(name)}",
                role=Role.RADIO,
                name=name,
                style="paint_swatch",
                w=22,
                h=22,
                click=("colour", value),
            ),
            w=22,
            h=22,
        )

    all_of = [swatch(name, value) for name, value in COLOURS.items()]
    half = len(all_of) // rows
    side = 17 * rows
    now = Node("image", "swatch", data=SwatchData(colour, False), w=side, h=side)
    ordered = [row(*all_of[n * half : (n + 1) * half], w=AUTO) for n in range(rows)]
    return row(now, lines(*ordered, gap=2), w=AUTO, gap=8, align="center")


def _palette(colour: int) -> Node:
    """The colours in a line of their own, where the ribbon has no room for them."""
    return row(_swatches(colour, 1), h=_PALETTE_H, pad=(14, 0), role=Role.TOOLBAR, name="Colors")


def _ribbon(tool: str, colour: int, width: int, solid: bool, framed: bool, wide: bool) -> Node:
    tools = [_tool(*each, tool) for each in _TOOLS]
    shapes = [_tool(*each, tool) for each in _SHAPES]
    widths = tuple([f"{w}px" for w in _WIDTHS])
    sizes = combo("paint.size", f"{width}px", widths, name="Size", style="ribbon", w=58, change=("size",))
    filled = toggle("paint.solid", "Fill", name="Shape fill", style="ribbon", checked=solid, click=("solid",))
    select = toggle(
        "paint.select",
        icon="select-object",
        name="Select",
        style="ribbon_large",
        checked=tool == "select",
        click=("tool", "select"),
    )
    return column(
        row(
            group("Selection", select._replace(text="Select")),
            bar(),
            group(
                "Image",
                lines(
                    row(_do("crop", "crop", "Crop", not framed), _do("resize", "resize", "Resize"), w=AUTO, gap=2),
                    row(
                        _do("rotate", "arrow-rotate-clockwise", "Rotate right 90°"),
                        _do("flip", "flip-horizontal", "Flip horizontal"),
                        _do("flip_v", "flip-vertical", "Flip vertical"),
                        w=AUTO,
                        gap=2,
                    ),
                ),
            ),
            bar(),
            group("Tools", lines(row(*tools[:3], w=AUTO, gap=2), row(*tools[3:], w=AUTO, gap=2))),
            bar(),
            group("Shapes", lines(row(*shapes[:3], w=AUTO, gap=2), row(*shapes[3:], filled, w=AUTO, gap=2))),
            bar(),
            group("Size", sizes),
            bar(),
            group("Colors", _swatches(colour)) if wide else None,
            spacer(),
            style="ribbon",
            h=_RIBBON_H - 8,
            pad=(6, 2),
            align="stretch",
        ),
        pad=(8, 0, 8, 8),
        role=Role.TOOLBAR,
        name="Tools",
    )


def room(w: int, h: int) -> Size:
    """The room for the picture in a window."""
    bars = _MENU_H + _RIBBON_H + _STATUS_H + (_PALETTE_H if w < _WIDE else 0)
    return w - 2 * _PAD - 22, h - bars - 2 * _PAD - 22


def zoomed(board: Board, w: int, h: int) -> Board:
    """The board with the zoom at which it is shown in a room: 0 stands for whatever fits."""
    return board if board.zoom else board._replace(zoom=fitting(board.size, w, h))


def _stage(board: Board, w: int, h: int) -> Node:
    left, columns, top, rows = window(board, w, h)
    across, down = -(-board.size[0] // TILE) - columns, -(-board.size[1] // TILE) - rows
    sheet = stage(CANVAS, board, w, h, ("track",), "words")
    return column(
        row(sheet, align="start", h=FILL),
        row(
            slider("paint.across", Span(left, 0, across), name="Horizontal scroll", w=w // 2, change=("scroll", 0))
            if across > 0
            else None,
            slider("paint.down", Span(top, 0, down), name="Vertical scroll", w=w // 3, change=("scroll", 1))
            if down > 0
            else None,
            h=22,
            gap=20,
        ),
        style="paint_stage",
        key="paint.stage",
        role=Role.PANE,
        name="Drawing area",
        h=FILL,
        pad=(_PAD, _PAD, _PAD, 0),
    )


def _status(size: Size, chosen: Size | None, zoom: int, tool: str) -> Node:
    names = {key: name for key, _, name in (*_TOOLS, *_SHAPES)} | {"select": "Select"}
    return row(
        text(names[tool], style="caption", key="paint.tool_name", w=110),
        text("{} × {}px".format(*chosen) if chosen else "", style="caption", key="paint.chosen", w=120),
        text("{} × {}px".format(*size), style="caption", key="paint.pixels"),
        spacer(),
        button("paint.zoom_out", icon="zoom-out", name="Zoom out", style="tab_close", click=("zoom_by", -1)),
        text(f"{zoom}%", style="caption", key="paint.zoom"),
        button("paint.zoom_in", icon="zoom-in", name="Zoom in", style="tab_close", click=("zoom_by", 1)),
        style="statusbar",
        h=_STATUS_H,
        pad=(14, 0),
        gap=12,
        role=Role.STATUSBAR,
        name="Status Bar",
    )


def _resizing(asked: Asked) -> Node:
    def pixels(name: str, value: str) -> Node:
        return row(
            text(name.capitalize(), w=80, role=None),
            field(f"paint.{name}", value, name=name.capitalize(), w=100, change=("typed", name), submit=("resized",)),
            gap=8,
            align="center",
        )

    ready = bool(number_in(asked.width) and number_in(asked.height))
    return column(
        text("Resize and skew", style="heading"),
        text("Pixels", style="muted", role=None),
        pixels("horizontal", asked.width),
        pixels("vertical", asked.height),
        checkbox("paint.linked", "Maintain aspect ratio", checked=asked.linked, click=("linked",)),
        row(
            spacer(),
            button("paint.ok", "OK", style="accent", default=True, disabled=not ready, w=90, click=("resized",)),
            button("paint.cancel", "Cancel", cancel=True, w=90, click=("escape",)),
            gap=8,
        ),
        style="paint_dialog",
        w=260,
        pad=16,
        gap=10,
        role=Role.DIALOG,
        name="Resize and skew",
    )


def view(state: State, ctx: Context) -> Node:
    """The content of a Paint window."""
    w, h = room(ctx.w, ctx.h)
    board = zoomed(state.board, w, h)
    frame = board.frame
    size = (frame[2] - frame[0], frame[3] - frame[1]) if frame is not None else None
    middle = _stage(board, w, h)
    if state.asked is not None:
        middle = stack(middle, column(panel(_resizing, state.asked, w=260), pad=(24, 20, 0, 0)), h=FILL)
    return column(
        panel(_menus, bool(board.drawing.marks), bool(board.redos)),
        panel(_ribbon, board.tool, board.colour, board.width, board.solid, frame is not None, ctx.w >= _WIDE),
        panel(_palette, board.colour) if ctx.w < _WIDE else None,
        middle,
        panel(_status, board.size, size, board.zoom, board.tool),
        h=FILL,
    )
