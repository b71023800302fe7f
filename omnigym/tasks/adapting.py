"""Running an oracle among disturbances: it closes what appears, and starts again if a disturbance made it fail.

This is the behaviour of OS-MAP's level L3, the adaptive agent, by ordinary actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from omnigym.actions import Action, Drag
from omnigym.errors import OracleError
from omnigym.tasks.oracle import UI

__all__ = ["adapting", "clear_away"]

#: The apps of windows that open by themselves; Escape closes each of them.
_INTERRUPTING = frozenset({"system_message", "windows_update"})
#: The most disturbances that are closed before an action, and the most starts of an oracle.
_MOST_AT_ONCE, _TRIES = 4, 3


def clear_away(ui: UI) -> Iterator[Action]:
    """The actions that close the toast and the dialogs of disturbances."""
    for _ in range(_MOST_AT_ONCE):
        close, toast = ui.tree.find(key="toast.close"), ui.tree.find(key="toast")
        if close is not None:
            yield ui.click(close)
        elif toast is not None:  # on a phone it has no button, and a finger moves it aside
            x, y = ui.point(toast)
            yield Drag((x, y), (1.0, y))
        elif any(w.active and w.app in _INTERRUPTING for w in ui.windows()):
            yield ui.press("escape")
        else:
            return


def adapting(ui: UI, start: Callable[[], Iterator[Action]], done: Callable[[], bool]) -> Iterator[Action]:
    """The actions of an oracle on a desktop with disturbances.

    Args:
        ui: The screen.
        start: Function that starts the oracle; called again after a disturbance, up to three times.
        done: Function that returns whether the oracle has reached its goal.

    Raises:
        OracleError: The oracle failed, and nothing disturbed it.
    """
    for _ in range(_TRIES):
        actions, disturbed = start(), False
        while True:
            # Before each action of the oracle, which must see the screen as it would be without disturbances.
            for action in clear_away(ui):
                disturbed = True
                yield action
            try:
                action = next(actions)
            except StopIteration:
                break
            except OracleError:
                if not disturbed:
                    raise
                break
            yield action
        if not disturbed or done():
            return
