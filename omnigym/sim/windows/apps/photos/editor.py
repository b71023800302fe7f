"""What the editor of Photos looks like: a picture with the frame of its crop, or with colour filters to choose from."""

from __future__ import annotations

from collections.abc import Hashable

from omnigym.a11y import Role
from omnigym.pictures import TONES, UNEDITED, Edits, Size, edited_size, picture_size, turned_size
from omnigym.sim.app import Context
from omnigym.sim.ui.controls import filling, photo, veil
from omnigym.sim.ui.nodes import AUTO, FILL, Node, column, panel, row, stack, state_flags
from omnigym.sim.ui.widgets import MenuItem, button, picture, separator, spacer, tab, text
from omnigym.sim.windows.apps.photos.geometry import EDGES, EDITOR_BARS, Place, editor_place
from omnigym.sim.windows.apps.photos.state import RATIOS, Editing, State, frame_of

#: What a person calls the tones of pictures.
FILTERS = {
    "": "Original",
    "mono": "Black and white",
    "sepia": "Sepia",
    "warm": "Warm",
    "cool": "Cool",
    "negative": "Negative",
}

_SAVE = (
    MenuItem("photos.save", "Save", ("save",), "save", "Ctrl+S"),
    MenuItem("photos.save_copy", "Save as copy", ("save_copy",), "save-copy", "Ctrl+Shift+S"),
    MenuItem("photos.copy_edited", "Copy to clipboard", ("copy",), "copy", "Ctrl+C"),
)
_NARROW = 620
#: Half the side of what is taken of a handle, and the strokes of the frame.
_REACH, _THICK, _ARM = 13, 3, 18
_WHITE, _GRID = 0xFFFFFF, 0xD8D8D8
_THUMB = (84, 62)


def place_of(editing: Editing, size: Size, w: int, h: int) -> Place:
    """Where the editor shows the whole picture in its stage, in a window of ``w`` x ``h``."""
    return editor_place(turned_size(size, editing.edits), w, h, editing.tab)


def _top(which: str, undo: bool, redo: bool, changed: bool, wide: bool) -> Node:
    return row(
        row(
            button("photos.undo", icon="undo", name="Undo", style="command", disabled=not undo, click=("undo",)),
            button("photos.redo", icon="redo", name="Redo", style="command", disabled=not redo, click=("redo",)),
            button(
                "photos.reset",
                "Reset" if wide else "",
                icon="arrow-reset",
                name="Reset",
                style="command",
                disabled=not changed,
                click=("reset",),
            ),
            gap=2,
        ),
        row(
            *[
                tab(f"photos.tab.{key}", name, icon=image, selected=which == key, click=("tab", key))
                for key, name, image in (("crop", "Crop", "crop"), ("filter", "Filter", "photo-filter"))
            ],
            w=AUTO,
            gap=4,
            role=Role.TAB_LIST,
            name="Tools",
        ),
        row(
            button(
                "photos.save_options",
                "Save options" if wide else "Save",
                name="Save options",
                style="primary",
                menu=_SAVE,
            ),
            button("photos.cancel", "Cancel", click=("cancel",)),
            gap=8,
            justify="end",
        ),
        style="commandbar",
        h=48,
        pad=(8, 6, 12, 6),
        role=Role.TOOLBAR,
        name="Editing commands",
    )


def _at(node: Node, x: int, y: int) -> Node:
    """A node of its own size with its corner at a place in a stack."""
    return column(node, pad=(max(0, x), max(0, y), 0, 0), w=FILL, h=FILL)


