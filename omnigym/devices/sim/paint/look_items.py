"""The looks of rows, menus, tabs, bars and lines."""

from __future__ import annotations

from omnigym.devices.sim.paint.canvas import Op
from omnigym.devices.sim.paint.subject import Subject, centred, ground_of, ink_of, text_op
from omnigym.devices.sim.style.colour import rgb
from omnigym.devices.sim.style.fonts import text_width
from omnigym.devices.sim.ui.flags import CHECKED, DISABLED, EXPANDED, FOCUS, HOVER, PRESSED, SELECTED

__all__ = [
    "header",
    "image",
    "menu_item",
    "photo",
    "progress",
    "separator",
    "slider",
    "solid",
    "tab",
    "thumb",
    "tree_item",
    "veil",
]


def solid(s: Subject) -> list[Op]:
    """A plain rectangle: selection, caret, the track of a scrollbar."""
    return [] if s.look.fill is None else [("rect", 0, 0, s.w, s.h, s.look.fill)]


def separator(s: Subject) -> list[Op]:
    """A line through the middle, along the longer side."""
    if s.look.fill is None:
        return []
    left, top, right, bottom = s.look.pad
    if s.w >= s.h:
        return [("rect", left, centred(s.h, 1), s.w - left - right, 1, s.look.fill)]
    return [("rect", centred(s.w, 1), top, 1, s.h - top - bottom, s.look.fill)]


def image(s: Subject) -> list[Op]:
    """A picture, fitted; a small wallpaper; a colour to choose; or an icon by its name."""
    if s.style == "wallpaper":
        return [("wallpaper", 0, 0, s.w, s.h, s.data)]
    if s.style == "swatch":
        return _swatch(s)
    if isinstance(s.data, bytes):
        return [("image", 0, 0, s.w, s.h, s.data)]
    name, size = s.data or s.icon, min(s.w, s.h)
    return [("icon", centred(s.w, size), centred(s.h, size), size, name, s.look.ink, None)] if name else []


def photo(s: Subject) -> list[Op]:
    """A part of an edited picture; ``data`` = (bytes of its file, edits, part)."""
    return [("photo", 0, 0, s.w, s.h, *s.data)]


def veil(s: Subject) -> list[Op]:
    """A shade over what is behind it."""
    return [("veil", 0, 0, s.w, s.h)]


def _swatch(s: Subject) -> list[Op]:
    """A field of a colour, ticked when it is chosen."""
    colour, chosen = s.data
    ops: list[Op] = [("box", 0, 0, s.w, s.h, colour, None, s.theme.px(4))]
    if chosen:
        size, ink = s.theme.px(16), 0x000000 if sum(rgb(colour)) > 400 else 0xFFFFFF
        ops.append(("icon", centred(s.w, size), centred(s.h, size), size, "checkmark", ink, colour))
    return ops


def header(s: Subject) -> list[Op]:
    """A column's head, with the arrow of its order and a line at its right."""
    look, fill = s.look, ground_of(s)
    left, _, right, _ = look.pad
    ops: list[Op] = [("rect", 0, 0, s.w, s.h, fill)] if fill is not None else []
    if s.data in ("asc", "desc"):
        name = "chevron-up" if s.data == "asc" else "chevron-down"
        ops.append(("icon", centred(s.w, look.icon), 0, look.icon, name, look.ink, fill))
    ops.append(text_op(s.text, look.font, ink_of(s), left, s.w - left - right, s.h, ground=fill))
    ops.append(("rect", s.w - 1, s.theme.px(5), 1, s.h - s.theme.px(10), s.theme.palette.stroke))
    return ops


def tree_item(s: Subject) -> list[Op]:
    """A line of a navigation pane: arrow, icon, text, and a blue mark at the left of the chosen one."""
    look, px, palette = s.look, s.theme.px, s.theme.palette
    level, arrow = s.data if isinstance(s.data, tuple) else (0, False)
    left, _, right, _ = look.pad
    fill, inset = ground_of(s), px(2)
    ops: list[Op] = []
    if fill is not None:
        ops.append(("box", inset, px(1), s.w - 2 * inset, s.h - 2 * px(1), fill, None, look.radius))
    if s.has(SELECTED):
        ops.append(("box", inset, centred(s.h, px(16)), px(3), px(16), palette.accent, None, px(1.5)))
    x = left + level * px(16)
    if arrow:
        size = px(12)
        name = "chevron-down" if s.has(EXPANDED) else "chevron-right"
        ops.append(("icon", x, centred(s.h, size), size, name, palette.muted, fill))
    x += px(16)
    if s.icon:
        ops.append(("icon", x, centred(s.h, look.icon), look.icon, s.icon, look.ink, fill))
        x += look.icon + look.gap
    ops.append(text_op(s.text, look.font, ink_of(s), x, s.w - x - right, s.h, ground=fill))
    return ops


