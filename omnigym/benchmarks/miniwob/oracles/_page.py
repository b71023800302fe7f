"""The interface of oracles to a MiniWoB++ page: its instruction, its elements, and ordinary actions on them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from omnigym.actions import Action, Click, Drag, Point, Press, Type, point_of
from omnigym.errors import OracleError
from omnigym.tasks.oracle import UI
from omnigym.tasks.subtask import Oracle

__all__ = ["ORACLES", "Element", "OnPage", "Page", "PageOracle", "solves"]


#: The visible elements that match a CSS selector, in the order of the document.
_FIND = """
[...document.querySelectorAll(%s)].map(e => {
  const r = e.getBoundingClientRect();
  const own = e instanceof HTMLInputElement || e instanceof HTMLTextAreaElement || e instanceof HTMLSelectElement;
  const text = (own ? '' : e.innerText ?? e.textContent).replace(/\\s+/g, ' ').trim();
  return [text, r.x, r.y, r.width, r.height, own ? String(e.value) : '', !!e.checked];
}).filter(e => e[3] > 0 && e[4] > 0)
"""
_UTTERANCE = "(u => typeof u === 'string' ? u : u.utterance)(core.getUtterance())"


class Element(NamedTuple):
    """An element of the page.

    Attributes:
        text: Its visible text, in one line.
        x, y, width, height: Its rectangle in CSS pixels.
        value: The value of a field.
        checked: Whether a check box or radio button is checked.
    """

    text: str
    x: float
    y: float
    width: float
    height: float
    value: str
    checked: bool


class Page:
    """The open page.

    Args:
        ui: The screen with the page.
    """

    def __init__(self, ui: UI) -> None:
        self._ui = ui

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def utterance(self) -> str:
        """The instruction of the page."""
        return str(self._ui.evaluate(_UTTERANCE))

    def asked(self, pattern: str) -> tuple[str, ...]:
        """The groups of a pattern that matches the instruction.

        Raises:
            OracleError: The instruction does not match.
        """
        match = re.fullmatch(pattern, self.utterance)
        if match is None:
            raise OracleError(f"The oracle expected a page that asks {pattern!r}, got {self.utterance!r}.")
        return match.groups()

    def all(self, selector: str) -> list[Element]:
        """The visible elements that match a CSS selector."""
        return [Element(*e) for e in self._ui.evaluate(_FIND % json.dumps(selector))]

    def one(self, selector: str, text: str | None = None) -> Element:
        """The first visible element that matches a CSS selector, and has a text if one is given.

        Raises:
            OracleError: There is no such element.
        """
        element = next((e for e in self.all(selector) if text is None or e.text == text), None)
        if element is None:
            raise OracleError(f"The oracle expected {selector!r} {text or ''!r} on the page, which has none.")
        return element

    def read(self, script: str) -> str:
        """The value of an expression as text, for what no element shows, such as a colour or an attribute."""
        return str(self._ui.evaluate(script))

    # -- acting ------------------------------------------------------------------------------------------------------

    def point(self, element: Element, across: float = 0.5, down: float = 0.5) -> Point:
        """The normalised position on the screen of a point in an element, by default its middle.

        Raises:
            OracleError: The point is not on the screen.
        """
        return self.at(element.x + across * element.width, element.y + down * element.height)

    def at(self, x: float, y: float) -> Point:
        """The normalised position on the screen of a point of the page, given in CSS pixels.

        Raises:
            OracleError: The point is not on the screen.
        """
        left, top, across, down = self._ui.windows()[0].bounds  # of the page, below the browser's bar
        if not (0 <= x < across and 0 <= y < down):
            raise OracleError(f"The oracle would have to scroll to ({x:.0f}, {y:.0f}).")
        return point_of((left + int(x), top + int(y)), self._ui.size)

    def click(self, element: Element | str, text: str | None = None) -> Click:
        """A click on an element, or on the first one that matches a selector."""
        return Click(self.point(self.one(element, text) if isinstance(element, str) else element))

    def drag(self, start: Element, end: Element) -> Drag:
        """A drag from the middle of an element to that of another."""
        return Drag(self.point(start), self.point(end))

    def enter(self, selector: str, text: str) -> Iterator[Action]:
        """The actions that replace the value of a field with a text."""
        field = self.one(selector)
        yield Click(self.point(field, 0.2))  # not in the middle or at the right, where it may have arrows
        if field.value:
            yield Press("a", ("ctrl",))
        yield Type(text)


# -- the registry of the oracles of MiniWoB++ tasks -------------------------------------------------------------------

PageOracle: TypeAlias = Callable[[Page], Iterator[Action]]

#: The oracles by names of tasks.
ORACLES: dict[str, Oracle] = {}


class OnPage:
    """Adapter from an oracle on a page to an oracle on the screen.

    Args:
        oracle: The oracle, a module-level function, so that it can be pickled for worker processes.
    """

    def __init__(self, oracle: PageOracle) -> None:
        self._oracle = oracle

    def __call__(self, ui: UI) -> Iterator[Action]:
        yield from self._oracle(Page(ui))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OnPage) and other._oracle is self._oracle

    def __hash__(self) -> int:
        return hash(self._oracle)


def solves(*names: str) -> Callable[[PageOracle], PageOracle]:
    """Decorator that registers an oracle for these tasks.

    The oracle is a generator function of a page that yields ordinary actions. Tasks that differ only in their problems
    share one.
    """

    def decorate(oracle: PageOracle) -> PageOracle:
        ORACLES.update(dict.fromkeys(names, OnPage(oracle)))
        return oracle

    return decorate
