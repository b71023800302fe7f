"""What the window of the ISE has besides its scripts."""

from __future__ import annotations

from typing import Any, NamedTuple

from omnigym.devices.sim.kinds.code.console import Console
from omnigym.devices.sim.kinds.code.state import State

__all__ = ["LAYOUTS", "Ise", "ise_of", "with_ise"]

#: Where the script pane is: above the console, beside it, or alone.
LAYOUTS = ("top", "right", "maximized")


class Ise(NamedTuple):
    """What there is besides.

    Attributes:
        console: The console pane.
        layout: One of `LAYOUTS`.
        script: Whether the script pane is there.
        commands: Whether the pane of commands is there.
        query: What is searched for among them.
        chosen: The command that is chosen there, or "".
        parameter: The value of its first parameter while it is typed.
    """

    console: Console = Console()
    layout: str = "top"
    script: bool = True
    commands: bool = True
    query: str = ""
    chosen: str = ""
    parameter: str = ""


def ise_of(state: State) -> Ise:
    """What a window has besides."""
    return state.more if isinstance(state.more, Ise) else Ise()


def with_ise(state: State, **values: Any) -> State:
    """A window with other values of that."""
    return state._replace(more=ise_of(state)._replace(**values))