def menu_item(s: Subject) -> list[Op]:
    """A line of a menu: icon or tick, text, shortcut, arrow of a submenu. ``data`` = (shortcut, submenu, ticked...)."""
    look, px, palette = s.look, s.theme.px, s.theme.palette
    shortcut, submenu, marks = s.data if isinstance(s.data, tuple) and len(s.data) == 3 else ("", False, False)
    left, _, right, _ = look.pad
    fill, ink, inset = ground_of(s), ink_of(s), 0
    if s.has(FOCUS) and fill is None and not s.has(DISABLED):
        fill = look.hover
    ops: list[Op] = []
    if fill is not None:
        ops.append(("box", inset, px(1), s.w - 2 * inset, s.h - 2 * px(1), fill, None, look.radius))
    if s.style == "option" and s.has(CHECKED):
        ops.append(("box", inset, centred(s.h, px(14)), px(3), px(14), palette.accent, None, px(1.5)))
    x = left
    mark = s.icon or ("checkmark" if s.has(CHECKED) and marks else "")
    if mark:
        ops.append(("icon", x, centred(s.h, look.icon), look.icon, mark, ink, fill))
    if mark or marks:
        x += look.icon + look.gap
    room = s.w - x - px(2)
    if submenu:
        size = px(12)
        ops.append(("icon", s.w - right - size, centred(s.h, size), size, "chevron-right", palette.muted, fill))
    elif shortcut:
        width = text_width(shortcut, look.font)
        muted = palette.disabled if s.has(DISABLED) else palette.muted
        ops.append(text_op(shortcut, look.font, muted, s.w - right - width, width, s.h, ground=fill))
        room -= width + look.gap + right - px(2)
    ops.append(text_op(s.text, look.font, ink, x, room, s.h, ground=fill))
    return ops


#: Tabs that stand on what they belong to.
_RAISED = frozenset({"window", "browser"})


def tab(s: Subject) -> list[Op]:
    """A tab: of a ribbon or strip with a blue line below when chosen; of a window as a raised card."""
    look, px, palette = s.look, s.theme.px, s.theme.palette
    left, fill, chosen = look.pad[0], ground_of(s), s.has(SELECTED)
    ops: list[Op] = []
    if s.style in _RAISED:
        if fill is not None:
            ops.append(("box", 0, 0, s.w, s.h, fill, None, look.radius))
            ops.append(("rect", 0, s.h - look.radius, s.w, look.radius, fill))
    elif fill is not None and not chosen:
        ops.append(("box", 0, px(2), s.w, s.h - 2 * px(2), fill, None, look.radius))
    ground = fill if s.style in _RAISED or not chosen else None
    font = look.font._replace(family="ui-semibold") if chosen and s.style not in _RAISED else look.font
    x, room = px(2), s.w - 2 * px(2)  # a chosen one is set wider than it was measured
    if s.icon:
        ops.append(("icon", left, centred(s.h, look.icon), look.icon, s.icon, look.ink, ground))
        x = left + look.icon + look.gap
        room = s.w - x - (look.pad[2] if s.style in _RAISED else px(2))
    ops.append(text_op(s.text, font, ink_of(s), x, room, s.h, ground=ground, centre=not s.icon))
    if chosen and s.style not in _RAISED:
        width = max(min(text_width(s.text, font), s.w - px(8)), px(12))
        line = palette.excel if s.style == "excel" else palette.accent
        ops.append(("box", centred(s.w, width), s.h - px(4), width, px(3), line, None, px(1.5)))
    return ops


def progress(s: Subject) -> list[Op]:
    """A bar filled from the left; ``data`` is the share."""
    share = s.data if isinstance(s.data, float | int) else 0.0
    thick = s.theme.px(4)
    y, done = centred(s.h, thick), round(s.w * min(max(share, 0.0), 1.0))
    ops: list[Op] = [("box", 0, y, s.w, thick, s.look.fill, None, s.look.radius)]
    if done >= thick:
        ops.append(("box", 0, y, done, thick, s.look.ink, None, s.look.radius))
    return ops


def slider(s: Subject) -> list[Op]:
    """A track, coloured up to its round knob; ``data`` says where that is."""
    thick, knob, palette = s.theme.px(4), s.theme.px(18), s.theme.palette
    at, y = round((s.w - knob) * s.data.share), centred(s.h, thick)
    core = s.theme.px(8 if s.has(PRESSED) else 12 if s.flags & (HOVER | FOCUS) else 10)
    ink = palette.disabled if s.has(DISABLED) else s.look.ink
    return [
        ("box", 0, y, s.w, thick, s.look.fill, None, thick // 2),
        ("box", 0, y, at + knob // 2, thick, ink, None, thick // 2),
        ("box", at, centred(s.h, knob), knob, knob, palette.control, palette.control_base, knob // 2),
        ("icon", at + centred(knob, core), centred(s.h, core), core, "dot", ink, palette.control),
    ]


def thumb(s: Subject) -> list[Op]:
    """The part of a scrollbar that is dragged: a thin rounded bar, thicker under the pointer."""
    colour = ground_of(s) or s.theme.palette.thumb
    side = min(s.w, s.h)
    thick = max(2, side // 2) if s.flags & (HOVER | PRESSED) else max(2, side // 4 + 1)
    if s.h >= s.w:
        return [("box", centred(s.w, thick), 2, thick, max(s.h - 4, 2), colour, None, thick // 2)]
    return [("box", 2, centred(s.h, thick), max(s.w - 4, 2), thick, colour, None, thick // 2)]
