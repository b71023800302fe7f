"""The style sheet and the colours of Ubuntu: Yaru, light and dark, in orange or another accent.

What is not said here looks as on Windows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial

from omnigym.sim.common.system_settings import drawn_scales, scale_within, scales_within
from omnigym.sim.linux.catalogue import CATALOGUE
from omnigym.sim.paint.wallpaper import FACETS
from omnigym.sim.settings import ICONS, ORDERS
from omnigym.sim.style.colour import Colour, Shade, mix
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.palette import DARK, LIGHT, Palette, accented
from omnigym.sim.style.styles import CONTROL, STYLES, SUBTLE
from omnigym.sim.style.theme import Sheet, Theme, make_theme

#: The accent colours that Settings offers, by their names there.
ACCENTS: dict[str, Colour] = {
    "orange": 0xE95420,
    "bark": 0x787859,
    "sage": 0x657B69,
    "olive": 0x4B8501,
    "viridian": 0x03875B,
    "prussian green": 0x308280,
    "blue": 0x0073E5,
    "purple": 0x7764D8,
    "magenta": 0xB34CB3,
    "red": 0xDA3450,
}
_USUAL = "orange"

_LIGHT: Palette = accented(
    LIGHT._replace(
        window=0xEBEBEB,
        window_edge=0xB4B4B4,
        layer=0xFFFFFF,
        card=0xFAFAFA,
        canvas=0xF2F2F2,
        stroke=0xDCDCDC,
        stroke_strong=0xC4C4C4,
        text=0x3D3D3D,
        muted=0x6A6A6A,
        disabled=0xA6A6A6,
        danger=0xC7162B,
        hover=0xE0E0E0,
        pressed=0xD2D2D2,
        control=0xFAFAFA,
        control_hover=0xF0F0F0,
        control_pressed=0xE2E2E2,
        control_edge=0xCDCDCD,
        control_base=0xCDCDCD,
        field=0xFFFFFF,
        field_base=0xBDBDBD,
        menu=0xFAFAFA,
        menu_edge=0xC8C8C8,
        menu_hover=0xE9E9E9,
        indicator=0xE95420,
        thumb=0xA9A9A9,
    ),
    ACCENTS[_USUAL],
)
_DARK: Palette = accented(
    DARK._replace(
        window=0x303030,
        window_edge=0x1A1A1A,
        layer=0x262626,
        card=0x343434,
        canvas=0x1F1F1F,
        stroke=0x3D3D3D,
        stroke_strong=0x4E4E4E,
        text=0xF2F2F2,
        muted=0xB4B4B4,
        disabled=0x767676,
        danger=0xE86581,
        hover=0x434343,
        pressed=0x4D4D4D,
        control=0x3E3E3E,
        control_hover=0x484848,
        control_pressed=0x353535,
        control_edge=0x4B4B4B,
        control_base=0x4B4B4B,
        field=0x1F1F1F,
        field_base=0x5C5C5C,
        menu=0x333333,
        menu_edge=0x474747,
        menu_hover=0x454545,
        indicator=0xE95420,
        thumb=0x7C7C7C,
    ),
    ACCENTS[_USUAL],
)

#: What top bar and dock are filled with, and what lies behind the overview; the same in light and dark.
_BAR, _DOCK, _OVERVIEW = Shade(0x1D1D1D, 0x131313), Shade(0x2A2226, 0x1C181A), Shade(0x3A3036, 0x262024)
_ON_BAR, _ON_BAR_PRESSED = Shade(0x3C3C3C, 0x343434), Shade(0x4A4A4A, 0x444444)
_ON_DOCK = Shade(0x45383F, 0x352E32)

_BAR_BUTTON = Look(
    pad=(12, 3, 12, 3), min_h=24, radius=12, ink="on_picture", hover=_ON_BAR, pressed=_ON_BAR_PRESSED, bold=True
)
_ROUND = Look(min_w=24, min_h=24, icon=12, radius=12, fill="hover", hover="pressed", pressed="stroke_strong")
_PUSH = CONTROL._replace(pad=(14, 6, 14, 6), min_h=34, radius=6, checked="checked")
_DOCK_ICON = Look(min_w=52, min_h=50, icon=40, radius=8, hover=_ON_DOCK, pressed=_ON_DOCK)

_YARU = {
    **looks(
        box={
            "window": Look(fill="window", edge="window_edge", radius=10, shadow=22),
            "dialog": Look(fill="layer", edge="window_edge", radius=12, shadow=26),
            "dialog_buttons": Look(fill="layer", radius=11),
            "menu": Look(fill="menu", edge="menu_edge", radius=10, shadow=14),
            "dropdown": Look(fill="menu", edge="menu_edge", radius=8, shadow=12),
            "card": Look(fill="card", edge="stroke", radius=10),
            "row": Look(radius=6, hover="row_hover", checked="row_selected"),
            "tile": Look(radius=8, hover="row_hover", checked="row_selected"),
            "sidebar": Look(fill="canvas"),
            "top_bar": Look(fill=_BAR),
            "bar_button": Look(radius=12, hover=_ON_BAR, pressed=_ON_BAR_PRESSED),
            "bar_button_open": Look(radius=12, fill=_ON_BAR, hover=_ON_BAR_PRESSED, pressed=_ON_BAR_PRESSED),
            "dock": Look(fill=_DOCK),
            "pip": Look(fill="indicator", radius=3),
            "overview": Look(fill=_OVERVIEW),
            "overview_window": Look(fill="window", edge="window_edge", radius=10, hover="card"),
            "card_chosen": Look(fill="window", edge="accent", radius=10, hover="card"),
            "popover": Look(fill="menu", edge="menu_edge", radius=16, shadow=18),
            "toast": Look(fill="menu", edge="menu_edge", radius=14, shadow=16, hover="card"),
            "note": Look(fill="card", edge="stroke", radius=12, hover="hover", pressed="pressed"),
            "today": Look(fill="accent", radius=15),
            "pill": Look(fill="control", edge="control_edge", radius=18, hover="control_hover", checked="accent"),
        },
        text={
            "window_title": Look(size=13, bold=True),
            "inactive_title": Look(size=13, bold=True, ink="muted"),
            "bar": Look(size=12, bold=True, ink="on_picture"),
            "on_bar": Look(ink="on_picture"),
            "on_pill": Look(ink="on_accent", bold=True),
            "pill": Look(bold=True),
        },
        button={
            "": _PUSH,
            "primary": _PUSH._replace(
                fill="accent", edge="accent", ink="on_accent", hover="accent_hover", pressed="accent_pressed"
            ),
            "danger": _PUSH._replace(fill="danger", edge="danger", ink="on_picture", hover="danger", pressed="danger"),
            "caption": _ROUND,
            "close": _ROUND,
            "header": SUBTLE._replace(pad=(8, 6, 8, 6), min_w=34, min_h=34, radius=6),
            "header_push": _PUSH._replace(pad=(12, 5, 12, 5), min_h=32),
            "bar": _BAR_BUTTON,
            "bar_open": _BAR_BUTTON._replace(fill=_ON_BAR),
            "dock": _DOCK_ICON,
            "dock_open": _DOCK_ICON._replace(fill=_ON_DOCK),
            "launcher_tile": Look(
                pad=(6, 12, 6, 8),
                min_w=116,
                min_h=116,
                icon=60,
                gap=8,
                radius=14,
                vertical=True,
                ink="on_picture",
                hover=_ON_DOCK,
                pressed=_ON_DOCK,
            ),
            "round": Look(
                min_w=36,
                min_h=36,
                icon=16,
                radius=18,
                fill="control",
                edge="control_edge",
                hover="control_hover",
                pressed="control_pressed",
            ),
            "nav": SUBTLE._replace(pad=(8, 6, 8, 6), min_w=34, min_h=34, radius=6),
            "choice": _PUSH._replace(edge="control_edge", checked="accent"),
        },
        icon={"bar": Look(icon=16, ink="on_picture"), "on_pill": Look(icon=16, ink="on_accent")},
        combo={"": CONTROL._replace(pad=(12, 6, 30, 7), min_h=34, min_w=80, icon=12, radius=6)},
        field={
            "": Look(pad=(10, 7, 10, 7), min_h=34, min_w=120, radius=6, fill="field", edge="control_edge"),
            "search": Look(
                pad=(36, 7, 12, 7), min_h=36, min_w=160, radius=18, fill="field", edge="control_edge", ink="muted"
            ),
            "find": Look(pad=(34, 7, 10, 7), min_h=34, min_w=120, radius=6, fill="field", edge="control_edge"),
            "rename": Look(pad=(4, 2, 4, 2), min_h=24, min_w=40, radius=4, fill="field", edge="accent"),
        },
        menu_item={
            "": Look(pad=(12, 6, 14, 6), min_h=32, min_w=140, gap=12, radius=6, hover="menu_hover", pressed="pressed")
        },
        tree_item={
            "": Look(
                min_h=36, pad=(10, 6, 8, 6), gap=12, radius=6, hover="hover", pressed="pressed", checked="row_selected"
            ),
            "category": Look(
                min_h=40, pad=(10, 8, 8, 8), gap=14, radius=6, hover="hover", pressed="pressed", checked="row_selected"
            ),
        },
        scrollbar={"": Look(min_w=12, min_h=12)},
    )
}


@cache
def yaru_sheet() -> Sheet:
    """The style sheet with what the apps declare for themselves."""
    return Sheet({**STYLES, **_YARU}, {}).with_looks(CATALOGUE.styles)


@lru_cache(maxsize=32)
def yaru_palette(dark: bool, accent: str) -> Palette:
    """The palette of a mode and an accent colour; an unknown name is orange."""
    base = _DARK if dark else _LIGHT
    if accent == _USUAL or accent not in ACCENTS:
        return base
    colour = ACCENTS[accent]
    return accented(base, mix(colour, 0xFFFFFF, 0.15) if dark else colour)._replace(indicator=colour)


def in_mode(settings: Mapping[str, str]) -> Palette:
    """The palette that the settings "theme" and "accent" ask for."""
    return yaru_palette(settings.get("theme") == "dark", settings.get("accent", ""))


# -- what the settings say about how the desktop looks ----------------------------------------------------------------

# Theme and scale.

#: The smallest desktop, in logical pixels, on which everything has room.
LEAST = (640, 480)

scales = partial(scales_within, LEAST)
scale_of = partial(scale_within, LEAST)


def theme_of(settings: Mapping[str, str], scale: float) -> Theme:
    """The theme of the settings "theme" ("light" or "dark") and "accent", at a scale."""
    return make_theme(scale, in_mode(settings), yaru_sheet())


def variation(size: tuple[int, int], scale: float) -> Mapping[str, Sequence[str]]:
    """What differs between layouts: see `omnigym.sim.platform.SimPlatform`."""
    return {
        "accent": tuple(ACCENTS),
        "display.scale": drawn_scales(size, scale),
        "theme": ("light", "dark"),
        "wallpaper": FACETS,
        ICONS: ORDERS,
    }
