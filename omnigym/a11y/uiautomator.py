"""Conversion of a tree to and from Android's layout dump, the format of ``uiautomator dump``.

One ``<node>`` a view, with the attributes and in the order of AOSP's ``AccessibilityNodeInfoDumper``. With
``--windows`` each window has a ``<hierarchy>`` of its own, front to back.

Android has fewer kinds of views than there are roles. What is lost on the way is a role's nuance (a heading comes back
as text) and states without an attribute (expanded, modal); keys, texts and bounds come back as they were.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from omnigym.a11y.blocks import Block, BlockBuilder, Rect
from omnigym.a11y.roles import Role, State
from omnigym.a11y.tree import Tree
from omnigym.a11y.vocabularies import STATE_FROM, role_from
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, parse_xml
from omnigym.foreign.xml_text import escape

__all__ = ["HEADER", "class_name", "dump_window", "dump_windows", "parse_dump"]

HEADER: Final = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"

_VIEW = "android.view.View"
_CLASSES = MappingProxyType(
    {
        Role.WINDOW: "android.widget.FrameLayout",
        Role.DIALOG: "android.app.AlertDialog",
        Role.ALERT: "android.app.AlertDialog",
        Role.DESKTOP: "android.widget.FrameLayout",
        Role.TASKBAR: "android.widget.FrameLayout",
        Role.PANE: "android.widget.FrameLayout",
        Role.GROUP: "android.view.ViewGroup",
        Role.TOOLBAR: "android.widget.Toolbar",
        Role.MENU: "android.widget.ListView",
        Role.MENU_ITEM: "android.view.MenuItem",
        Role.BUTTON: "android.widget.Button",
        Role.TOGGLE: "android.widget.ToggleButton",
        Role.SPLIT_BUTTON: "android.widget.Button",
        Role.CHECKBOX: "android.widget.CheckBox",
        Role.RADIO: "android.widget.RadioButton",
        Role.SWITCH: "android.widget.Switch",
        Role.COMBOBOX: "android.widget.Spinner",
        Role.LIST: "androidx.recyclerview.widget.RecyclerView",
        Role.LIST_ITEM: "android.view.ViewGroup",
        Role.TABLE: "android.widget.GridView",
        Role.CELL: "android.view.ViewGroup",
        Role.TAB_LIST: "android.widget.TabWidget",
        Role.TAB: "androidx.appcompat.app.ActionBar$Tab",
        Role.TAB_PANEL: "androidx.viewpager.widget.ViewPager",
        Role.TEXT: "android.widget.TextView",
        Role.HEADING: "android.widget.TextView",
        Role.PARAGRAPH: "android.widget.TextView",
        Role.LINK: "android.widget.TextView",
        Role.TEXT_FIELD: "android.widget.EditText",
        Role.TEXT_AREA: "android.widget.EditText",
        Role.SEARCH_FIELD: "android.widget.SearchView$SearchAutoComplete",
        Role.DOCUMENT: "android.webkit.WebView",
        Role.IMAGE: "android.widget.ImageView",
        Role.ICON: "android.widget.ImageView",
        Role.SLIDER: "android.widget.SeekBar",
        Role.SPINNER: "android.widget.NumberPicker",
        Role.PROGRESS: "android.widget.ProgressBar",
        Role.SCROLL_PANE: "android.widget.ScrollView",
        Role.MEDIA: "android.widget.VideoView",
        Role.KEYBOARD: "android.inputmethodservice.Keyboard",
        Role.CALENDAR: "android.widget.DatePicker",
    }
)
_EDITS = frozenset({Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD})
_WORDLESS = frozenset({Role.IMAGE, Role.ICON, Role.SLIDER, Role.PROGRESS, Role.SWITCH, Role.CHECKBOX, Role.GROUP})
_LISTS = frozenset({Role.LIST})
#: No text holds this: its angle brackets are written as entities.
_HIERARCHY = re.compile(r"<hierarchy\b.*?</hierarchy>|<hierarchy\b.*", re.DOTALL)
_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_UNSAID = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_QUOTED = MappingProxyType({'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
#: The attributes that are states, in Android's order.
_FLAGS: tuple[tuple[str, State], ...] = tuple(
    (name, STATE_FROM["android"][name])
    for name in (
        *("checkable", "checked", "clickable", "enabled", "focusable", "focused"),
        *("scrollable", "long-clickable", "password", "selected"),
    )
)


def class_name(role: Role) -> str:
    """Return the class of view that represents a role.

    >>> class_name(Role.SWITCH)
    'android.widget.Switch'
    """
    return _CLASSES.get(role, _VIEW)


# -- writing ---------------------------------------------------------------------------------------------------------


def dump_window(tree: Tree, packages: Sequence[str], layer: int) -> str:
    """Return the output of ``uiautomator dump``: the active window.

    Args:
        tree: The screen.
        packages: The Android package of each of the tree's blocks.
        layer: The layer of the active window.
    """
    return f'{HEADER}<hierarchy rotation="0">{_root(tree, packages, layer)}</hierarchy>'


def dump_windows(tree: Tree, packages: Sequence[str], active: int) -> str:
    """Return the output of ``uiautomator dump --windows``: every window, front to back.

    Args:
        tree: The screen.
        packages: The Android package of each of the tree's blocks.
        active: The layer of the active window.
    """
    out = [HEADER, '<displays><display id="0">']
    width, height = tree.size
    layers = list(dict.fromkeys(b.layer for b in tree.blocks))
    for index, layer in enumerate(layers):
        is_active = _bool(layer == active)
        out.append(
            f'<window index="{index}" id="{layer}" title="" bounds="[0,0][{width},{height}]" active="{is_active}" '
            f'type="1" layer="{len(layers) - index}" token="" focused="{is_active}"><hierarchy rotation="0">'
        )
        out.append(_root(tree, packages, layer))
        out.append("</hierarchy></window>")
    out.append("</display></displays>")
    return "".join(out)


def _root(tree: Tree, packages: Sequence[str], layer: int) -> str:
    """The decor view of a window, which holds all of its blocks."""
    width, height = tree.size
    own = [(b, p) for b, p in zip(tree.blocks, packages, strict=True) if b.layer == layer]
    package = own[0][1] if own else ""
    bounds = (0, 0, width, height)
    opening = _element(0, Role.WINDOW, "", "", "", State.ENABLED, bounds, package)
    return f"<node {opening}>{''.join([_block(b, p) for b, p in own])}</node>"


@lru_cache(maxsize=1024)
def _block(block: Block, package: str) -> str:
    """A block never changes, so that what did not change on the screen is not written anew."""
    parents = block.parents.tolist()
    roles, states, bounds = block.roles.tolist(), block.states.tolist(), block.bounds.tolist()
    children: dict[int, list[int]] = {}
    for row, parent in enumerate(parents):
        children.setdefault(parent, []).append(row)
    out: list[str] = []
    open_ = [enumerate(children.get(-1, ()))]
    while open_:
        index, row = next(open_[-1], (0, -1))
        if row < 0:
            open_.pop()
            out.append("</node>" if open_ else "")
            continue
        x, y, w, h = bounds[row]
        key = f"{package}:id/{block.keys[row]}" if block.keys[row] else ""
        name, value = block.names[row], block.values[row]
        said = _element(index, Role(roles[row]), name, value, key, State(states[row]), (x, y, w, h), package)
        out.append(f"<node {said}>" if row in children else f"<node {said} />")
        if row in children:
            open_.append(enumerate(children[row]))
    return "".join(out)


def _element(index: int, role: Role, name: str, value: str, key: str, states: State, bounds: Rect, package: str) -> str:
    text, description = _texts(role, name, value)
    x, y, w, h = bounds
    held = int(states)
    flags = " ".join([f'{flag}="{_bool(bool(held & bit))}"' for flag, bit in _FLAGS])
    return (
        f'index="{index}" text="{_quote(text)}" resource-id="{_quote(key)}" class="{class_name(role)}" '
        f'package="{_quote(package)}" content-desc="{_quote(description)}" {flags} bounds="[{x},{y}][{x + w},{y + h}]"'
    )


def _texts(role: Role, name: str, value: str) -> tuple[str, str]:
    """Text and description of a view."""
    if role in _EDITS:
        return value, name
    if value and value != name:
        return value, name
    return ("", name) if role in _WORDLESS else (name, "")


def _quote(text: str) -> str:
    return escape(_UNSAID.sub(".", text), dict(_QUOTED)) if text else ""


def _bool(value: bool) -> str:
    return "true" if value else "false"


# -- reading ---------------------------------------------------------------------------------------------------------


def parse_dump(xml: str, size: tuple[int, int]) -> Tree:
    """Return the tree of a dump, of one window or of all.

    Args:
        xml: What ``uiautomator dump`` wrote, without its closing message.
        size: The screen's (width, height) in pixels; bounds are clipped to it.

    Raises:
        UnreadableError: It is no layout dump.
    """
    hierarchies = _HIERARCHY.findall(_repaired(xml))
    if not hierarchies and "<displays" not in xml:
        raise UnreadableError(f"expected the XML of uiautomator, got {xml[:60]!r}")
    blocks = []
    for layer, hierarchy in enumerate(hierarchies):
        block = _parsed(hierarchy, size)
        if len(block):
            blocks.append(block.with_layer(layer))
    return Tree(tuple(blocks), size)


#: Numeric references, and characters that no XML holds.
_NUMBERED = re.compile(r"&#(?:x([0-9a-fA-F]{1,8})|([0-9]{1,10}));")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _repaired(xml: str) -> str:
    r"""A dump as XML. Android writes an emoji as references to the halves of a pair, and other texts as they are.

    Pairs become their character, halves U+FFFD; control characters are left out.

    >>> _repaired("&#55357;&#56832; &#xd83d; &#1;\x02&#10;&amp;")
    '😀 � &#10;&amp;'
    """
    if "&#" in xml:
        xml = _NUMBERED.sub(_character, xml)
    if not _FORBIDDEN.search(xml):
        return xml
    paired = xml.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _FORBIDDEN.sub("", paired)


def _character(found: re.Match[str]) -> str:
    """The half of a pair that a reference says, or nothing for one that no XML holds; any other as it is."""
    code = int(found[1], 16) if found[1] else int(found[2])
    if 0xD800 <= code < 0xE000:
        return chr(code)
    if code > 0x10FFFF:
        return "\ufffd"
    return "" if _FORBIDDEN.match(chr(code)) else found[0]


@lru_cache(maxsize=64)
def _parsed(hierarchy: str, size: tuple[int, int]) -> Block:
    """The nodes of a window. One that did not change is not read anew."""
    builder = BlockBuilder()
    with convert_errors("layout in the XML of uiautomator"):
        _read(parse_xml(hierarchy.encode()), -1, Role.UNKNOWN, builder, size)
        return builder.build()


def _read(element: ET.Element, parent: int, above: Role, builder: BlockBuilder, size: tuple[int, int]) -> None:
    for child in element:
        get = child.attrib.get
        role = _role(get("class", ""), above)
        states = State.VISIBLE
        for flag, bit in _FLAGS:
            if get(flag) == "true":
                states |= bit
        if role in _EDITS:
            states |= State.EDITABLE
        name, value = _name_value(role, get("text", ""), get("content-desc", "") or get("hint", ""))
        key = get("resource-id", "")
        bounds = _clipped(get("bounds", ""), size)
        row = builder.add(role, name, bounds, states, value=value, key=key.partition(":id/")[2] or key, parent=parent)
        _read(child, row, role, builder, size)


def _role(view: str, above: Role) -> Role:
    role = role_from("android", view)
    if role is Role.UNKNOWN:
        role = _by_ending(view)
    # A list's rows have no class of their own.
    return Role.LIST_ITEM if role is Role.GROUP and above in _LISTS else role


@lru_cache(maxsize=1024)
def _by_ending(view: str) -> Role:
    """An app's own class, by what its name ends in: "com.google.android.material.button.MaterialButton"."""
    last = re.split(r"[.$]", view)[-1]
    for ending, role in (
        *(("EditText", Role.TEXT_FIELD), ("CheckBox", Role.CHECKBOX), ("RadioButton", Role.RADIO)),
        *(("Switch", Role.SWITCH), ("SwitchCompat", Role.SWITCH), ("Button", Role.BUTTON), ("TextView", Role.TEXT)),
        *(("ImageView", Role.IMAGE), ("RecyclerView", Role.LIST), ("WebView", Role.DOCUMENT)),
        *(("Layout", Role.GROUP), ("ViewGroup", Role.GROUP)),
    ):
        if last.endswith(ending):
            return role
    return Role.GROUP if view else Role.UNKNOWN


def _name_value(role: Role, text: str, description: str) -> tuple[str, str]:
    if role in _EDITS:
        return description, text
    if text and description and text != description:
        return description, text
    return text or description, ""


def _clipped(bounds: str, size: tuple[int, int]) -> Rect:
    """The part of a rectangle that is on the screen, as (x, y, width, height)."""
    found = _BOUNDS.fullmatch(bounds)
    if found is None:
        return 0, 0, 0, 0
    left, top, right, bottom = (int(v) for v in found.groups())
    width, height = size
    left, top = min(max(left, 0), width), min(max(top, 0), height)
    return left, top, max(0, min(right, width) - left), max(0, min(bottom, height) - top)