def _lines(w: int, h: int) -> tuple[tuple[Hashable, ...], ...]:
    """A frame of a size: thin lines, thirds, and thick corners and middles of the sides; its rim lies outside."""
    rim, arm = _THICK, min(_ARM, w // 2, h // 2)
    ops: list[tuple[Hashable, ...]] = []
    for i in (1, 2):
        ops.append(("rect", rim + w * i // 3, rim, 1, h, _GRID))
        ops.append(("rect", rim, rim + h * i // 3, w, 1, _GRID))
    full_w, full_h = w + 2 * rim, h + 2 * rim
    for y in (rim - 1, rim + h):
        ops.append(("rect", rim, y, w, 1, _WHITE))
    for x in (rim - 1, rim + w):
        ops.append(("rect", x, rim, 1, h, _WHITE))
    for y, at in ((0, 0), (full_h - rim, full_h - arm)):
        for x, left in ((0, 0), (full_w - rim, full_w - arm)):
            ops += [("rect", left, y, arm, rim, _WHITE), ("rect", x, at, rim, arm, _WHITE)]
        ops.append(("rect", (full_w - arm) // 2, y, arm, rim, _WHITE))
    for x in (0, full_w - rim):
        ops.append(("rect", x, (full_h - arm) // 2, rim, arm, _WHITE))
    return tuple(ops)


def _handles(x0: int, y0: int, x1: int, y1: int) -> list[Node]:
    """What of the frame can be dragged; corners lie in front of sides."""
    xs, ys = {"w": x0, "e": x1}, {"n": y0, "s": y1}
    nodes = []
    for key, name in sorted(EDGES.items(), key=lambda edge: len(edge[0])):
        vertical, horizontal = key.strip("ew"), key.strip("ns")
        x = xs.get(horizontal, (x0 + x1) // 2)
        y = ys.get(vertical, (y0 + y1) // 2)
        # A corner is as large as its reach, a side is taken anywhere between two of them.
        w = 2 * _REACH if horizontal else max(8, x1 - x0 - 2 * _REACH)
        h = 2 * _REACH if vertical else max(8, y1 - y0 - 2 * _REACH)
        handle = row(key=f"photos.crop.{key}", role=Role.SLIDER, name=f"Crop: {name}", w=w, h=h, track=("grip", key))
        nodes.append(_at(handle, x - w // 2, y - h // 2))
    return nodes


def _crop_stage(content: bytes, edits: Edits, size: Size, place: Place) -> Node:
    """The whole picture, darkened outside the frame."""
    whole = edits._replace(crop=None)
    turned = turned_size(size, edits)
    x, y, w, h = place
    left, top, right, bottom = frame_of(edits, turned)
    x0, x1 = x + round(left * w / turned[0]), x + round(right * w / turned[0])
    y0, y1 = y + round(top * h / turned[1]), y + round(bottom * h / turned[1])
    veils = [
        _at(veil(vw, vh), vx, vy)
        for vx, vy, vw, vh in (
            (x, y, w, y0 - y),
            (x, y1, w, y + h - y1),
            (x, y0, x0 - x, y1 - y0),
            (x1, y0, x + w - x1, y1 - y0),
        )
        if vw > 0 and vh > 0
    ]
    frame = picture(_lines(x1 - x0, y1 - y0), w=x1 - x0 + 2 * _THICK, h=y1 - y0 + 2 * _THICK)
    return stack(
        _at(photo(content, w=w, h=h, edits=whole, name="Picture", key="photos.picture"), x, y),
        *veils,
        _at(frame, x0 - _THICK, y0 - _THICK),
        *_handles(x0, y0, x1, y1),
        style="canvas",
        key="photos.crop",
        role=Role.CANVAS,
        name="Crop",
        h=FILL,
        track=("grip", ""),
    )


def _filter_stage(content: bytes, edits: Edits, size: Size, stage: Size) -> Node:
    shown = edited_size(size, edits)
    share = min((stage[0] - 40) / shown[0], (stage[1] - 40) / shown[1], 1.0)
    w, h = max(1, round(shown[0] * share)), max(1, round(shown[1] * share))
    whole = photo(content, w=w, h=h, edits=edits, name="Picture", key="photos.picture")
    return column(whole, style="canvas", h=FILL, align="center", justify="center")


def _crop_bar(ratio: str, result: Size, wide: bool) -> Node:
    def tool(key: str, image: str, name: str, click: tuple[object, ...]) -> Node:
        return button(f"photos.{key}", icon=image, name=name, style="command", click=click)

    shapes = tuple(
        [MenuItem(f"photos.ratio.{r.lower().replace(':', '_')}", r, ("ratio", r), checked=r == ratio) for r in RATIOS]
    )
    return row(
        row(text(f"{result[0]} x {result[1]}", style="caption", key="photos.result")) if wide else None,
        row(
            tool("turn_left", "arrow-rotate-counterclockwise", "Rotate counterclockwise", ("turn", -1)),
            tool("turn_right", "arrow-rotate-clockwise", "Rotate clockwise", ("turn", 1)),
            separator(vertical=True, style="ribbon"),
            tool("flip_h", "flip-horizontal", "Flip horizontally", ("flip", False)),
            tool("flip_v", "flip-vertical", "Flip vertically", ("flip", True)),
            separator(vertical=True, style="ribbon"),
            button("photos.ratio", ratio, name="Aspect ratio", style="command", menu=shapes),
            w=AUTO,
            gap=4,
        ),
        spacer() if wide else None,
        h=EDITOR_BARS["crop"],
        pad=(14, 6),
        justify="center",
        role=Role.TOOLBAR,
        name="Crop tools",
    )


def _filter_bar(content: bytes, edits: Edits, size: Size) -> Node:
    part = filling(edited_size(size, edits), *_THUMB)
    choices = []
    for tone in TONES:
        sample = photo(content, w=_THUMB[0], h=_THUMB[1], edits=edits._replace(tone=tone), part=part)
        choices.append(
            column(
                sample,
                text(FILTERS[tone], style="caption", role=None),
                style="tile",
                key=f"photos.filter.{tone or 'original'}",
                role=Role.RADIO,
                name=FILTERS[tone],
                flags=state_flags(selected=tone == edits.tone, checked=tone == edits.tone),
                click=("filter", tone),
                w=_THUMB[0] + 10,
                h=_THUMB[1] + 30,
                pad=5,
                gap=4,
                align="center",
            )
        )
    return row(
        *choices, h=EDITOR_BARS["filter"], pad=(8, 6), gap=2, justify="center", role=Role.TOOLBAR, name="Filters"
    )


def editor_view(state: State, ctx: Context) -> Node:
    """The content of the window while a picture is edited."""
    editing = state.editing
    edits, content = editing.edits, ctx.vfs.content(state.path)
    size = picture_size(content) or (1, 1)
    top = panel(_top, editing.tab, bool(editing.past), bool(editing.future), edits != UNEDITED, ctx.w >= _NARROW)
    if editing.tab == "crop":
        stage = panel(_crop_stage, content, edits, size, place_of(editing, size, ctx.w, ctx.h), h=FILL)
        bar = panel(_crop_bar, editing.ratio, edited_size(size, edits), ctx.w >= _NARROW)
    else:
        room = (ctx.w, max(1, ctx.h - 48 - EDITOR_BARS["filter"]))
        stage = panel(_filter_stage, content, edits, size, room, h=FILL)
        bar = panel(_filter_bar, content, edits, size)
    return column(top, stage, bar, h=FILL)
