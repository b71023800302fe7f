"""The registry of the oracles of MiniWoB++ tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from omnigym.actions import Action
from omnigym.tasks.miniwob.oracles._page import Page
from omnigym.tasks.oracle import UI
from omnigym.tasks.subtask import Oracle

__all__ = ["ORACLES", "OnPage", "PageOracle", "solves"]

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
