"""The style sheet: looks by kind and style name, in logical pixels and palette names."""

from __future__ import annotations

from omnigym.sim.style.looks import Look

__all__ = ["ALIASES", "CONTROL", "PEOPLE", "STYLES", "SUBTLE", "Look"]


#: The colours of the palette from which a name chooses one, for the disc behind its initials.
PEOPLE = ("blue", "brown", "green", "plum", "rust", "teal")

#: A control without a ground of its own.
SUBTLE = Look(radius=4, hover="hover", pressed="pressed", checked="checked")
#: A control with one.
CONTROL = Look(radius=4, fill="control", edge="control_edge", hover="control_hover", pressed="control_pressed")
_TASK = Look(min_w=44, min_h=40, icon=24, radius=5, hover="taskbar_hover", pressed="taskbar_edge")
_PUSH = CONTROL._replace(pad=(12, 5, 12, 6), min_h=30, checked="checked")
_CAPTION = Look(min_w=46, min_h=31, icon=12, hover="hover", pressed="pressed")

_BOXES = {
    "": Look(),
    "desktop": Look(),
    "window": Look(fill="window", edge="window_edge", radius=8, shadow=20),
    "maximised": Look(fill="window"),
    "dialog": Look(fill="layer", edge="window_edge", radius=8, shadow=24),
    "dialog_buttons": Look(fill="window", radius=7),
    "content": Look(fill="layer"),
    "pane": Look(fill="layer"),
    "canvas": Look(fill="canvas"),
    "titlebar": Look(),
    "toolbar": Look(fill="card", edge="stroke"),
    "commandbar": Look(fill="card"),
    "ribbon": Look(fill="layer", edge="stroke", radius=8),
    "statusbar": Look(),
    "page": Look(fill="paper", edge="stroke_strong"),
    "card": Look(fill="card", edge="stroke", radius=6),
    "group": Look(fill="layer", edge="stroke", radius=4),
    "menu": Look(fill="menu", edge="menu_edge", radius=8, shadow=12),
    "dropdown": Look(fill="menu", edge="menu_edge", radius=6, shadow=10),
    "start": Look(fill="window", edge="menu_edge", radius=8, shadow=20),
    "start_footer": Look(fill="canvas", radius=7),
    "taskbar": Look(fill="taskbar"),
    "accent": Look(fill="accent"),
    "header": Look(fill="layer"),
    "row": Look(radius=3, hover="row_hover", checked="row_selected"),
    "tile": Look(radius=4, hover="row_hover", checked="row_selected"),
    "hover_row": Look(radius=4, hover="hover", pressed="pressed"),
    "chip": Look(fill="card", edge="stroke", radius=4, hover="hover", pressed="pressed"),
    **{f"person_{name}": Look(fill=name, radius=20) for name in PEOPLE},
    "best_match": Look(radius=4, fill="checked", hover="hover", pressed="pressed"),
    "tray": Look(radius=5, hover="taskbar_hover", pressed="taskbar_edge"),
    "screen": Look(fill="ink", radius=8),
    "tray_open": Look(radius=5, fill="taskbar_active", hover="taskbar_hover", pressed="taskbar_edge"),
    "toast": Look(fill="window", edge="menu_edge", radius=8, shadow=16, hover="card"),
    "note": Look(fill="card", radius=7, hover="hover", pressed="pressed"),
    "today": Look(fill="accent", radius=15),
    "dark": Look(fill="black"),
}

_TEXTS = {
    "": Look(),
    "caption": Look(size=11, ink="muted"),
    "muted": Look(ink="muted"),
    "center": Look(),
    "empty": Look(ink="muted"),
    "strong": Look(family="ui-semibold"),
    "heading": Look(size=16, family="ui-semibold"),
    "title": Look(size=20, family="ui-semibold"),
    "page_title": Look(size=24, family="ui-semibold"),
    "number": Look(),
    "window_title": Look(size=12),
    "inactive_title": Look(size=12, ink="muted"),
    "link": Look(ink="link"),
    "group_label": Look(size=11, ink="muted"),
    "error": Look(ink="danger"),
    "unread": Look(family="ui-semibold", ink="link"),
    "avatar": Look(ink="on_picture"),
    "avatar_large": Look(size=15, ink="on_picture"),
    "desktop": Look(ink="on_picture"),
    "clock": Look(size=12),
    "day_muted": Look(ink="disabled"),
    "weekday": Look(size=11, family="ui-semibold"),
    "today": Look(ink="on_accent"),
    "lock_time": Look(size=92, family="ui-semibold", ink="on_picture"),
    "lock_date": Look(size=22, family="ui-semibold", ink="on_picture"),
    "lock_name": Look(size=30, family="ui-semibold", ink="on_picture"),
}

