"""The builders of widgets for views; the builders of boxes are in `nodes`.

Each returns a plain `Node`. Keyword arguments that they pass on as ``on`` are messages by event, as in `Node.on`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.sim.documents.edit import Edit
from omnigym.sim.documents.layout import Op
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Msg, Node, state_flags, widget
from omnigym.sim.ui.payloads import (
    OPENS_MENU,
    AreaData,
    DocumentData,
    Entry,
    FieldData,
    ListData,
    TreeData,
)

__all__ = [
    "SEPARATOR",
    "Entry",
    "MenuItem",
    "area",
    "button",
    "checkbox",
    "combo",
    "document",
    "field",
    "header",
    "icon",
    "image",
    "list_view",
    "picture",
    "progress",
    "radio",
    "scroll",
    "separator",
    "spacer",
    "tab",
    "text",
    "toggle",
    "tree_item",
]


class MenuItem(NamedTuple):
    """One line of a menu.

    Attributes:
        key: Stable name, unique in the menu's window: "explorer.menu.delete".
        text: Its label; "" makes a separator.
        msg: The message that ``update`` receives when it is chosen.
        icon, shortcut: Shown at its left and right.
        enabled, checked: Whether it can be chosen, and whether it has a check mark.
        items: The lines of its submenu.
    """

    key: str
    text: str
    msg: Msg | None = None
    icon: str = ""
    shortcut: str = ""
    enabled: bool = True
    checked: bool = False
    items: tuple[MenuItem, ...] = ()


SEPARATOR = MenuItem("", "")


def text(
    text: str,
    *,
    style: str = "",
    w: int = AUTO,
    h: int = AUTO,
    role: Role | None = Role.TEXT,
    key: str = "",
    name: str = "",
    value: str = "",
    wrap: bool = False,
) -> Node:
    """Return static text: in as many lines as it needs with ``wrap``, else in one line, cut with an ellipsis."""
    return Node("text", style, key, text, "", name, value, role, 0, (), None, (), w, h, "wrap" if wrap else "")


def icon(name: str, *, style: str = "", size: int = AUTO, alt: str = "", key: str = "") -> Node:
    """Return an icon by its name; it is in the tree if it has an ``alt`` text."""
    return Node("icon", style, key, "", name, alt, "", Role.ICON if alt else None, w=size, h=size)


def image(png: bytes, *, w: int, h: int, alt: str, key: str = "", style: str = "") -> Node:
    """Return a picture from PNG bytes, fitted into its rectangle."""
    return Node("image", style, key, "", "", alt, "", Role.IMAGE, w=w, h=h, data=png)


def picture(ops: tuple[Op, ...], *, w: int, h: int, role: Role | None = None, name: str = "", key: str = "") -> Node:
    """Return a drawing from the draw ops of `paint.canvas`; `paint.lines.put_picture` lists the optional ones."""
    return Node("picture", "", key, "", "", name, "", role, w=w, h=h, data=ops)


def separator(style: str = "", *, vertical: bool = False) -> Node:
    """Return a thin line across a row (``vertical``) or a column."""
    return Node("separator", style, w=AUTO if vertical else FILL, h=FILL if vertical else AUTO, data=vertical)


def spacer(w: int = FILL, h: int = AUTO) -> Node:
    """Return empty space."""
    return Node("box", w=w, h=h)


def button(
    key: str,
    text: str = "",
    *,
    icon: str = "",
    name: str = "",
    style: str = "",
    disabled: bool = False,
    default: bool = False,
    cancel: bool = False,
    menu: tuple[MenuItem, ...] = (),
    w: int = AUTO,
    h: int = AUTO,
    drag: object = None,
    **on: Any,
) -> Node:
    """Return a push button: ``button("dialog.ok", "OK", click=("ok",), default=True)``.

    Args:
        key: Its stable name.
        text, icon: What is on it.
        name: Accessible name, where `text` is not it (an icon alone).
        style: The painter's look: "", "primary", "ribbon", "ribbon-large", "command", "flat", "taskbar"...
        disabled: Greyed out.
        default, cancel: What Enter and Escape press in a dialog.
        menu: Opens this menu below it, instead of a message.
        w, h: Size.
        drag: Payload of a drag that starts on it.
        on: Messages: ``click``, ``double``, ``context``, ``drop``.
    """
    flags = state_flags(disabled=disabled, default=default, cancel=cancel)
    return widget(
        "button",
        key,
        Role.BUTTON,
        style=style,
        text=text,
        icon=icon,
        name=name,
        flags=flags,
        menu=menu,
        w=w,
        h=h,
        data=OPENS_MENU if menu else None,
        drag=drag,
        **on,
    )


def toggle(
    key: str,
    text: str = "",
    *,
    icon: str = "",
    name: str = "",
    style: str = "",
    checked: bool,
    disabled: bool = False,
    w: int = AUTO,
    h: int = AUTO,
    **on: Any,
) -> Node:
    """Return a button that stays down while it is checked, such as Bold."""
    flags = state_flags(checked=checked, disabled=disabled)
    return widget("toggle", key, Role.TOGGLE, style=style, text=text, icon=icon, name=name, flags=flags, w=w, h=h, **on)


def checkbox(key: str, text: str, *, checked: bool, disabled: bool = False, style: str = "", **on: Any) -> Node:
    """Return a check box; a press sends ``click``."""
    flags = state_flags(checked=checked, disabled=disabled)
    return widget("checkbox", key, Role.CHECKBOX, style=style, text=text, flags=flags, **on)


def radio(key: str, text: str, *, checked: bool, disabled: bool = False, style: str = "", **on: Any) -> Node:
    """Return one of several choices."""
    flags = state_flags(checked=checked, disabled=disabled)
    return widget("radio", key, Role.RADIO, style=style, text=text, flags=flags, **on)


def tab(key: str, text: str, *, selected: bool, style: str = "", icon: str = "", name: str = "", **on: Any) -> Node:
    """Return a tab of a tab strip or ribbon."""
    return widget(
        "tab", key, Role.TAB, style=style, text=text, icon=icon, name=name, flags=state_flags(selected=selected), **on
    )


def header(key: str, text: str, *, w: int = AUTO, sort: str = "", style: str = "", **on: Any) -> Node:
    """Return the head of a table's column; ``sort`` is "asc", "desc" or ""."""
    return widget("header", key, Role.COLUMN_HEADER, style=style, text=text, w=w, data=sort, **on)


