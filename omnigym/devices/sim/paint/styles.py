"""The style sheet: looks by kind and style name, in logical pixels and palette names."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ALIASES", "PEOPLE", "STYLES", "Look"]


class Look(NamedTuple):
    """A style before scale and palette; see `theme.Style`. Colours are names of `Palette` fields."""

    size: int = 12
    family: str = "ui"
    bold: bool = False
    italic: bool = False
    pad: tuple[int, int, int, int] = (0, 0, 0, 0)
    gap: int = 8
    icon: int = 16
    min_w: int = 0
    min_h: int = 0
    vertical: bool = False
    radius: int = 0
    shadow: int = 0
    fill: str | None = None
    edge: str | None = None
    ink: str = "text"
    hover: str | None = None
    pressed: str | None = None
    checked: str | None = None


#: The colours of the palette from which a name chooses one, for the disc behind its initials.
PEOPLE = ("blue", "brown", "green", "plum", "rust", "teal")

_SUBTLE = Look(radius=4, hover="hover", pressed="pressed", checked="checked")
_TASK = Look(min_w=44, min_h=40, icon=24, radius=5, hover="taskbar_hover", pressed="taskbar_edge")
_KEY = Look(size=17, radius=4, fill="layer", edge="stroke", hover="control_hover", pressed="control_pressed")
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
    "mail": Look(fill="mail"),
    **{f"person_{name}": Look(fill=name, radius=20) for name in PEOPLE},
    "best_match": Look(radius=4, fill="checked", hover="hover", pressed="pressed"),
    "todo_page": Look(fill="todo"),
    "todo_card": Look(fill="layer", radius=5, hover="hover", checked="row_selected"),
    "tray": Look(radius=5, hover="taskbar_hover", pressed="taskbar_edge"),
    "card_link": Look(fill="card", edge="stroke", radius=6, hover="control_hover", pressed="control_pressed"),
    "choice": Look(radius=7, hover="pressed", checked="accent"),
    "screen": Look(fill="ink", radius=8),
    "theme_light": Look(fill="layer", radius=3),
    "theme_dark": Look(fill="canvas", radius=3),
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
    "unread_date": Look(size=11, family="ui-semibold", ink="link"),
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
    "display": Look(size=42, family="ui-semibold"),
    "display_medium": Look(size=28, family="ui-semibold"),
    "display_small": Look(size=18, family="ui-semibold"),
    "display_error": Look(size=24),
    "display_line": Look(size=14, ink="muted"),
    "todo_title": Look(size=24, family="ui-semibold", ink="on_picture"),
    "todo_date": Look(size=13, ink="on_picture"),
    "todo_task": Look(size=13),
    "todo_done": Look(size=13, ink="muted"),
    "error_caption": Look(size=11, ink="danger"),
    "stored": Look(size=18, family="ui-semibold"),
}

_BUTTONS = {
    "": Look(
        pad=(12, 5, 12, 6),
        min_h=30,
        radius=4,
        fill="control",
        edge="control_edge",
        hover="control_hover",
        pressed="control_pressed",
        checked="checked",
    ),
    "primary": Look(
        pad=(12, 5, 12, 6),
        min_h=30,
        radius=4,
        fill="accent",
        edge="accent",
        ink="on_accent",
        hover="accent_hover",
        pressed="accent_pressed",
    ),
    "flat": Look(pad=(8, 5, 8, 5), min_h=28),
    "bare": Look(),
    "quick": Look(
        min_h=48,
        radius=4,
        fill="control",
        edge="control_edge",
        hover="control_hover",
        pressed="control_pressed",
        checked="accent",
    ),
    "zone": Look(radius=4, fill="canvas", edge="stroke_strong", hover="accent", pressed="accent_pressed"),
    "tool": _SUBTLE._replace(pad=(6, 6, 6, 6), min_w=28, min_h=28, gap=6),
    "command": _SUBTLE._replace(pad=(10, 7, 10, 7), min_w=36, min_h=34, icon=18, gap=8),
    "ribbon": _SUBTLE._replace(pad=(5, 4, 5, 4), min_w=26, min_h=24, gap=6),
    "ribbon_large": _SUBTLE._replace(pad=(6, 6, 6, 4), min_w=46, min_h=66, icon=24, gap=5, vertical=True),
    "nav": _SUBTLE._replace(pad=(8, 6, 8, 6), min_w=32, min_h=30),
    "crumb": _SUBTLE._replace(pad=(6, 5, 6, 5), min_h=26, gap=4, icon=12),
    "list": _SUBTLE._replace(pad=(10, 6, 10, 6), min_h=30, gap=10),
    "chip": _SUBTLE._replace(
        pad=(10, 4, 10, 4), min_h=24, radius=4, fill="control", edge="stroke", hover="control_hover"
    ),
    "link": _SUBTLE._replace(pad=(2, 2, 2, 2), ink="link"),
    "page_crumb": _SUBTLE._replace(pad=(4, 2, 4, 2), size=24, family="ui-semibold", ink="muted"),
    "nav_icon": _SUBTLE._replace(min_w=40, min_h=38, icon=20),
    "nav_icon_chosen": _SUBTLE._replace(min_w=40, min_h=38, icon=20, fill="pressed"),
    "desktop": _SUBTLE._replace(
        pad=(4, 6, 4, 4),
        min_w=80,
        icon=40,
        gap=4,
        vertical=True,
        ink="on_picture",
        radius=4,
        hover="hover",
        pressed="pressed",
        checked="checked",
    ),
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
    "recommended": _SUBTLE._replace(pad=(12, 8, 12, 8), min_h=48, icon=28, gap=12),
    "result": _SUBTLE._replace(pad=(10, 7, 10, 7), min_h=40, icon=24, gap=12),
    "switch": _SUBTLE._replace(
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
    "key": _KEY,
    "key_function": _KEY._replace(size=15, fill="card", icon=20),
    "key_operator": _KEY._replace(size=20, fill="card"),
    "key_equals": _KEY._replace(
        size=20, fill="accent", edge="accent", ink="on_accent", hover="accent_hover", pressed="accent_pressed"
    ),
    "todo_tool": Look(
        pad=(6, 6, 6, 6), min_w=30, min_h=30, radius=4, ink="on_picture", hover="todo_hover", pressed="todo"
    ),
    "todo_check": _SUBTLE._replace(pad=(4, 4, 4, 4), min_w=28, min_h=28, icon=20, ink="muted"),
    "todo_set": _SUBTLE._replace(pad=(10, 6, 10, 6), min_h=30, gap=10, ink="link"),
    "day": _SUBTLE,
    "day_other": _SUBTLE._replace(ink="disabled"),
    "day_chosen": _SUBTLE._replace(fill="accent", ink="on_accent", hover="accent_hover", pressed="accent_pressed"),
    "memory": _SUBTLE._replace(min_h=30, size=11),
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
    **{(kind, name): look for kind in ("button", "toggle", "split") for name, look in _BUTTONS.items()},
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
    ("combo", ""): Look(
        pad=(10, 5, 28, 6),
        min_h=30,
        min_w=80,
        icon=12,
        radius=4,
        fill="control",
        edge="control_edge",
        hover="control_hover",
        pressed="control_pressed",
    ),
    ("combo", "ribbon"): Look(
        pad=(7, 3, 20, 3),
        min_h=24,
        min_w=44,
        icon=10,
        radius=3,
        fill="layer",
        edge="stroke_strong",
        hover="control_hover",
        pressed="control_pressed",
    ),
    ("tab", ""): Look(pad=(10, 6, 10, 8), min_h=32, radius=4, hover="hover", pressed="pressed"),
    ("tab", "ribbon"): Look(pad=(11, 5, 11, 7), min_h=30, radius=4, hover="hover", pressed="pressed"),
    ("tab", "window"): Look(pad=(12, 8, 30, 8), min_h=32, min_w=180, gap=10, radius=8, hover="hover", checked="card"),
    ("link", ""): Look(ink="link", pad=(2, 2, 2, 2)),
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
    ("field", "compact"): Look(pad=(8, 4, 8, 4), min_h=28, min_w=60, radius=4, fill="field", edge="control_edge"),
    ("field", "rename"): Look(pad=(4, 2, 4, 2), min_h=22, min_w=40, fill="field", edge="accent"),
    ("field", "ribbon"): Look(pad=(7, 3, 7, 3), min_h=24, min_w=40, radius=3, fill="field", edge="stroke_strong"),
    ("field", "flat"): Look(),
    ("field", "bare"): Look(size=13),
    ("field", "bare_strong"): Look(size=15, family="ui-semibold"),
    ("field", "line"): Look(pad=(6, 4, 6, 4), min_h=30, min_w=80),
    ("field", "cell"): Look(pad=(4, 1, 2, 1), min_h=18, min_w=20, fill="layer", edge="excel"),
    ("field", "formula"): Look(pad=(8, 3, 8, 3), min_h=24, min_w=40, fill="layer", edge="stroke"),
    ("grid", ""): Look(fill="layer"),
    ("cells", ""): Look(fill="layer", edge="stroke"),
    ("cell", ""): Look(pad=(4, 0, 4, 0)),
    ("grid_head", ""): Look(size=11, fill="window", edge="stroke_strong", ink="muted"),
    ("tab", "excel"): Look(pad=(11, 5, 11, 7), min_h=28, radius=4, hover="hover", pressed="pressed"),
    ("caret", ""): Look(fill="text"),
    ("caret", "page"): Look(fill="ink"),
    ("scrollbar", ""): Look(min_w=14, min_h=14, fill="window"),
    ("scrollbar", "bare"): Look(min_w=14, min_h=14),
    ("thumb", ""): Look(fill="thumb", hover="muted", pressed="muted"),
    ("image", ""): Look(),
    ("area", ""): Look(pad=(10, 6, 10, 6), fill="field", edge="control_edge", radius=4),
    ("area", "flat"): Look(pad=(8, 6, 8, 6), fill="field"),
    ("area", "mail"): Look(size=13, pad=(20, 12, 20, 12), fill="layer"),
    ("document", ""): Look(fill="canvas"),
    ("list", "pane"): Look(fill="layer"),
    ("list", "content"): Look(fill="layer"),
    ("scroll", "pane"): Look(fill="layer"),
    ("scroll", "content"): Look(fill="layer"),
}
