"""Elements as a flat tree with guessed roles, for all readers of trees, including policies trained on trees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.errors import ConfigError
from omnigym.perception.element import Element
from omnigym.perception.grouping import LABEL

__all__ = ["element_tree", "role_of"]

_BASE: Final = State.ENABLED | State.VISIBLE | State.CLICKABLE
#: A blank panel so many times as wide as it is high is a field: a button without a text is about square.
_FIELD: Final = 2.5
#: A panel with text is a field if it is wider still: room for what is written.
_FIELD_WITH_TEXT: Final = 8
#: How far a label may be from its field in pixels: on the left of it, above it, off its left edge, and how far in it.
_BESIDE, _ABOVE, _ALIGNED, _TOUCH = 160, 12, 12, 4
#: The longer side of a blank panel in pixels up to which it is a box to tick.
_BOX: Final = 26


def element_tree(found: Iterable[Element | tuple[Sequence[float], str]], size: tuple[int, int]) -> Tree:
    """Return a flat tree with a node for each element, in order.

    A node's name is the element's text, or else the name of its icon; its role is that of `role_of`. A field's name is
    its label, the text on its left or above it, and its value what is in it. A small blank panel is named by its
    colour, if that is known. What is outside of the screen is cut off.

    Args:
        found: Elements, or pairs of bounds (x, y, width, height) and text, in pixels.
        size: The screen's (width, height) in pixels.

    Raises:
        ConfigError: There is something else among them.
    """
    width, height = size
    block, kept = BlockBuilder(), list[Element]()
    for element in found:
        try:
            (x, y, w, h), text = element[:2]
            left, top = max(round(x), 0), max(round(y), 0)
            right, bottom = min(round(x + w), width), min(round(y + h), height)
        except (TypeError, ValueError, OverflowError) as e:
            raise ConfigError(
                f"A detector answers with ((x, y, width, height), text) for each element, got {element!r}: {e}."
            ) from e
        if left < right and top < bottom:
            bounds = left, top, right - left, bottom - top
            one = element._replace(bounds=bounds) if isinstance(element, Element) else Element(bounds, str(text))
            kept.append(one)
    for one in kept:
        role, states = role_of(one)
        label = _label(one, kept) if role is Role.TEXT_FIELD else ""
        swatch = one.colour if role is Role.CHECKBOX else ""
        name = label or one.text or one.icon or swatch
        block.add(role, name, one.bounds, states, value=one.text if label else "")
    return Tree((block.build(),), size)


def _label(field: Element, elements: Iterable[Element]) -> str:
    """The text beside a field, or right above its beginning; "" if there is none."""
    left, top, _, height = field.bounds
    best, label = _BESIDE, ""
    for one in elements:
        x, y, w, h = one.bounds
        if one.source not in ("text", LABEL):
            continue
        if top <= y + h / 2 <= top + height and x + w <= left + _TOUCH:
            away = left - x - w
        elif abs(x - left) <= _ALIGNED and -_TOUCH <= top - y - h <= _ABOVE:
            away = _BESIDE // 2 + top - y - h
        else:
            continue
        if away < best:
            best, label = away, one.text
    return label


def role_of(element: Element) -> tuple[Role, State]:
    """Return the role and the states of an element.

    ============================= =============== ======================================
    found as                      role            states beside those of all
    ============================= =============== ======================================
    a panel with text             `Role.BUTTON`
    a much wider panel with text  TEXT_FIELD      EDITABLE, FOCUSABLE
    a wide blank panel            TEXT_FIELD      EDITABLE, FOCUSABLE
    a small blank panel           CHECKBOX        CHECKABLE
    another blank panel           BUTTON
    a picture with a caption      LIST_ITEM       SELECTABLE, DOUBLE_CLICKABLE
    a picture                     BUTTON
    text alone                    LIST_ITEM       SELECTABLE
    what is there to read         TEXT            not CLICKABLE
    by a detector of your own     UNKNOWN
    ============================= =============== ======================================

    All are ENABLED, VISIBLE and, but for what is there to read, CLICKABLE: nothing on a picture says that an element is
    none of these. Each row has the role that most such elements have on the simulated desktop,
    but for wide blank panels, which are the cells of a sheet there more often than fields.
    """
    _, _, width, height = element.bounds
    if element.source == "panel":
        if max(width, height) <= _BOX and not element.text:
            return Role.CHECKBOX, _BASE | State.CHECKABLE
        if width >= (_FIELD_WITH_TEXT if element.text else _FIELD) * height:
            return Role.TEXT_FIELD, _BASE | State.EDITABLE | State.FOCUSABLE
    if element.source == "icon" and element.text:
        return Role.LIST_ITEM, _BASE | State.SELECTABLE | State.DOUBLE_CLICKABLE
    if element.source == LABEL:
        return Role.TEXT, State.ENABLED | State.VISIBLE
    if element.source == "text":
        return Role.LIST_ITEM, _BASE | State.SELECTABLE
    return (Role.BUTTON if element.source in ("panel", "icon") else Role.UNKNOWN), _BASE
