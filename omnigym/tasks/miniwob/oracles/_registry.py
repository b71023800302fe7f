"""Where the oracles of MiniWoB++ tasks are noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from omnigym.actions import Action
from omnigym.tasks.miniwob.oracles._page import Page
from omnigym.tasks.oracle import UI
from omnigym.tasks.subtask import Oracle

__all__ = ["ORACLES", "PageOracle", "solves"]

PageOracle: TypeAlias = Callable[[Page], Iterator[Action]]

#: The oracles by the names of the tasks that they solve.
ORACLES: dict[str, Oracle] = {}


def solves(*names: str) -> Callable[[PageOracle], PageOracle]:
    """Note the decorated oracle for these tasks.

    An oracle is ``(page)`` and yields ordinary actions; tasks that differ only in what is drawn share one.
    """

    def decorate(oracle: PageOracle) -> PageOracle:
        def act(ui: UI) -> Iterator[Action]:
            yield from oracle(Page(ui))

        ORACLES.update(dict.fromkeys(names, act))
        return oracle

    return decorate