_BUTTONS = {
    "": _PUSH,
    "primary": _PUSH._replace(
        fill="accent", edge="accent", ink="on_accent", hover="accent_hover", pressed="accent_pressed", checked=None
    ),
    "flat": Look(pad=(8, 5, 8, 5), min_h=28),
    "bare": Look(),
    "quick": CONTROL._replace(min_h=48, checked="accent"),
    "zone": Look(radius=4, fill="canvas", edge="stroke_strong", hover="accent", pressed="accent_pressed"),
    "tool": SUBTLE._replace(pad=(6, 6, 6, 6), min_w=28, min_h=28, gap=6),
    "command": SUBTLE._replace(pad=(10, 7, 10, 7), min_w=36, min_h=34, icon=18, gap=8),
    "ribbon": SUBTLE._replace(pad=(5, 4, 5, 4), min_w=26, min_h=24, gap=6),
    "ribbon_large": SUBTLE._replace(pad=(6, 6, 6, 4), min_w=46, min_h=66, icon=24, gap=5, vertical=True),
    "launcher": SUBTLE._replace(pad=(1, 1, 1, 1), min_w=16, min_h=14, icon=10),
    "nav": SUBTLE._replace(pad=(8, 6, 8, 6), min_w=32, min_h=30),
    "crumb": SUBTLE._replace(pad=(6, 5, 6, 5), min_h=26, gap=4, icon=12),
    "list": SUBTLE._replace(pad=(10, 6, 10, 6), min_h=30, gap=10),
    "chip": SUBTLE._replace(pad=(10, 4, 10, 4), min_h=24, fill="control", edge="stroke", hover="control_hover"),
    "link": SUBTLE._replace(pad=(2, 2, 2, 2), ink="link"),
    "desktop": SUBTLE._replace(pad=(4, 6, 4, 4), min_w=80, icon=40, gap=4, vertical=True, ink="on_picture"),
    "taskbar": _TASK,
    "taskbar_running": _TASK,
    "taskbar_active": _TASK._replace(fill="taskbar_active"),
    "taskbar_open": _TASK._replace(fill="taskbar_active"),
    "tray": Look(pad=(6, 4, 6, 4), min_h=40, icon=16, radius=5, hover="taskbar_hover", pressed="taskbar_edge"),
    "search_pill": Look(
        pad=(12, 6, 12, 6),
        min_w=160,
        min_h=32,
        radius=16,
        fill="taskbar_active",
        edge="taskbar_edge",
        hover="layer",
        ink="muted",
        gap=10,
    ),
    "pinned": Look(pad=(4, 10, 4, 6), min_w=96, min_h=84, icon=32, gap=8, vertical=True, size=11),
    "recommended": SUBTLE._replace(pad=(12, 8, 12, 8), min_h=48, icon=28, gap=12),
    "result": SUBTLE._replace(pad=(10, 7, 10, 7), min_h=40, icon=24, gap=12),
    "switch": SUBTLE._replace(
        pad=(12, 10, 12, 12),
        min_w=150,
        min_h=112,
        icon=48,
        gap=12,
        vertical=True,
        radius=6,
        fill="card",
        edge="stroke",
        hover="layer",
        checked="layer",
    ),
    "day": SUBTLE,
    "day_other": SUBTLE._replace(ink="disabled"),
    "day_chosen": SUBTLE._replace(fill="accent", ink="on_accent", hover="accent_hover", pressed="accent_pressed"),
    "caption": _CAPTION,
    "close": _CAPTION._replace(hover="danger", pressed="danger"),
    "tab_close": Look(min_w=22, min_h=22, icon=10),
    "grid": Look(icon=10, radius=2, fill="control", edge="stroke_strong", hover="control_hover", pressed="pressed"),
}

#: Other names of styles.
ALIASES = {"accent": "primary", "subtle": "flat", "inline": "rename"}

