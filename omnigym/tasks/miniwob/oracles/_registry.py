"""Where the oracles of MiniWoB++ tasks are noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from omnigym.actions import Action
from omnigym.tasks.miniwob.oracles._page import Page
from omnigym.tasks.oracle import UI
from omnigym.tasks.subtask import Oracle

__all__ = ["ORACLES", "OnPage", "PageOracle", "solves"]

PageOracle: TypeAlias = Callable[[Page], Iterator[Action]]

#: The oracles by the names of the tasks that they solve.
ORACLES: dict[str, Oracle] = {}


class OnPage:
    """An oracle that is given a page as one that is given the screen.

    Args:
        oracle: At the top of its module, so that it goes to worker processes.
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
    """Note the decorated oracle for these tasks.

    An oracle is ``(page)`` and yields ordinary actions; tasks that differ only in what is drawn share one.
    """

    def decorate(oracle: PageOracle) -> PageOracle:
        ORACLES.update(dict.fromkeys(names, OnPage(oracle)))
        return oracle

    return decorate
