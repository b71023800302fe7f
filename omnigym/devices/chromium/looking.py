"""Looking at a page: the walker in each of its frames, and what only DevTools can tell it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from omnigym.a11y import State
from omnigym.devices.chromium.page import WORLD, Page
from omnigym.devices.chromium.pipe import Payload, ProtocolError, understood

__all__ = ["Focus", "focus_of", "look_at"]

#: So often is a document walked again, as closed shadow roots were found in it: they may lie within each other.
_MOST_ROUNDS = 32
#: So many rows a page has at most, with all its frames.
_MOST_ROWS = 8000
#: Frames in each other whose columns are read.
_DEEPEST = 64
#: The columns of a look that have an entry a row.
_COLUMNS = ("roles", "states", "names", "values", "keys", "ranks")
_USABLE = int(State.CLICKABLE | State.EDITABLE | State.ENABLED | State.FOCUSABLE)
_GROUP = "omnigym"


def look_at(page: Page) -> Mapping[str, Any] | None:
    """Return the walker's view of a page and its frames; None between two documents, or under a dialog."""
    try:
        with understood():
            return _look(page, "", "null")
    except ProtocolError:
        return None


@dataclass(frozen=True, slots=True)
class Focus:
    """The element of a page that has the focus.

    Attributes:
        native: Whether the browser has opened a window of its own for it, of a list or a picker.
        frame: The id of its frame.
        field: What it suggests, as the walker says it, if it is a field that has a list of its own.
    """

    native: bool = False
    frame: str = ""
    field: Mapping[str, Any] | None = None


def focus_of(page: Page) -> Focus:
    """The element with the focus in a page that is new to the device."""
    script = "omnigymFocus()"
    focus = Focus()
    inner = page.evaluate_in_frames(script, inner=True)
    for frame, found in itertools.chain([(page.target, page.focus)], inner):
        popup, field = _pair(found)
        if popup == 2:
            with suppress(ProtocolError):  # it went elsewhere
                popup, field = _pair(_learn(page, frame) and page.evaluate(script, WORLD, frame))
        if popup == 1:
            return Focus(native=True)
        if field:
            focus = Focus(False, frame, field)
    return focus


def _pair(found: object) -> tuple[object, Any]:
    """Return the kind of window and the field from a page's answer about its focus, which may be anything."""
    return (found[0], found[1]) if isinstance(found, list | tuple) and len(found) == 2 else (0, None)


def _look(page: Page, frame: str, at: str, depth: int = 0) -> dict[str, Any] | None:
    """The columns of a frame, and of those in it.

    Args:
        page: The page.
        frame: The frame's id; empty for the main one.
        at: Where it is in the screen, as JSON.
        depth: How many frames are around it.
    """
    for _ in range(_MOST_ROUNDS):
        text = page.evaluate(f"omnigymLook({at})", WORLD, frame)
        if text is None:
            return None
        look: dict[str, Any] = json.loads(text)
        if not look["asks"] or not _learn(page, frame):
            break
    look["choices"] = dict(look["choices"])
    for number, hole in reversed(list(enumerate(look["holes"]))):  # the last first: those before keep their rows
        known, full = hole.get("id") is not None, len(look["roles"]) > _MOST_ROWS
        if not known or full or depth >= _DEEPEST:
            look["full"] |= full or known
            continue
        try:
            inner = _look(page, hole["id"], json.dumps(hole["at"]), depth + 1)
        except ProtocolError:
            continue  # it is between two documents
        if inner is None:
            continue
        _choose(page, frame, number, inner)
        _graft(look, hole["row"], hole["parent"], inner)
    return look


def _choose(page: Page, frame: str, hole: int, inner: dict[str, Any]) -> None:
    """Keep of the boxes by which a row may be clicked those that nothing of the page around the frame covers."""
    boxes = [(row, box) for row, choices in inner["choices"].items() for box in choices]
    points = [[left + (right - left) // 2, top + (bottom - top) // 2] for _, (left, top, right, bottom) in boxes]
    if not points:
        return
    reached = page.evaluate(f"omnigymReach({hole}, {json.dumps(points)})", WORLD, frame)
    if reached is None:
        return
    kept: dict[int, list[list[int]]] = {row: [] for row in inner["choices"]}
    for (row, box), free in zip(boxes, reached, strict=True):
        if free:
            kept[row].append(box)
    for row, choices in kept.items():
        if choices:
            left, top, right, bottom = choices[0]
            inner["bounds"][4 * row : 4 * row + 4] = [left, top, right - left, bottom - top]
        else:
            inner["states"][row] &= ~_USABLE
    inner["choices"] = kept


def _graft(look: dict[str, Any], row: int, parent: int, inner: dict[str, Any]) -> None:
    """Put the rows of a frame where it is in the page."""
    count = len(inner["roles"])
    above = [p + count if p >= row else p for p in look["parents"]]
    look["parents"] = [*above[:row], *(parent if p < 0 else p + row for p in inner["parents"]), *above[row:]]
    for column in _COLUMNS:
        look[column][row:row] = inner[column]
    look["bounds"][4 * row : 4 * row] = inner["bounds"]
    later = {r + count if r >= row else r: boxes for r, boxes in look["choices"].items()}
    look["choices"] = later | {r + row: boxes for r, boxes in inner["choices"].items()}
    look["full"] |= inner["full"]


def _learn(page: Page, frame: str) -> bool:
    """Tell the walker what only DevTools knows of the elements that it asks of; whether there was anything."""
    world = page.world(frame)
    asked = page.call("Runtime.evaluate", expression="omnigymAsked", contextId=world, objectGroup=_GROUP)
    listed = asked and page.call("Runtime.getProperties", objectId=asked["result"]["objectId"], ownProperties=True)
    if not listed:
        return False
    elements = [p["value"]["objectId"] for p in listed["result"] if p["name"].isdecimal()]
    described = [(element, page.post("DOM.describeNode", objectId=element)) for element in elements]
    learned = False
    for element, number in described:
        try:
            reply = page.result(number)
        except ProtocolError:
            continue  # it left the document
        learned |= reply is not None and _tell(page, world, element, reply["node"])
    page.tell("Runtime.releaseObjectGroup", objectGroup=_GROUP)
    return learned


def _tell(page: Page, world: int, element: str, node: Payload) -> bool:
    """Tell the walker of an element's frame or closed shadow root; whether it has one."""
    told: dict[str, object] | None = None
    if "frameId" in node:
        told = {"value": node["frameId"]}
    for root in node.get("shadowRoots", ()):
        if root["shadowRootType"] == "closed":
            inner = {"backendNodeId": root["backendNodeId"], "executionContextId": world, "objectGroup": _GROUP}
            found = page.call("DOM.resolveNode", **inner)
            told = {"objectId": found["object"]["objectId"]} if found else None
    if told is None:
        return False
    script = "function(told) { omnigymTell(this, told); }"
    page.call("Runtime.callFunctionOn", objectId=element, functionDeclaration=script, arguments=[told])
    return True