def tree_item(
    key: str,
    text: str,
    *,
    icon: str = "",
    level: int = 0,
    selected: bool = False,
    expanded: bool | None = None,
    style: str = "",
    w: int = FILL,
    **on: Any,
) -> Node:
    """Return a line of a tree or navigation pane; ``expanded`` None has no arrow; the arrow sends ``expand``."""
    flags = state_flags(selected=selected, expanded=bool(expanded))
    return widget(
        "tree_item",
        key,
        Role.TREE_ITEM,
        style=style,
        text=text,
        icon=icon,
        flags=flags,
        w=w,
        data=TreeData(level, expanded is not None),
        **on,
    )


def combo(
    key: str,
    value: str,
    options: tuple[str, ...],
    *,
    name: str,
    w: int = AUTO,
    disabled: bool = False,
    style: str = "",
    change: Msg | None = None,
) -> Node:
    """Return a choice of one of ``options``; it sends ``(*change, option)``. A click, Down or Enter opens the list."""
    return widget(
        "combo",
        key,
        Role.COMBOBOX,
        style=style,
        text=value,
        name=name,
        value=value,
        flags=state_flags(disabled=disabled),
        w=w,
        data=options,
        change=change,
    )


def progress(fraction: float, *, name: str, w: int = FILL, style: str = "") -> Node:
    """Return a progress bar; ``fraction`` is in 0..1."""
    return Node("progress", style, name=name, value=f"{round(100 * fraction)}%", role=Role.PROGRESS, w=w, data=fraction)


def field(
    key: str,
    value: str,
    *,
    name: str,
    placeholder: str = "",
    w: int = FILL,
    h: int = AUTO,
    style: str = "",
    disabled: bool = False,
    search: bool = False,
    password: bool = False,
    whole: bool = False,
    icon: str = "",
    change: Msg | None = None,
    submit: Msg | None = None,
    cancel: Msg | None = None,
    blur: Msg | None = None,
) -> Node:
    """Return a single line of text. The app owns the text, the window the caret.

    Args:
        key: Its stable name.
        value: The text.
        name: Accessible name.
        placeholder: Shown in grey while it is empty.
        w, h: Size.
        style: The painter's look: "", "flat", "search", "rename".
        disabled: Whether it is greyed out.
        search: Whether it is a search field in the tree.
        password: Whether dots are shown in place of its characters.
        whole: Whether a click that gives it the keyboard selects all of the text.
        icon: Shown at its left.
        change: Sent at each change, with the new text appended.
        submit: Sent on Enter, with the text appended.
        cancel: Sent on Escape, as it is.
        blur: Sent when it loses the focus, with the text appended.
    """
    role = Role.SEARCH_FIELD if search else Role.TEXT_FIELD
    shown = "•" * len(value) if password else value
    return widget(
        "field",
        key,
        role,
        style=style,
        text=value,
        icon=icon,
        name=name,
        value=shown,
        flags=state_flags(disabled=disabled),
        w=w,
        h=h,
        data=FieldData(placeholder, password, whole),
        change=change,
        submit=submit,
        cancel=cancel,
        blur=blur,
    )


