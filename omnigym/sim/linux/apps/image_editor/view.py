"""What a GIMP window looks like: menus, the toolbox at the left, the picture, the layers at the right."""

from __future__ import annotations

from functools import lru_cache

from omnigym.a11y import Role
from omnigym.pictures import Area, Size
from omnigym.pictures import layers as ly
from omnigym.sim.app import Context
from omnigym.sim.kinds.canvas.board import number_in
from omnigym.sim.linux.apps.image_editor.state import CANVAS, Asked, State, preview
from omnigym.sim.linux.office import Menu
from omnigym.sim.ui.controls import Span, photo, slider
from omnigym.sim.ui.nodes import FILL, Node, column, memo, panel, row, stack
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, checkbox, field, icon, scroll, spacer, text, toggle
from omnigym.sim.vfs import base_name

# -- the menus of GIMP ------------------------------------------------------------------------------------------------


def _item(key: str, label: str, msg: tuple[object, ...], keys: str = "") -> MenuItem:
    return MenuItem(f"gimp.menu.{key}", label, msg, "", keys)


MENUS: tuple[Menu, ...] = (
    (
        "File",
        (
            _item("open", "Open...", ("open",), "Ctrl+O"),
            _item("open_layers", "Open as Layers...", ("open_layers",), "Ctrl+Alt+O"),
            None,
            _item("overwrite", "Overwrite", ("overwrite",)),
            _item("export", "Export As...", ("export",), "Ctrl+Shift+E"),
            None,
            _item("quit", "Quit", ("quit",), "Ctrl+Q"),
        ),
    ),
    ("Edit", (_item("undo", "Undo", ("undo",), "Ctrl+Z"), _item("redo", "Redo", ("redo",), "Ctrl+Y"))),
    (
        "Select",
        (_item("all", "All", ("select_all",), "Ctrl+A"), _item("none", "None", ("select_none",), "Ctrl+Shift+A")),
    ),
    (
        "Image",
        (
            _item("scale", "Scale Image...", ("ask", "scale")),
            _item("crop", "Crop to Selection", ("crop",)),
            None,
            _item("flip_h", "Flip Horizontally", ("flip", False)),
            _item("flip_v", "Flip Vertically", ("flip", True)),
            _item("turn_right", "Rotate 90° clockwise", ("turn", 1)),
            _item("turn_left", "Rotate 90° counter-clockwise", ("turn", 3)),
            None,
            _item("beside", "Append to the Right...", ("append",)),
            _item("flatten", "Flatten Image", ("flatten",)),
        ),
    ),
    (
        "Layer",
        (
            _item("raise", "Raise Layer", ("raise", 1)),
            _item("lower", "Lower Layer", ("raise", -1)),
            _item("delete", "Delete Layer", ("delete_layer",)),
        ),
    ),
    ("Colors", (_item("tones", "Brightness-Contrast...", ("ask", "tones")),)),
)

# -- the view ---------------------------------------------------------------------------------------------------------

_BOX_W, _DOCK_W, _BAR_H, _FOOT_H, _PANEL_W = 132, 200, 26, 26, 330
_TOOLS = (
    ("select", "select-object", "Rectangle Select Tool"),
    ("crop", "crop", "Crop Tool"),
    ("move", "arrow-move", "Move Tool"),
    ("scale", "resize", "Scale Tool"),
    ("tones", "brightness-high", "Brightness-Contrast"),
    ("rotate", "arrow-rotate-clockwise", "Rotate 90° clockwise"),
)


def shown_size(state: State, w: int, h: int) -> tuple[Size, int]:
    """The size of the picture on the screen in a window of ``w`` x ``h``, and per cent of its own that this is."""
    assert state.picture is not None
    width, height = state.picture.size
    share = min((w - _BOX_W - _DOCK_W - 48) / width, (h - _BAR_H - _FOOT_H - 48) / height, 2.0)
    share = max(share, 0.01)
    return (max(1, round(width * share)), max(1, round(height * share))), round(100 * share)


@lru_cache(maxsize=16)
def _seen(picture: ly.Composition) -> bytes:
    return ly.export_picture(picture, "seen.png")


