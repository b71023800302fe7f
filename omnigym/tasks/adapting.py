"""An oracle that is disturbed: it clears away what came in between, and begins anew where it lost its way.

This is what OS-MAP asks of its level L3, the adaptive agent, done by ordinary actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from omnigym.actions import Action
from omnigym.errors import OracleError
from omnigym.tasks.oracle import UI

__all__ = ["adapting", "clear_away"]

#: Windows that come by themselves; Escape says "not now" to each.
_INTERRUPTING = frozenset({"system_message", "windows_update"})
_MOST_AT_ONCE, _TRIES = 4, 3


def clear_away(ui: UI) -> Iterator[Action]:
    """Close the toast and the dialogs that nobody asked for."""
    for _ in range(_MOST_AT_ONCE):
        toast = ui.tree.find(key="toast.close")
        if toast is not None:
            yield ui.click(toast)
        elif any(w.active and w.app in _INTERRUPTING for w in ui.windows()):
            yield ui.press("escape")
        else:
            return


def adapting(ui: UI, start: Callable[[], Iterator[Action]], done: Callable[[], bool]) -> Iterator[Action]:
    """The actions of an oracle on a desktop with disturbances.

    Args:
        ui: The screen.
        start: Begins the oracle; again where a disturbance got it off its way.
        done: Whether the oracle has reached what it was for.

    Raises:
        OracleError: It does not find its way, and nothing disturbed it.
    """
    for _ in range(_TRIES):
        actions, disturbed = start(), False
        while True:
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