def area(
    key: str,
    edit: Edit,
    *,
    name: str,
    change: Msg,
    w: int = FILL,
    h: int = FILL,
    style: str = "",
    wrap: bool = True,
    zoom: int = 100,
    numbers: bool = False,
    grows: bool = False,
    beyond: Msg | None = None,
) -> Node:
    """Return plain text in many lines, at ``zoom`` per cent of its usual size; with line numbers if ``numbers``.

    One that ``grows``, with ``h=AUTO``, is as high as its text.

    The app owns the whole `Edit` and receives each new one: ``(*change, edit)``. Of a key that would lead out of the
    text (Up in its first line, Backspace at its start, Ctrl+Z with nothing to undo) it hears by ``(*beyond, key)``.
    """
    data = AreaData(edit, wrap, zoom, numbers, grows)
    return widget(
        "area", key, Role.TEXT_AREA, style=style, name=name, w=w, h=h, data=data, change=change, beyond=beyond
    )


def document(
    key: str,
    edit: Edit,
    *,
    name: str,
    change: Msg,
    page: int,
    zoom: int = 100,
    margins: tuple[int, int, int, int] = (96, 96, 96, 96),
    w: int = FILL,
    h: int = FILL,
    style: str = "",
) -> Node:
    """Return rich text on a page. The app owns the whole `Edit` and receives each new one: ``(*change, edit)``.

    Put it into the root view, not into a `panel`, which would be computed anew at each typed letter.

    Args:
        key: Its stable name; paragraphs are ``f"{key}.{index}"``.
        edit: Document, caret, selection, history.
        name: Accessible name.
        change: Sent at each change of text, caret or selection, with the new edit appended.
        page: Width of the page in logical pixels at 100 %.
        zoom: Per cent.
        margins: Left, top, right and bottom margins of the page in logical pixels at 100 %.
        w, h, style: As for all nodes.
    """
    data = DocumentData(edit, page, zoom, margins)
    return widget("document", key, Role.DOCUMENT, style=style, name=name, w=w, h=h, data=data, change=change)


def scroll(key: str, child: Element, *, w: int = FILL, h: int = FILL, name: str = "", style: str = "") -> Node:
    """Return a viewport on content that may be higher than itself, with a scrollbar if so."""
    return widget(
        "scroll", key, Role.SCROLL_PANE if name else None, style=style, name=name, w=w, h=h, data=child, focusable=False
    )


def list_view(
    key: str,
    entries: tuple[Entry, ...],
    view: Callable[..., Node],
    *,
    name: str,
    row_h: int,
    cell_w: int = 0,
    selected: tuple[str, ...] = (),
    cursor: str = "",
    multi: bool = False,
    role: Role = Role.LIST,
    style: str = "",
    empty: str = "",
    w: int = FILL,
    h: int = FILL,
    drag: object = None,
    args: tuple[object, ...] = (),
    **on: Any,
) -> Node:
    """Return a virtual list, table or grid of icons, which lays out only the visible entries.

    Args:
        key: Its stable name.
        entries: Its entries in order.
        view: ``view(entry, selected, *args)`` returns the node of a row (or cell), and is called once per value. The
            node needs the key ``f"{key}.{entry.id}"``, a role and the style "row".
        name: Accessible name.
        row_h: Height of a row in logical pixels.
        cell_w: Width of a cell; 0 is one column of full rows.
        selected: Ids of the selected entries.
        cursor: Id of the entry from which arrow keys move.
        multi: Whether Ctrl and Shift select several.
        role: LIST, TABLE, TREE...
        style: Style of its background.
        empty: Text shown when there are no entries.
        w, h: Size.
        drag: If given, entries can be dragged; the payload is ``(drag, ids)``.
        args: More arguments of ``view`` (column widths).
        on: Messages. ``select`` is sent as ``(*select, ids, cursor)``; ``open`` as ``(*open, id)`` by double click or
            Enter; ``context`` as ``(*context, id or "")`` by right click or the menu key, after the selection;
            ``drop`` as ``(*drop, payload, id or "")``, and ``drop_copy`` in its place while Ctrl is held.
    """
    data = ListData(entries, view, row_h, cell_w, selected, cursor, multi, empty, args)
    return widget("list", key, role, style=style, name=name, w=w, h=h, drag=drag, data=data, **on)