def _menus() -> Node:
    entries = []
    for name, items in MENUS:
        lines = tuple([SEPARATOR if item is None else item for item in items])
        entry = button(f"gimp.menu.{name.lower()}", name, style="gimp_menu", menu=lines)
        entries.append(entry._replace(role=Role.MENU_ITEM, data=None))
    return row(*entries, spacer(), style="gimp_bar", h=_BAR_H, pad=(6, 1), role=Role.MENUBAR, name="Menu bar")


def _toolbox(chosen: str, ready: bool) -> Node:
    tools = [
        toggle(
            f"gimp.tool.{key}",
            icon=image,
            name=name,
            style="gimp_tool",
            checked=key == chosen,
            disabled=not ready,
            click=("tool", key),
        )
        for key, image, name in _TOOLS
    ]
    return column(
        row(*tools[:3], gap=4),
        row(*tools[3:], gap=4),
        text("Tool Options", style="gimp_head", role=None),
        text(next(name for key, _, name in _TOOLS if key == chosen), style="gimp_faint", w=FILL, wrap=True),
        spacer(h=FILL),
        style="gimp_dock",
        w=_BOX_W,
        h=FILL,
        pad=(10, 10),
        gap=8,
        role=Role.TOOLBAR,
        name="Toolbox",
    )


def _layer(layer: ly.Layer, index: int, chosen: bool) -> Node:
    eye = "eye" if layer.visible else "eye-off"
    return row(
        button(
            f"gimp.layer.{index}.eye",
            icon=eye,
            name=f"Visibility of {layer.name}",
            style="gimp_tool",
            click=("visible", index),
        ),
        photo(layer.content, w=34, h=26),
        text(layer.name, style="gimp", w=FILL, role=None),
        style="gimp_layer_chosen" if chosen else "gimp_layer",
        key=f"gimp.layer.{index}",
        role=Role.LIST_ITEM,
        name=layer.name,
        h=38,
        pad=(4, 2),
        gap=8,
        click=("layer", index),
    )


def _layers(picture: ly.Composition | None, chosen: int) -> Node:
    found = picture.layers if picture is not None else ()
    rows = [memo(_layer, layer, i, i == chosen, w=FILL) for i, layer in reversed(list(enumerate(found)))]

    def small(key: str, image: str, name: str, click: tuple[object, ...], off: bool) -> Node:
        return button(f"gimp.{key}", icon=image, name=name, style="gimp_tool", disabled=off, click=click)

    one = len(found) < 2
    return column(
        row(icon("layer", size=16), text("Layers", style="gimp_head", role=Role.HEADING), gap=8, h=28),
        scroll("gimp.layers", column(*rows, gap=1, role=Role.LIST, name="Layers"), h=FILL),
        row(
            small("open_layer", "add", "Open as Layers", ("open_layers",), picture is None),
            small("raise", "arrow-up", "Raise Layer", ("raise", 1), one or chosen == len(found) - 1),
            small("lower", "arrow-down", "Lower Layer", ("raise", -1), one or chosen == 0),
            small("delete_layer", "delete", "Delete Layer", ("delete_layer",), one),
            gap=2,
        ),
        style="gimp_dock",
        w=_DOCK_W,
        h=FILL,
        pad=(8, 8),
        gap=6,
    )


def _framed(frame: Area, share: float, size: Size) -> Node:
    left, top, right, bottom = [round(v * share) for v in frame]
    inside = row(style="gimp_frame", w=max(2, right - left), h=max(2, bottom - top), name="Selection", role=Role.GROUP)
    return column(row(row(w=left, h=1), inside, align="start"), w=size[0], h=size[1], pad=(0, top, 0, 0))