#: Kind and style name to look. The empty style name is a kind's plain look.
STYLES: dict[tuple[str, str], Look] = {
    **{("box", name): look for name, look in _BOXES.items()},
    **{("text", name): look for name, look in _TEXTS.items()},
    **{(kind, name): look for kind in ("button", "toggle") for name, look in _BUTTONS.items()},
    ("icon", ""): Look(),
    ("icon", "small"): Look(icon=12),
    ("icon", "large"): Look(icon=24),
    ("icon", "huge"): Look(icon=48),
    ("icon", "muted"): Look(ink="muted"),
    ("icon", "accent"): Look(ink="accent"),
    ("icon", "danger"): Look(ink="danger"),
    ("icon", "danger_small"): Look(icon=13, ink="danger"),
    ("icon", "muted_small"): Look(icon=13, ink="muted"),
    ("checkbox", ""): Look(icon=18, min_h=28, gap=8),
    ("radio", ""): Look(icon=18, min_h=28, gap=8),
    ("switch", ""): Look(icon=20, min_h=28, gap=12),
    ("combo", ""): CONTROL._replace(pad=(10, 5, 28, 6), min_h=30, min_w=80, icon=12),
    ("combo", "ribbon"): CONTROL._replace(
        pad=(7, 3, 20, 3), min_h=24, min_w=44, icon=10, radius=3, fill="layer", edge="stroke_strong"
    ),
    ("tab", ""): Look(pad=(10, 6, 10, 8), min_h=32, radius=4, hover="hover", pressed="pressed"),
    ("tab", "ribbon"): Look(pad=(11, 5, 11, 7), min_h=30, radius=4, hover="hover", pressed="pressed"),
    ("tab", "window"): Look(pad=(12, 8, 30, 8), min_h=32, min_w=180, gap=10, radius=8, hover="hover", checked="card"),
    ("progress", ""): Look(min_h=4, min_w=120, fill="stroke_strong", ink="accent", radius=2),
    ("slider", ""): Look(min_h=24, min_w=100, fill="thumb", ink="accent"),
    ("separator", ""): Look(min_w=1, min_h=1, fill="stroke"),
    ("separator", "strike"): Look(min_w=1, min_h=1, fill="muted"),
    ("separator", "menu"): Look(min_h=7, fill="stroke", pad=(0, 3, 0, 3)),
    ("separator", "ribbon"): Look(min_w=9, fill="stroke", pad=(4, 6, 4, 6)),
    ("separator", "taskbar"): Look(min_h=1, fill="taskbar_edge"),
    ("menu_item", ""): Look(
        pad=(12, 6, 14, 6), min_h=30, min_w=120, gap=12, radius=4, hover="menu_hover", pressed="pressed"
    ),
    ("menu_item", "option"): Look(pad=(6, 5, 4, 5), min_h=26, gap=8, radius=4, hover="menu_hover", pressed="pressed"),
    ("tree_item", ""): Look(
        min_h=30, pad=(8, 5, 8, 5), gap=8, radius=4, hover="hover", pressed="pressed", checked="hover"
    ),
    ("tree_item", "category"): Look(
        min_h=38, pad=(0, 8, 8, 8), gap=12, icon=20, radius=4, hover="hover", pressed="pressed", checked="hover"
    ),
    ("header", ""): Look(min_h=28, pad=(8, 4, 8, 4), icon=10, ink="muted", hover="row_hover", pressed="row_selected"),
    ("field", ""): Look(pad=(10, 6, 10, 6), min_h=32, min_w=120, radius=4, fill="field", edge="control_edge"),
    ("field", "search"): Look(
        pad=(34, 6, 10, 6), min_h=34, min_w=160, radius=17, fill="field", edge="control_edge", ink="muted"
    ),
    ("field", "find"): Look(pad=(34, 6, 10, 6), min_h=32, min_w=120, radius=4, fill="field", edge="control_edge"),
    ("field", "rename"): Look(pad=(4, 2, 4, 2), min_h=22, min_w=40, fill="field", edge="accent"),
    ("field", "ribbon"): Look(pad=(7, 3, 7, 3), min_h=24, min_w=40, radius=3, fill="field", edge="stroke_strong"),
    ("field", "flat"): Look(),
    ("field", "bare"): Look(size=13),
    ("field", "line"): Look(pad=(6, 4, 6, 4), min_h=30, min_w=80),
    **dict.fromkeys([("cells", ""), ("cells", "row")], Look(fill="layer", edge="stroke")),
    ("cell", ""): Look(pad=(4, 0, 4, 0)),
    **dict.fromkeys(
        [("grid_head", ""), ("grid_head", "corner")], Look(size=11, fill="window", edge="stroke_strong", ink="muted")
    ),
    ("caret", ""): Look(fill="text"),
    ("caret", "page"): Look(fill="ink"),
    ("scrollbar", ""): Look(min_w=14, min_h=14, fill="window"),
    ("scrollbar", "bare"): Look(min_w=14, min_h=14),
    ("thumb", ""): Look(fill="thumb", hover="muted", pressed="muted"),
    **dict.fromkeys([("tile", ""), ("image", ""), ("image", "swatch"), ("image", "wallpaper")], Look()),
    ("area", ""): Look(pad=(10, 6, 10, 6), fill="field", edge="control_edge", radius=4),
    ("area", "flat"): Look(pad=(8, 6, 8, 6), fill="field"),
    ("document", ""): Look(fill="canvas"),
    ("list", ""): Look(),
    ("list", "bare"): Look(),
    ("list", "pane"): Look(fill="layer"),
    ("list", "content"): Look(fill="layer"),
    ("photo", ""): Look(),
    ("scroll", ""): Look(),
    ("scroll", "bare"): Look(),
    ("veil", ""): Look(),
    ("scroll", "pane"): Look(fill="layer"),
    ("scroll", "content"): Look(fill="layer"),
}
