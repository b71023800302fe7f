"""DetACT with rules and no model: it parses the instruction and looks up each target among the screen's elements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from omnigym.benchmarks.omniact.baselines.agent import Elements, Reply, middle
from omnigym.benchmarks.omniact.baselines.instructions import InstructionStep, steps_of
from omnigym.benchmarks.omniact.dataset import Point
from omnigym.codecs.pyautogui_script import Call, write_script
from omnigym.perception import Element, ElementFilter

__all__ = ["Rules", "choose_element"]

_TASKBAR: Final = re.compile(r"\s*\b(?:on|in|of|from) the (?:taskbar|task bar|dock|launcher)\b", re.I)
#: Words of labels that say what an element is, and are no part of its name.
_ROLES: Final = frozenset(["button", "entry", "field", "icon", "item", "link", "menu", "pinned", "tab", "toggle"])
_QUOTED: Final = re.compile(r'"([^"]*)"')
#: A taskbar is within so much of the screen's height, or a dock of its width, and has at least so many elements.
_STRIP, _SOME = 0.07, 4


class Rules:
    """An agent that answers with the steps of the instruction, on the most likely elements.

    Args:
        elements: Finds the elements of a point.
        keeper: Puts first the element that some words name.
    """

    def __init__(self, elements: Elements, keeper: ElementFilter) -> None:
        self._elements, self._keeper = elements, keeper

    def answer(self, point: Point) -> Reply:
        """Return the script of the steps."""
        elements, size = self._elements(point), point.size()
        return Reply(write_script([self._call(step, elements, size) for step in steps_of(point.instruction)]))

    def _call(self, step: InstructionStep, elements: Sequence[Element], size: tuple[int, int]) -> Call:
        found = choose_element(step.target, elements, size, self._keeper) if step.target else None
        return Call(step.function, None if found is None else middle(found), step.keys, step.text, step.amount)


def choose_element(
    target: str, elements: Sequence[Element], size: tuple[int, int], keeper: ElementFilter
) -> Element | None:
    """Return the element that some words name; None if there are no elements.

    Args:
        target: The words, such as ``"Word" button on the taskbar``.
        elements: What is on the screen.
        size: (width, height) of the screen in pixels.
        keeper: Puts first the element that the words name.
    """
    bare = _TASKBAR.sub("", target)
    if bare != target:
        elements = _taskbar(elements, size) or elements
    found = keeper.keep(bare, _named(bare, elements) or elements, 1)
    return found[0] if found else None


def _named(target: str, elements: Sequence[Element]) -> list[Element]:
    """The elements whose text or icon has the name in quotes and the fewest other words; none where there is no such.

    A caption beside a button of the same name is no button, and neither is a picture with one; an item has a caption.
    """
    name = _words(" ".join(_QUOTED.findall(target)))
    if not name:
        return []
    roles = _words(_QUOTED.sub("", target))
    others = [(min(len(w - _ROLES - name) for w in _says(e) if name <= w), e) for e in elements if name <= _says(e)[0]]
    if "button" in roles:
        others = [(count, e) for count, e in others if e.icon or e.source != "text"] or others
        others = [(count, e) for count, e in others if not e.text] or others
    if "item" in roles:
        others = [(count, e) for count, e in others if len(e.text) > 1] or others
    fewest = min((count for count, _ in others), default=0)
    return [element for count, element in others if count == fewest <= len(name)]  # a text may mention a name


def _says(element: Element) -> list[frozenset[str]]:
    """The words of its text and icon, then of each; of an icon that was read as a letter only those of the icon."""
    text = _words("" if element.icon and len(element.text) < 2 else element.text)
    icon = _words(element.icon)
    return [text | icon, text, icon]


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", text.casefold()))


def _taskbar(elements: Sequence[Element], size: tuple[int, int]) -> list[Element]:
    """The elements at the bottom of the screen, else at its left or right; none where there are few."""
    places = [(element, *middle(element)) for element in elements]
    width, height = size
    sides = (
        [e for e, _, y in places if y > (1 - _STRIP) * height],
        [e for e, x, _ in places if x < _STRIP * width],
        [e for e, x, _ in places if x > (1 - _STRIP) * width],
    )
    return next((side for side in sides if len(side) >= _SOME), [])
