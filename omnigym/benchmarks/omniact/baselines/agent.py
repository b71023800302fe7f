"""The interface of agents that answer a data point of OmniACT with a script, and the bounds of every table."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from omnigym.benchmarks.omniact.dataset import Point
from omnigym.codecs.pyautogui_script import Call, write_script
from omnigym.perception import Element

__all__ = ["Elements", "Gold", "Nothing", "Random", "Reply", "ScriptAgent", "middle"]

#: Finds what is on the screen of a point.
Elements: TypeAlias = Callable[[Point], Sequence[Element]]


class Reply(NamedTuple):
    """An answer to a data point.

    Attributes:
        script: Calls of PyAutoGUI, one a line, or whatever a language model said instead; "" for nothing.
        prompt_tokens, completion_tokens: What it took of a language model.
    """

    script: str
    prompt_tokens: int = 0
    completion_tokens: int = 0


class ScriptAgent(Protocol):
    """An agent that answers data points independently of one another."""

    def answer(self, point: Point) -> Reply:
        """Return the answer to a point.

        Raises:
            AgentError: What it runs on failed; the point is not scored.
        """
        ...


class Gold:
    """An agent that answers with the data's own script: the highest possible score."""

    def answer(self, point: Point) -> Reply:
        """Return the script of the point."""
        return Reply(point.script)


class Nothing:
    """An agent that answers with an empty script: the lowest possible score."""

    def answer(self, point: Point) -> Reply:
        """Return an empty script."""
        del point
        return Reply("")


#: Functions that a random script has, by their shares in per cent (OmniACT, Table 2).
_SHARES: Final = {
    "click": 63.73,
    "doubleClick": 0.58,
    "rightClick": 0.77,
    "moveTo": 1.85,
    "dragTo": 0.29,
    "scroll": 1.68,
    "hscroll": 0.17,
    "press": 16.28,
    "hotkey": 3.0,
    "write": 11.65,
}
_POINTED: Final = frozenset({"click", "doubleClick", "rightClick", "moveTo", "dragTo"})
_KEYS: Final = ("enter", "tab", "esc", "space", "delete", "down", "up")
_HOTKEYS: Final = (("ctrl", "c"), ("ctrl", "v"), ("ctrl", "s"), ("ctrl", "f"), ("alt", "tab"))
_LONGEST: Final = 3


class Random:
    """An agent that answers with one to three random calls, whose points are middles of random elements.

    Args:
        elements: Finds the elements of a point.
        seed: Seeds the calls, which depend on nothing else but the point.
    """

    def __init__(self, elements: Elements, seed: int = 0) -> None:
        self._elements, self._seed = elements, seed

    def answer(self, point: Point) -> Reply:
        """Return a script that depends on the screen and not on the instruction."""
        chance = random.Random(f"{self._seed}/{point.key}")
        found = self._elements(point)
        words = [word for element in found for word in element.text.split()] or ["hello"]
        calls = []
        for function in chance.choices(list(_SHARES), list(_SHARES.values()), k=chance.randint(1, _LONGEST)):
            if function in _POINTED:
                at = middle(chance.choice(found)) if found else None
                calls.append(Call(function, point=at))
            elif function in ("press", "hotkey"):
                keys = (chance.choice(_KEYS),) if function == "press" else chance.choice(_HOTKEYS)
                calls.append(Call(function, keys=keys))
            elif function == "write":
                calls.append(Call(function, text=chance.choice(words)))
            else:
                calls.append(Call(function, amount=chance.choice((-100.0, 100.0))))
        return Reply(write_script(calls))


def middle(element: Element) -> tuple[float, float]:
    """Return the middle of an element, in pixels.

    >>> middle(Element((10, 20, 5, 4)))
    (12.5, 22.0)
    """
    x, y, width, height = element.bounds
    return x + width / 2, y + height / 2
