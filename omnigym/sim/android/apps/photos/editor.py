"""The editor of Photos: a picture that is turned, mirrored, cropped to a shape, or toned."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.pictures import Edits, edited_size, picture_size
from omnigym.sim.android.kit import screen
from omnigym.sim.common.photos import framed
from omnigym.sim.ui.controls import filling, photo
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, state_flags
from omnigym.sim.ui.widgets import button, spacer, text, toggle

__all__ = ["FILTERS", "SHAPES", "editor"]

#: Shapes of a crop by name: width to height, 0 for that of the picture.
SHAPES = {"original": 0.0, "square": 1.0, "4:3": 4 / 3, "16:9": 16 / 9}
FILTERS = (
    ("", "None"),
    ("mono", "Mono"),
    ("sepia", "Sepia"),
    ("warm", "Warm"),
    ("cool", "Cool"),
    ("negative", "Negative"),
)
_BARS = 64 + 116 + 56
_THUMB = 64


def _preview(content: bytes, edits: Edits, w: int, h: int) -> Node:
    size = edited_size(picture_size(content) or (1, 1), edits)
    share = min((w - 24) / size[0], h / size[1])
    wide, high = max(1, round(size[0] * share)), max(1, round(size[1] * share))
    return column(
        photo(content, w=wide, h=high, edits=edits, name="Preview", key="photos.preview"),
        style="film",
        w=w,
        h=FILL,
        align="center",
        justify="center",
    )


def _tool(key: str, image: str, label: str) -> Node:
    return button(f"photos.{key}", label, icon=f"m/{image}", style="film_tool", w=76, click=(key,))


def _crop(content: bytes, edits: Edits) -> Node:
    size = picture_size(content) or (1, 1)
    chips = [
        toggle(
            f"photos.shape.{name}",
            name.capitalize(),
            style="film_chip",
            checked=framed(edits, size, ratio).crop == edits.crop,
            click=("shape", ratio),
        )
        for name, ratio in SHAPES.items()
    ]
    return column(
        row(*chips, gap=8, justify="center", h=44),
        row(
            _tool("flip", "flip", "Flip"),
            _tool("rotate", "rotate_90_degrees_ccw", "Rotate"),
            gap=24,
            justify="center",
            h=72,
        ),
        style="film",
        h=116,
    )


def _filters(content: bytes, tone: str) -> Node:
    size = picture_size(content) or (1, 1)
    part = filling(size, _THUMB, _THUMB)
    each = [
        column(
            row(
                photo(content, w=_THUMB - 8, h=_THUMB - 8, edits=Edits(tone=name), part=part),
                style="film_chosen" if name == tone else "",
                w=_THUMB - 4,
                h=_THUMB - 4,
                justify="center",
            ),
            text(label, style="film", role=None),
            key=f"photos.filter.{name or 'none'}",
            role=Role.RADIO,
            name=label,
            flags=state_flags(checked=name == tone),
            align="center",
            gap=4,
            w=FILL,
            click=("tone", name),
        )
        for name, label in FILTERS
    ]
    return row(*each, style="film", h=116, pad=(6, 8), align="start")


def _head() -> Node:
    return row(
        button("photos.edit_cancel", "Cancel", style="film_text", click=("back",)),
        spacer(),
        button("photos.save", "Save copy", style="primary", click=("save",)),
        style="film",
        h=64,
        pad=(8, 0, 16, 0),
    )


def _tabs(tool: str) -> Node:
    tabs = [
        toggle(f"photos.tool.{name}", label, checked=name == tool, style="film_chip", click=("tool", name))
        for name, label in (("crop", "Crop"), ("filters", "Filters"))
    ]
    return row(*tabs, style="film", h=56, gap=30, justify="center", role=Role.TAB_LIST, name="Tools")


def editor(content: bytes, edits: Edits, tool: str, w: int, h: int) -> Node:
    """The screen of the editor, in so much room."""
    tools = panel(_crop, content, edits._replace(tone="")) if tool == "crop" else panel(_filters, content, edits.tone)
    preview = panel(_preview, content, edits, w, max(h - _BARS, 100), h=FILL)
    return screen("photos", "Edit", panel(_head), preview, tools, panel(_tabs, tool))