def _stage(state: State, w: int, h: int) -> Node:
    picture = preview(state)
    if picture is None:
        hint = text("Open an image with File > Open...", style="gimp_faint")
        return column(
            spacer(h=FILL),
            row(icon("gimp", size=96), justify="center"),
            row(hint, justify="center"),
            spacer(h=FILL),
            style="gimp_stage",
            key=CANVAS,
            role=Role.PANE,
            name="Image",
            gap=14,
            h=FILL,
        )
    size, percent = shown_size(state, w, h)
    shown = photo(_seen(picture), w=size[0], h=size[1], name="Picture", key="gimp.picture")
    share = size[0] / picture.size[0]
    canvas = stack(
        row(style="gimp_canvas", w=size[0], h=size[1]),
        shown,
        _framed(state.frame, share, size) if state.frame is not None else None,
        row(key="gimp.draw", role=Role.GROUP, name="Canvas", w=size[0], h=size[1], track=("track",)),
        w=size[0],
        h=size[1],
    )
    room_w, room_h = w - _BOX_W - _DOCK_W, h - _BAR_H - _FOOT_H
    side, above = max(0, (room_w - size[0]) // 2), max(0, (room_h - size[1]) // 2)
    return column(
        row(canvas, pad=(side, above, 0, 0), align="start"),
        style="gimp_stage",
        key=CANVAS,
        role=Role.PANE,
        name=f"Image at {percent}%",
        w=FILL,
        h=FILL,
    )


def _panel(asked: Asked, layer: str) -> Node:
    if asked.kind == "tones":
        lines = [
            row(
                text(name.capitalize(), style="gimp", w=80, role=None),
                slider(
                    f"gimp.{name}",
                    Span(value, -127, 127),
                    name=name.capitalize(),
                    w=170,
                    change=("tone", name),
                ),
                text(str(value), style="gimp", w=36, key=f"gimp.{name}.value"),
                gap=6,
            )
            for name, value in zip(asked.tones._fields, asked.tones, strict=True)
        ]
        title, ready = f"Brightness-Contrast — {layer}", True
    else:

        def pixels(name: str, value: str) -> Node:
            return field(
                f"gimp.{name}", value, name=name.capitalize(), style="gimp", w=90, change=("size", name), submit=("ok",)
            )

        lines = [
            row(text("Width", style="gimp", w=80, role=None), pixels("width", asked.width), gap=6),
            row(text("Height", style="gimp", w=80, role=None), pixels("height", asked.height), gap=6),
            checkbox("gimp.linked", "Keep proportions", checked=asked.linked, click=("linked",)),
        ]
        title, ready = "Scale Image", bool(number_in(asked.width) and number_in(asked.height))
    return column(
        text(title, style="gimp_head", role=Role.HEADING),
        *lines,
        row(
            button("gimp.reset", "Reset", style="gimp_push", click=("reset",)),
            spacer(),
            button("gimp.no", "Cancel", style="gimp_push", cancel=True, click=("no",)),
            button(
                "gimp.ok",
                "OK" if asked.kind == "tones" else "Scale",
                style="gimp_push",
                default=True,
                disabled=not ready,
                click=("ok",),
            ),
            gap=6,
        ),
        style="gimp_dock",
        w=_PANEL_W,
        pad=(14, 12),
        gap=10,
        role=Role.DIALOG,
        name=title,
    )


def _foot(size: str, percent: int, name: str) -> Node:
    return row(
        text(size, style="gimp_faint", key="gimp.size"),
        text(f"{percent}%", style="gimp_faint", key="gimp.zoom"),
        text(name, style="gimp_faint", key="gimp.name"),
        spacer(),
        style="gimp_bar",
        h=_FOOT_H,
        pad=(12, 2),
        gap=20,
        role=Role.STATUSBAR,
        name="Status Bar",
    )


def view(state: State, ctx: Context) -> Node:
    """The content of a GIMP window."""
    picture = state.picture
    stage = _stage(state, ctx.w, ctx.h)
    if state.asked is not None and picture is not None:
        name = picture.layers[state.layer].name
        over = panel(_panel, state.asked, name, w=_PANEL_W)
        stage = stack(stage, column(over, pad=(16, 16, 0, 0)), h=FILL)
    size = f"{picture.size[0]} x {picture.size[1]} px" if picture is not None else ""
    percent = shown_size(state, ctx.w, ctx.h)[1] if picture is not None else 100
    return column(
        panel(_menus),
        row(
            panel(_toolbox, state.tool, picture is not None, w=_BOX_W, h=FILL),
            stage,
            panel(_layers, picture, state.layer, w=_DOCK_W, h=FILL),
            h=FILL,
            align="stretch",
        ),
        panel(_foot, size, percent, base_name(state.path) if state.path else ""),
        h=FILL,
    )
