"""The style sheet and the colours of Android: Material 3, in the blue of a phone that is new.

What is not said here looks as on Windows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from omnigym.sim.android.catalogue import CATALOGUE
from omnigym.sim.style.palette import DARK, LIGHT, Palette
from omnigym.sim.style.styles import PEOPLE, STYLES, Look
from omnigym.sim.style.theme import Sheet

MATERIAL: Palette = LIGHT._replace(
    accent=0x0B57D0,
    accent_hover=0x0B57D0,
    accent_pressed=0x1F66D6,
    window=0xFAF9FD,
    window_edge=0xC4C6CF,
    layer=0xFFFFFF,
    card=0xEDEDF4,
    canvas=0xF0EFF6,
    stroke=0xE0E1E9,
    stroke_strong=0x74777F,
    text=0x1A1B1F,
    muted=0x5A5D65,
    disabled=0xA6A8AE,
    link=0x0B57D0,
    danger=0xB3261E,
    hover=0xE3E4EC,
    pressed=0xDCDEE8,
    checked=0xD3E3FD,
    checked_edge=0xD3E3FD,
    control=0xFFFFFF,
    control_edge=0xD4D5DD,
    control_base=0xB9BBC3,
    field=0xE7E7EE,
    field_base=0x74777F,
    row_selected=0xD3E3FD,
    selection=0xB4D0FA,
    menu=0xF3F2F9,
    menu_edge=0xDFDFE8,
    menu_hover=0xE3E4EC,
    taskbar=0xF0EFF6,
    thumb=0xC6D6F2,
)
NIGHT: Palette = DARK._replace(
    accent=0xA8C7FA,
    accent_hover=0xA8C7FA,
    accent_pressed=0x97B9F2,
    on_accent=0x062E6F,
    window=0x121318,
    layer=0x1B1C22,
    card=0x1F2026,
    canvas=0x1E1F25,
    stroke=0x34353C,
    stroke_strong=0x8E9099,
    text=0xE3E2E9,
    muted=0xA9ABB4,
    disabled=0x66686F,
    link=0xA8C7FA,
    danger=0xF2B8B5,
    hover=0x2A2B32,
    pressed=0x33343C,
    checked=0x2C4678,
    checked_edge=0x2C4678,
    control=0x1B1C22,
    control_edge=0x3B3C44,
    field=0x2B2C33,
    field_base=0x8E9099,
    row_selected=0x2C4678,
    selection=0x35548C,
    menu=0x25262D,
    menu_edge=0x34353C,
    menu_hover=0x33343C,
    taskbar=0x1E1F25,
    thumb=0x46587C,
)

#: From this size on, letters do not grow.
_LARGE = 30

ROUND = Look(min_w=48, min_h=48, icon=24, radius=24, pressed="hover", checked="checked")
_LABEL = Look(pad=(2, 8, 2, 4), min_w=76, icon=52, gap=6, vertical=True, size=12, radius=16)
PILL = Look(size=14, family="ui-semibold", pad=(22, 9, 22, 9), min_h=40, radius=20, gap=8, icon=18)
_KEY = Look(size=20, fill="layer", radius=6, pressed="pressed", icon=22, min_h=44)

_BOXES = {
    "surface": Look(fill="window"),
    "card": Look(fill="card", radius=20, pressed="pressed"),
    "item": Look(pressed="hover", checked="checked"),
    "item_card": Look(fill="layer", radius=16, pressed="hover"),
    "nav": Look(fill="canvas"),
    "nav_pill": Look(fill="checked", radius=16),
    "system_bar": Look(fill="window"),
    "system_bar_home": Look(),
    "keyboard": Look(fill="card"),
    "shade": Look(fill="canvas"),
    "drawer": Look(fill="window"),
    "dialog": Look(fill="menu", radius=28, shadow=16),
    "menu": Look(fill="menu", radius=8, shadow=10),
    "dropdown": Look(fill="menu", radius=8, shadow=10),
    "toast": Look(fill="menu", radius=24, shadow=14, pressed="hover"),
    "pulled": Look(fill="menu", radius=22, shadow=8),
    "volume": Look(fill="card", radius=22),
    "volume_level": Look(fill="accent", radius=22),
    "note": Look(fill="layer", radius=20, pressed="hover"),
    "task_card": Look(fill="window", radius=24, shadow=12),
    "search_pill": Look(fill="layer", radius=26, pressed="hover"),
    "dot": Look(fill="on_picture", radius=4),
    "dot_off": Look(fill="stroke_strong", radius=4),
    "film": Look(fill="black"),
    "film_chosen": Look(edge="on_picture", radius=6),
    "here": Look(fill="accent", edge="on_picture", radius=10),
    "floating": Look(fill="checked", radius=16, shadow=8),
    "sheet": Look(fill="menu", radius=28),
    "side": Look(fill="menu", radius=16),
    "drawer_entry": Look(radius=27, pressed="hover"),
    "drawer_chosen": Look(radius=27, fill="checked"),
    "mark": Look(fill="accent", radius=2),
    "today": Look(fill="accent", radius=11),
    "chip": Look(fill="card", radius=10, pressed="pressed"),
    **{f"person_{name}": Look(fill=name, radius=20) for name in PEOPLE},
    **{f"portrait_{name}": Look(fill=name, radius=48) for name in PEOPLE},
}
_TEXTS = {
    "": Look(size=14),
    "body": Look(size=16),
    "read": Look(size=15),
    "caption": Look(size=12, ink="muted"),
    "muted": Look(size=14, ink="muted"),
    "empty": Look(size=14, ink="muted"),
    "center": Look(size=14),
    "caption_center": Look(size=12, ink="muted"),
    "strong": Look(size=14, family="ui-semibold"),
    "heading": Look(size=16, family="ui-semibold"),
    "section": Look(size=14, family="ui-semibold", ink="accent"),
    "title": Look(size=22),
    "page_title": Look(size=32),
    "name": Look(size=28),
    "label": Look(size=12, family="ui-semibold"),
    "label_muted": Look(size=12, family="ui-semibold", ink="muted"),
    "status": Look(size=13, family="ui-semibold"),
    "status_home": Look(size=13, family="ui-semibold", ink="on_picture"),
    "glance": Look(size=22, ink="on_picture"),
    "avatar": Look(size=18, ink="on_picture"),
    "avatar_large": Look(size=40, ink="on_picture"),
    "dialled": Look(size=34),
    "lock_time": Look(size=80, family="ui-light", ink="on_picture"),
    "lock_date": Look(size=16, ink="on_picture"),
    "film": Look(size=12, ink="on_picture"),
    "body_muted": Look(size=16, ink="muted"),
}
_BUTTONS = {
    "": PILL._replace(edge="stroke_strong", ink="accent", pressed="hover"),
    "primary": PILL._replace(fill="accent", ink="on_accent", pressed="accent_pressed"),
    "tonal": PILL._replace(fill="checked", pressed="pressed"),
    "danger": PILL._replace(fill="danger", ink="on_accent"),
    "text": PILL._replace(pad=(12, 9, 12, 9), ink="accent", pressed="hover"),
    "danger_text": PILL._replace(pad=(12, 9, 12, 9), ink="danger", pressed="hover"),
    "heading": Look(size=20, pad=(10, 9, 6, 9), min_h=44, radius=20, gap=4, icon=22, pressed="hover"),
    "icon": ROUND,
    "icon_tonal": ROUND._replace(fill="checked", pressed="pressed"),
    "fab": ROUND._replace(min_w=46, min_h=46, radius=12, fill="checked", pressed="pressed"),
    "fab_wide": PILL._replace(fill="checked", pressed="pressed", min_h=46, radius=12, icon=24, pad=(13, 9, 17, 9)),
    "fab_round": ROUND._replace(min_w=72, min_h=72, radius=36, icon=32, fill="checked", pressed="pressed"),
    "call": ROUND._replace(min_w=72, min_h=64, radius=32, icon=28, fill="green", ink="on_picture"),
    "home_icon": _LABEL._replace(ink="on_picture"),
    "drawer_icon": _LABEL._replace(pressed="hover"),
    "system": Look(min_w=72, min_h=48, icon=22, pressed="hover", radius=24),
    "system_home": Look(min_w=72, min_h=48, icon=22, ink="on_picture", radius=24),
    "chip": Look(size=14, pad=(14, 6, 14, 6), min_h=32, radius=8, edge="stroke_strong", checked="checked"),
    "day": Look(size=14, min_h=34, radius=17, pressed="hover"),
    "day_today": Look(size=14, min_h=34, radius=17, edge="accent", ink="accent", pressed="hover"),
    "day_chosen": Look(size=14, min_h=34, radius=17, fill="accent", ink="on_accent"),
    "list": Look(size=16, pad=(16, 12, 16, 12), min_h=52, gap=18, icon=24, pressed="hover"),
    "film_icon": ROUND._replace(ink="on_picture"),
    "film_chip": Look(size=13, pad=(12, 5, 12, 5), min_h=32, radius=16, ink="on_picture", checked="indicator"),
    "key": _KEY,
    "key_function": _KEY._replace(fill="checked"),
    "tile": Look(
        size=14,
        family="ui-semibold",
        pad=(16, 10, 16, 10),
        min_h=60,
        radius=30,
        gap=12,
        icon=22,
        fill="layer",
        checked="checked",
        pressed="pressed",
    ),
}

_LOOKS: Mapping[tuple[str, str], Look] = {
    **{("box", name): look for name, look in _BOXES.items()},
    **{("text", name): look for name, look in _TEXTS.items()},
    **{(kind, name): look for kind in ("button", "toggle") for name, look in _BUTTONS.items()},
    ("switch", ""): Look(size=16, icon=26, min_h=48, gap=14),
    ("checkbox", ""): Look(size=16, icon=20, min_h=48, gap=16),
    ("radio", ""): Look(size=16, icon=20, min_h=48, gap=16),
    ("slider", ""): Look(min_h=44, min_w=100, fill="thumb", ink="accent"),
    ("scrollbar", ""): Look(),
    ("field", ""): Look(size=16, pad=(16, 14, 16, 14), min_h=56, min_w=120, radius=8, fill="field"),
    ("field", "search"): Look(size=16, pad=(48, 12, 16, 12), min_h=48, min_w=120, radius=24, fill="card"),
    ("field", "address"): Look(size=15, pad=(40, 8, 12, 8), min_h=44, min_w=100, radius=22, fill="card"),
    ("field", "pill"): Look(size=16, pad=(18, 10, 18, 10), min_h=46, min_w=120, radius=23, fill="card"),
    ("area", ""): Look(size=16, pad=(16, 12, 16, 12), fill="field", radius=8),
    ("area", "flat"): Look(size=16, pad=(20, 8, 20, 8), fill="window"),
    ("area", "clear"): Look(size=16, pad=(20, 8, 20, 8)),
    ("field", "headline"): Look(size=22, pad=(16, 10, 16, 10), min_h=52, min_w=120),
    ("field", "bare"): Look(size=16, pad=(4, 10, 8, 10), min_h=48, min_w=60),
    ("field", "plain"): Look(size=16, pad=(12, 10, 12, 10), min_h=48, min_w=60),
    ("menu_item", ""): Look(size=14, pad=(14, 12, 18, 12), min_h=48, min_w=150, gap=14, icon=20, pressed="menu_hover"),
    ("menu_item", "option"): Look(size=14, pad=(14, 12, 18, 12), min_h=48, min_w=150, gap=12, pressed="menu_hover"),
    ("separator", "menu"): Look(min_h=9, fill="stroke", pad=(0, 4, 0, 4)),
    ("tab", ""): Look(size=14, family="ui-semibold", pad=(18, 12, 18, 14), min_h=48),
    ("combo", ""): Look(size=16, pad=(16, 12, 36, 12), min_h=52, min_w=100, icon=16, radius=8, fill="field"),
    ("progress", ""): Look(min_h=4, min_w=120, fill="thumb", ink="accent", radius=2),
    ("icon", ""): Look(icon=24, ink="muted"),
    ("icon", "home"): Look(icon=24, ink="on_picture"),
    ("icon", "accent"): Look(icon=24, ink="accent"),
    ("icon", "text"): Look(icon=24),
}

_SHEET = Sheet({**STYLES, **_LOOKS}, {"ui": "roboto", "ui-semibold": "roboto-medium", "ui-light": "roboto-light"})


@cache
def _sheet() -> Sheet:
    return _SHEET.with_looks(CATALOGUE.styles)


@lru_cache(maxsize=8)
def material_sheet(letters: float = 1.0) -> Sheet:
    """The style sheet with letters so many times as large; as in Android, large ones stay as they are.

    It is the same object whenever it is asked for.
    """
    return _sheet().changed(lambda look: look._replace(size=round(look.size * letters)) if look.size < _LARGE else look)
