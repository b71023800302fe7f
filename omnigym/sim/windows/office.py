"""What Word and Excel look alike in: their ribbons' parts, and the pages behind File."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from omnigym.a11y import Role
from omnigym.sim.app import Focus, Handler
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, row
from omnigym.sim.ui.overflow import fold
from omnigym.sim.ui.widgets import MenuItem, button, icon, separator, spacer, tab, text, toggle

#: The shortcuts of both.
KEYS = (
    ("ctrl+s", ("save",)),
    ("f12", ("save_as",)),
    ("ctrl+shift+s", ("save_as",)),
    ("ctrl+o", ("open",)),
    ("ctrl+n", ("new",)),
    ("ctrl+w", ("close_key",)),
    ("ctrl+b", ("bold",)),
    ("ctrl+i", ("italic",)),
    ("ctrl+u", ("underline",)),
    ("ctrl+z", ("undo",)),
    ("ctrl+y", ("redo",)),
    ("escape", ("escape",)),
)


def behind_file(app: str, page: str) -> Handler:
    """The handler of ``("backstage", NAME)``: show a page behind File, or for "" the document with the key ``page``."""
    back = f"{app}.file.back"
    return lambda state, _ctx, name: (state._replace(backstage=name), (Focus(back if name else page),))


def key_of(name: str) -> str:
    """A stable key from what a person reads: "Heading 1" is "heading_1"."""
    return name.lower().replace(" ", "_")


def group(label: str, *children: Node, launcher: Node | None = None) -> Node:
    """A part of a ribbon, with what it is called below; ``launcher`` opens the dialog that has more of the same."""
    said = text(label, style="group_label", role=None)
    below = (said,) if launcher is None else (spacer(), said, spacer(), launcher)
    return column(
        row(*children, h=FILL, w=AUTO, gap=4, align="center"),
        row(*below, w=FILL, h=14, justify="center"),
        w=AUTO,
        h=FILL,
        pad=(5, 3, 5, 2),
        role=Role.GROUP,
        name=label,
    )


def lines(*lines: Node, gap: int = 3) -> Node:
    """Rows of buttons, one above the other."""
    return column(*lines, w=AUTO, gap=gap)


def bar() -> Node:
    """What stands between two groups."""
    return separator(vertical=True, style="ribbon")


def strip(app: str, *groups: Element | None) -> Node:
    """A ribbon's groups with bars between; those without room are behind the button at its right."""
    parts = [part for each in groups if each is not None for part in (bar(), each)][1:]
    return fold(*parts, key=f"{app}.more_groups", style="ribbon", h=FILL)


@dataclass(frozen=True, slots=True)
class Office:
    """Makes what an app of the family shows.

    Args:
        app: Its name, with which its keys begin.
        style: Of its tabs.
    """

    app: str
    style: str

    def tabs(self, known: Iterable[tuple[str, str]], current: str) -> Node:
        """The strip of tabs, with File at its left."""
        return row(
            button(f"{self.app}.file", "File", style="subtle", click=("backstage", "home")),
            *[
                tab(f"{self.app}.tab.{key}", label, selected=key == current, style=self.style, click=("tab", key))
                for key, label in known
            ],
            spacer(),
            h=32,
            pad=(8, 0),
            gap=2,
            role=Role.TAB_LIST,
            name="Ribbon Tabs",
        )

    def launcher(self, key: str, name: str) -> Node:
        """The small button in the corner of a group that opens a dialog."""
        return button(f"{self.app}.{key}", icon="arrow-expand", name=name, style="launcher", w=16, h=14, click=(key,))

    def tool(self, key: str, image: str, name: str, *, disabled: bool = False) -> Node:
        """A small button."""
        return button(f"{self.app}.{key}", icon=image, name=name, style="ribbon", disabled=disabled, click=(key,))

    def switch(self, key: str, image: str, name: str, checked: bool) -> Node:
        """A small button that stays down."""
        return toggle(f"{self.app}.{key}", icon=image, name=name, style="ribbon", checked=checked, click=(key,))

    def large(
        self, key: str, image: str, label: str, menu: tuple[MenuItem, ...] = (), *, disabled: bool = False
    ) -> Node:
        """A large button, or one of a menu."""
        click, style = None if menu else (key,), "ribbon_large"
        return button(f"{self.app}.{key}", label, icon=image, style=style, disabled=disabled, menu=menu, click=click)

    def backstage(
        self,
        items: Iterable[tuple[str, str, str]],
        image: str,
        name: str,
        path: str,
        recent: Iterable[tuple[str, str, str]],
        w: int,
    ) -> Node:
        """What is behind File.

        Args:
            items: The commands: (key, label, icon).
            image: The icon of the document.
            name, path: The document's.
            recent: What was open lately: (label, path, icon).
            w: The width of the list of commands, in logical pixels.
        """
        home = column(
            text("Good morning", style="title"),
            row(
                icon(image, style="huge"),
                column(text(name, style="strong"), text(path, style="muted"), gap=4),
                gap=14,
            ),
            separator(),
            text("Recent", style="heading"),
            *[
                button(f"{self.app}.recent.{i}", label, icon=kind, style="list", click=("open_path", at), w=FILL)
                for i, (label, at, kind) in enumerate(recent)
            ],
            spacer(h=FILL),
            style="content",
            h=FILL,
            pad=(36, 26),
            gap=14,
        )
        return self.behind(items, home, w)

    def behind(self, items: Iterable[tuple[str, str, str]], page: Node, w: int) -> Node:
        """A page behind File, beside the commands; arguments as of `backstage`."""
        return row(
            column(
                button(f"{self.app}.file.back", icon="back", name="Back", style="nav", click=("backstage", "")),
                *[
                    button(f"{self.app}.file.{key}", label, icon=picture, style="list", click=(key,), w=FILL)
                    for key, label, picture in items
                ],
                spacer(h=FILL),
                style="canvas",
                w=w,
                h=FILL,
                pad=(10, 12),
                gap=4,
                role=Role.MENU,
                name="File",
            ),
            page,
            h=FILL,
            align="stretch",
        )
