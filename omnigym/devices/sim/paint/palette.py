"""The colours of Windows 11, light."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.paint.colour import Colour

__all__ = ["LIGHT", "Palette"]


class Palette(NamedTuple):
    """Colours by what they are for. "Hover" and "pressed" are of controls without a frame, unless said otherwise."""

    accent: Colour = 0x005FB8
    accent_hover: Colour = 0x196EBF
    accent_pressed: Colour = 0x3281C7
    on_accent: Colour = 0xFFFFFF
    window: Colour = 0xF3F3F3
    window_edge: Colour = 0xA8ACB2
    layer: Colour = 0xFFFFFF
    card: Colour = 0xFBFBFB
    canvas: Colour = 0xE9E9E9
    stroke: Colour = 0xE3E3E3
    stroke_strong: Colour = 0xCFCFCF
    text: Colour = 0x1B1B1B
    muted: Colour = 0x5F5F5F
    disabled: Colour = 0xA3A3A3
    link: Colour = 0x003E92
    danger: Colour = 0xC42B1C
    hover: Colour = 0xE9E9E9
    pressed: Colour = 0xDFDFDF
    checked: Colour = 0xDCE8F5
    checked_edge: Colour = 0xA9C8E8
    control: Colour = 0xFDFDFD
    control_hover: Colour = 0xF5F5F5
    control_pressed: Colour = 0xEFEFEF
    control_edge: Colour = 0xD3D3D3
    control_base: Colour = 0xB5B5B5
    field: Colour = 0xFFFFFF
    field_base: Colour = 0x868686
    row_hover: Colour = 0xE5F3FF
    row_selected: Colour = 0xCCE8FF
    selection: Colour = 0xA8CEF5
    menu: Colour = 0xF9F9F9
    menu_edge: Colour = 0xCFCFCF
    menu_hover: Colour = 0xEBEBEB
    taskbar: Colour = 0xE8EFF8
    taskbar_edge: Colour = 0xD2DBE6
    taskbar_hover: Colour = 0xF6F9FD
    taskbar_active: Colour = 0xFBFDFF
    indicator: Colour = 0x7D8791
    thumb: Colour = 0x8F8F8F
    word: Colour = 0x185ABD


LIGHT = Palette()
