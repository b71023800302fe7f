"""PowerPoint's ribbon."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from omnigym.a11y import Role
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Node, column, row
from omnigym.devices.sim.ui.widgets import MenuItem, button, spacer, toggle
from omnigym.devices.sim.windows.office import Office, bar, group, key_of, lines
from omnigym.documents.slides import LAYOUTS, SHAPES_OF, THEMES, TRANSITIONS

__all__ = ["POWERPOINT", "TABS", "Idle", "layout_items", "ribbon"]

POWERPOINT = Office("powerpoint", "powerpoint")
TABS = (
    ("home", "Home"),
    ("insert", "Insert"),
    ("design", "Design"),
    ("transitions", "Transitions"),
    ("slide_show", "Slide Show"),
    ("view", "View"),
)
#: The keys of what has nothing to do now.
Idle: TypeAlias = frozenset[str]
#: Rows and columns of the tables that can be inserted.
_TABLES = ((2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (4, 4))


def layout_items(message: str) -> tuple[MenuItem, ...]:
    """The lines of a menu of layouts; what is chosen is sent as ``(message, LAYOUT)``."""
    return tuple([MenuItem(f"powerpoint.{message}.{key_of(name)}", name, (message, name)) for name in LAYOUTS])


def _items(message: str, names: Iterable[tuple[object, str]]) -> tuple[MenuItem, ...]:
    return tuple([MenuItem(f"powerpoint.{message}.{key_of(name)}", name, (message, value)) for value, name in names])


def _tool(key: str, image: str, label: str, message: tuple[object, ...], idle: Idle = frozenset()) -> Node:
    return button(f"powerpoint.{key}", label, icon=image, style="ribbon", disabled=key in idle, click=message)


def _strip(*groups: Node) -> Node:
    parts = [part for each in groups for part in (bar(), each)][1:]
    return row(*parts, spacer(), h=FILL, align="stretch")


def _home(idle: Idle) -> Node:
    return _strip(
        group(
            "Clipboard",
            POWERPOINT.large("paste", "paste", "Paste"),
            lines(
                POWERPOINT.tool("cut", "cut", "Cut", disabled="copy" in idle),
                POWERPOINT.tool("copy", "copy", "Copy", disabled="copy" in idle),
            ),
        ),
        group(
            "Slides",
            POWERPOINT.large("new", "slide-add", "New Slide", layout_items("new_slide")),
            lines(
                button("powerpoint.layout", "Layout", icon="slide-layout", style="ribbon", menu=layout_items("layout")),
                _tool("duplicate", "copy", "Duplicate", ("duplicate",)),
                _tool("delete_slide", "delete", "Delete", ("delete_slide",)),
                gap=0,
            ),
        ),
        group(
            "Arrange",
            lines(
                _tool("move_up", "arrow-up", "Move Up", ("move", "up"), idle),
                _tool("move_down", "arrow-down", "Move Down", ("move", "down"), idle),
            ),
        ),
        group("Editing", POWERPOINT.large("find", "find", "Find")),
    )


def _insert() -> Node:
    tables = _items("table", [((rows, columns), f"{columns} x {rows} Table") for rows, columns in _TABLES])
    return _strip(
        group("Slides", POWERPOINT.large("new", "slide-add", "New Slide", layout_items("new_slide"))),
        group("Tables", POWERPOINT.large("table", "table", "Table", tables)),
        group("Images", POWERPOINT.large("image", "image", "Pictures")),
        group("Illustrations", POWERPOINT.large("shape", "shapes", "Shapes", _items("shape", SHAPES_OF.items()))),
        group("Text", POWERPOINT.large("text_box", "textbox", "Text Box")),
    )


def _chips(message: str, names: Mapping[str, str], chosen: str) -> Node:
    """Choices of which one is down, in two rows."""
    chips = [
        toggle(
            f"powerpoint.{message}.{key_of(name)}",
            name,
            style="chip",
            checked=value == chosen,
            click=(message, value),
        )
        for value, name in names.items()
    ]
    half = -(-len(chips) // 2)
    return lines(row(*chips[:half], w=AUTO, gap=3), row(*chips[half:], w=AUTO, gap=3))


def _transitions(chosen: str, idle: Idle) -> Node:
    return _strip(
        group("Transition to This Slide", _chips("transition", TRANSITIONS, chosen)),
        group(
            "Timing",
            POWERPOINT.large("apply_to_all", "slide-multiple", "Apply To All", disabled="apply_to_all" in idle),
        ),
    )


def _slide_show(hidden: bool) -> Node:
    return _strip(
        group(
            "Start Slide Show",
            button("powerpoint.play", "From Beginning", icon="play", style="ribbon_large", click=("play", 0)),
            POWERPOINT.large("play_here", "presenter", "From Current Slide"),
        ),
        group(
            "Set Up",
            toggle(
                "powerpoint.hide",
                "Hide Slide",
                icon="slide-hide",
                style="ribbon_large",
                checked=hidden,
                click=("hide",),
            ),
        ),
    )


def _view(current: str) -> Node:
    views = (
        ("normal", "Normal", "slide-text"),
        ("sorter", "Slide Sorter", "slide-grid"),
        ("notes", "Notes Page", "note"),
    )
    return _strip(
        group(
            "Presentation Views",
            *[
                toggle(
                    f"powerpoint.view.{key}",
                    label,
                    icon=image,
                    style="ribbon_large",
                    checked=key == current,
                    click=("view", key),
                )
                for key, label, image in views
            ],
        )
    )


def ribbon(current: str, view: str, theme: str, transition: str, hidden: bool, idle: Idle) -> Node:
    """The ribbon below its tabs; what has nothing to do now is `idle`, by key."""
    contents: Mapping[str, Callable[[], Node]] = {
        "home": lambda: _home(idle),
        "insert": _insert,
        "design": lambda: _strip(group("Themes", _chips("theme", {name: name for name in THEMES}, theme))),
        "transitions": lambda: _transitions(transition, idle),
        "slide_show": lambda: _slide_show(hidden),
        "view": lambda: _view(view),
    }
    content = contents[current]()
    return column(
        column(content, style="ribbon", h=98, pad=(6, 2)),
        pad=(8, 0, 8, 6),
        role=Role.TOOLBAR,
        name="Ribbon",
    )
