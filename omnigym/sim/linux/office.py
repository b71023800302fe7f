"""What the programs of LibreOffice have in common: menu bar, toolbars, and what is done with files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.common.suite import Saying
from omnigym.sim.common.suite import Suite as AnySuite
from omnigym.sim.linux.paths import outward
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, row
from omnigym.sim.ui.overflow import fold
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, separator, spacer, text, toggle

#: The shortcuts of all of them.
KEYS = (
    ("ctrl+s", ("save",)),
    ("ctrl+shift+s", ("save_as",)),
    ("ctrl+o", ("open",)),
    ("ctrl+n", ("new",)),
    ("ctrl+w", ("close_key",)),
    ("ctrl+q", ("close_key",)),
    ("ctrl+b", ("bold",)),
    ("ctrl+i", ("italic",)),
    ("ctrl+u", ("underline",)),
    ("ctrl+z", ("undo",)),
    ("ctrl+y", ("redo",)),
    ("escape", ("escape",)),
)
#: The keys of oracles that all of them have, the same as on a real desktop.
LOCATE: Mapping[str, Mapping[str, Any]] = {
    "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
    "dialog": {"role": Role.DIALOG},
    "export_pdf": {"role": Role.BUTTON, "name": "Export Directly as PDF"},
    "export": {"role": Role.DIALOG, "name": "Export Text File"},
    "overwrite_confirm": {"key": "message.replace"},
    "save_changes": {"key": "message.save"},
    "discard": {"key": "message.dont_save"},
}

#: The colours that pictures on toolbars have, as in the icons of LibreOffice.
_INKS = {
    "": Shade(0x4D4D4D, 0xD6D6D6),
    "blue": Shade(0x1E6DC0, 0x6CB2F2),
    "green": Shade(0x2E7D32, 0x7CC47F),
    "red": Shade(0xC62828, 0xEF7B7B),
    "yellow": Shade(0xB07A00, 0xF0C14B),
    "purple": Shade(0x7B3FA0, 0xC08AE0),
}
_TOOL = Look(
    pad=(5, 5, 5, 5), min_w=28, min_h=28, icon=18, gap=6, radius=3, hover="hover", pressed="pressed", checked="checked"
)

#: The looks of all of them.
STYLES = looks(
    box={
        "lo_bar": Look(fill="window"),
        "lo_status": Look(fill="window"),
        "lo_ruler": Look(fill="layer", edge="stroke"),
        "lo_desk": Look(fill=Shade(0xDFDFDF, 0x1C1C1C)),
        "lo_side": Look(fill=Shade(0xF4F4F4, 0x282828)),
    },
    text={"lo_ruler": Look(size=9, ink="muted")},
    button={
        **{f"lo_{name}" if name else "lo": _TOOL._replace(ink=ink) for name, ink in _INKS.items()},
        "lo_menu": Look(pad=(8, 3, 8, 3), min_h=24, radius=3, hover="menu_hover", pressed="pressed"),
    },
    combo={"lo": Look(pad=(8, 4, 24, 4), min_h=28, min_w=56, icon=12, radius=3, fill="field", edge="control_edge")},
)

#: A menu of the menu bar: what it is called, and its lines; None is a line between them.
Menu: TypeAlias = tuple[str, tuple[MenuItem | None, ...]]


def menu_bar(app: str, menus: Iterable[Menu]) -> Node:
    """The menu bar of a window."""
    entries = []
    for name, items in menus:
        lines = tuple([SEPARATOR if item is None else item for item in items])
        entry = button(f"{app}.menu.{name.lower()}", name, style="lo_menu", menu=lines)
        entries.append(entry._replace(role=Role.MENU_ITEM, data=None))
    return row(*entries, spacer(), style="lo_bar", h=26, pad=(6, 1), role=Role.MENUBAR, name="Menu bar")


def tool(
    key: str,
    image: str,
    name: str,
    msg: tuple[object, ...],
    ink: str = "",
    *,
    on: bool | None = None,
    off: bool = False,
) -> Node:
    """A button of a toolbar; with ``on``, one that stays down."""
    style = f"lo_{ink}" if ink else "lo"
    if on is not None:
        return toggle(key, icon=image, name=name, style=style, checked=on, click=msg)
    return button(key, icon=image, name=name, style=style, disabled=off, click=msg)


def toolbar(name: str, *groups: Iterable[Node]) -> Node:
    """A toolbar: groups of buttons with lines between them."""
    parts: list[Element] = []
    for group in groups:
        parts += [separator(vertical=True, style="ribbon"), *group] if parts else [*group]
    bar = fold(*parts, key=f"toolbar.{name}.more", style="lo", gap=2, h=FILL, align="center")
    return row(bar, style="lo_bar", h=36, pad=(6, 3), role=Role.TOOLBAR, name=name)


def status_bar(*texts: tuple[str, str]) -> Node:
    """The bar at the foot of a window: keys and texts, the last of them at the right."""
    said = [text(shown, style="caption", key=key, w=AUTO) for key, shown in texts]
    return row(
        *said[:-1],
        spacer(),
        *said[-1:],
        style="lo_status",
        h=26,
        pad=(12, 2),
        gap=24,
        w=FILL,
        role=Role.STATUSBAR,
        name="Status Bar",
    )


#: What LibreOffice says about files.
_SAYING = Saying(
    untitled="Untitled 1",
    caption="{name} — {title}",
    corrupt="The file {name} is corrupt and therefore cannot be opened.",
    box="Save Document?",
    question="Save changes to document “{name}” before closing?\nYour changes will be lost if you don't save them.",
    answers=("Don't Save", "Cancel", "Save"),
    kind="question",
    exported=(("PDF - Portable Document Format", "pdf"),),
)
#: What a program of LibreOffice does with files.
Suite = partial(AnySuite, outward=outward, saying=_SAYING)
