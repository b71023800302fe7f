"""What uiautomator2's selectors find: ``d(text="Settings")`` and the like, in the layout of all windows."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from omnigym.a11y.uiautomator import HEADER
from omnigym.actions import Click, Press, Type
from omnigym.foreign import parse_xml

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__ = ["SELECTING", "MethodError", "hierarchy"]

_HIERARCHY = re.compile(r"<hierarchy\b[^>]*>(.*?)</hierarchy>", re.DOTALL)
_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
#: The layout's attribute of each of a selector's fields, without "Contains", "Matches" and "StartsWith".
_FIELDS = MappingProxyType(
    {
        "text": "text",
        "className": "class",
        "description": "content-desc",
        "packageName": "package",
        "resourceId": "resource-id",
        "checkable": "checkable",
        "checked": "checked",
        "clickable": "clickable",
        "longClickable": "long-clickable",
        "scrollable": "scrollable",
        "enabled": "enabled",
        "focusable": "focusable",
        "focused": "focused",
        "selected": "selected",
        "index": "index",
    }
)
_WAYS: Mapping[str, Callable[[str, str], bool]] = MappingProxyType(
    {
        "Contains": lambda has, wanted: wanted in has,
        "Matches": lambda has, wanted: re.fullmatch(wanted, has) is not None,
        "StartsWith": lambda has, wanted: has.startswith(wanted),
    }
)
_NO_FIELDS = frozenset({"mask", "instance"})


class MethodError(Exception):
    """A call cannot be answered; the message goes to the client."""


def hierarchy(phone: Phone) -> str:
    """The layout of all windows, front to back, as one hierarchy."""
    roots = "".join(_HIERARCHY.findall(phone.layout(True)))
    return f'{HEADER}\r\n<hierarchy rotation="0">{roots}</hierarchy>'


def _found(phone: Phone, selector: Mapping[str, Any]) -> list[ET.Element]:
    """The nodes that a selector finds, in the order of the layout."""
    wanted = {field: value for field, value in selector.items() if field not in _NO_FIELDS and value != []}
    tests = [_test(field, value) for field, value in wanted.items()]
    nodes = [e for e in parse_xml(hierarchy(phone).encode()).iter("node") if all(test(e) for test in tests)]
    instance = selector.get("instance")
    return nodes if instance is None else nodes[int(instance) :][:1]


def _test(field: str, value: object) -> Callable[[ET.Element], bool]:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    for ending, way in _WAYS.items():
        name = _FIELDS.get(field.removesuffix(ending))
        if field.endswith(ending) and name is not None:
            return lambda e: way(e.get(name, ""), text)
    attribute = _FIELDS.get(field)
    if attribute is None:
        raise MethodError(f"selectors by {field} are not on the simulated phone")
    return lambda e: e.get(attribute, "") == text


def _one(phone: Phone, selector: Mapping[str, Any]) -> ET.Element:
    found = _found(phone, selector)
    if not found:
        raise MethodError(f"androidx.test.uiautomator.UiObjectNotFoundException: {dict(selector)}")
    return found[0]


def _info(node: ET.Element) -> dict[str, Any]:
    left, top, right, bottom = _bounds(node)
    bounds = {"bottom": bottom, "left": left, "right": right, "top": top}
    flags = ("checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "selected")
    return {
        "bounds": bounds,
        "visibleBounds": bounds,
        "childCount": len(node),
        "className": node.get("class"),
        "contentDescription": node.get("content-desc"),
        "packageName": node.get("package"),
        "resourceName": node.get("resource-id"),
        "text": node.get("text"),
        "longClickable": node.get("long-clickable") == "true",
        **{flag: node.get(flag) == "true" for flag in flags},
    }


def _bounds(node: ET.Element) -> tuple[int, ...]:
    found = _BOUNDS.fullmatch(node.get("bounds", ""))
    return tuple(int(n) for n in found.groups()) if found is not None else (0, 0, 0, 0)


def _press(phone: Phone, selector: Mapping[str, Any], seconds: float = 0.0) -> bool:
    left, top, right, bottom = _bounds(_one(phone, selector))
    phone.act(Click(phone.point((left + right) / 2, (top + bottom) / 2), duration=seconds))
    return True


def _write(phone: Phone, selector: Mapping[str, Any], text: str) -> bool:
    """Put the text in the place of what a field holds."""
    _press(phone, selector)
    phone.act(Press("a", ("ctrl",)))
    phone.act(Press("backspace"))
    if text:
        phone.act(Type(text))
    return True


#: Methods that take a selector first. Nothing moves while nobody acts, so that waiting is looking once.
SELECTING: Final[Mapping[str, Callable[[Phone, list[Any]], Any]]] = MappingProxyType(
    {
        "exist": lambda phone, p: bool(_found(phone, p[0])),
        "waitForExists": lambda phone, p: bool(_found(phone, p[0])),
        "waitUntilGone": lambda phone, p: not _found(phone, p[0]),
        "count": lambda phone, p: len(_found(phone, p[0])),
        "objInfo": lambda phone, p: _info(_one(phone, p[0])),
        "objInfoOfAllInstances": lambda phone, p: [_info(node) for node in _found(phone, p[0])],
        "getText": lambda phone, p: _one(phone, p[0]).get("text"),
        "setText": lambda phone, p: _write(phone, p[0], str(p[1])),
        "clearTextField": lambda phone, p: _write(phone, p[0], ""),
        "longClick": lambda phone, p: _press(phone, p[0], 1.0),
    }
)
