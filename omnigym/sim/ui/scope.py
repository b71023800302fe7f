"""Builders of nodes for one app: its name begins their keys and styles, and defaults are left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui import controls, nodes, widgets
from omnigym.sim.ui.nodes import Element, Node, state_flags


class Scope:
    """The names of an app, and its nodes: "list" is the key "todo.list" and the style "todo_list" of To Do.

    A style that begins with "/" is one of the toolkit's: "/caption". Other arguments are those of the builders of
    `omnigym.sim.ui.widgets` and `omnigym.sim.ui.nodes`.

    Args:
        app: What keys begin with.
        styles: What styles begin with; "" for an app whose styles are the toolkit's, by default ``app``.
        button: The style of the buttons that give none.
        item: The style of the items that give none.
    """

    def __init__(self, app: str, styles: str | None = None, *, button: str = "", item: str = "row") -> None:
        self._app, self._styles = app, app if styles is None else styles
        self._button, self._item = button, item

    def key(self, name: str) -> str:
        """Return the full key of a name; "" stays ""."""
        return f"{self._app}.{name}" if name else ""

    def style(self, name: str) -> str:
        """Return the full name of a style; "" is the app's own plain style."""
        if name[:1] == "/" or not self._styles:
            return name.removeprefix("/")
        return f"{self._styles}_{name}" if name else self._styles

    def looks(self, **kinds: Mapping[str, Look]) -> Mapping[tuple[str, str], Look]:
        """Return the looks of the app's own styles, for `App.styles`; see `omnigym.sim.style.looks.looks`."""
        named = {kind: {self.style(name): look for name, look in styles.items()} for kind, styles in kinds.items()}
        return looks(**named)

    # -- leaves ---------------------------------------------------------------------------------------------------

    def text(self, said: str, style: str = "", *, key: str = "", **more: Any) -> Node:
        """Return a text."""
        return widgets.text(said, style=self.style(style), key=self.key(key), **more)

    def heading(self, said: str, style: str = "", **more: Any) -> Node:
        """Return a heading for the nodes below it."""
        return self.text(said, style, role=Role.HEADING, **more)

    def icon(self, name: str, style: str = "", **more: Any) -> Node:
        """Return an icon."""
        return widgets.icon(name, style=self.style(style), **more)

    def button(self, key: str, label: str = "", style: str = "", **more: Any) -> Node:
        """Return a button, or with ``checked`` a toggle.

        Its message is its key unless ``click`` or ``menu`` is given.
        """
        if "menu" not in more:
            more.setdefault("click", (key,))
        make = widgets.toggle if "checked" in more else widgets.button
        return make(self.key(key), label, style=self.style(style or self._button), **more)

    def tool(self, key: str, icon: str, name: str, style: str = "", **more: Any) -> Node:
        """Return a button with only an icon, whose name is a tooltip."""
        return self.button(key, "", style, icon=icon, name=name, **more)

    def field(self, key: str, value: str, name: str, style: str = "", **more: Any) -> Node:
        """Return a field; each change sends its key as the message unless ``change`` is given."""
        more.setdefault("change", (key,))
        return widgets.field(self.key(key), value, name=name, style=self.style(style), **more)

    def slider(self, key: str, value: int, name: str, style: str = "", **more: Any) -> Node:
        """Return a slider from 0 to 100; its message is its key unless ``change`` is given."""
        more.setdefault("change", (key,))
        made = controls.slider(self.key(key), controls.Span(value), name=name, **more)
        return made._replace(style=self.style(style))

    # -- boxes ----------------------------------------------------------------------------------------------------

    def row(self, *inside: Element | None, **more: Any) -> Node:
        """Return a row."""
        return self._box(nodes.row, inside, **more)

    def column(self, *inside: Element | None, **more: Any) -> Node:
        """Return a column."""
        return self._box(nodes.column, inside, **more)

    def item(
        self,
        key: str,
        name: str,
        *inside: Element | None,
        box: Callable[..., Node] = nodes.row,
        style: str | None = None,
        role: Role = Role.LIST_ITEM,
        selected: bool = False,
        **more: Any,
    ) -> Node:
        """Return one object to a person, such as a line of a list, whose name contains its presentational texts."""
        quiet, flags = tuple([_quiet(c) for c in inside]), state_flags(selected=selected)
        look = self._item if style is None else style
        return self._box(box, quiet, style=look, key=key, role=role, name=name, flags=flags, **more)

    def _box(
        self,
        make: Callable[..., Node],
        inside: tuple[Element | None, ...],
        *,
        style: str = "",
        key: str = "",
        **more: Any,
    ) -> Node:
        return make(*inside, style=self.style(style) if style else "", key=self.key(key), **more)


def _quiet(element: Element | None) -> Element | None:
    """An element without the texts that have no key in the tree."""
    if not isinstance(element, Node):
        return element
    if element.kind == "text":
        return element if element.key else element._replace(role=None)
    return element._replace(children=tuple([c for c in map(_quiet, element.children) if c is not None]))
