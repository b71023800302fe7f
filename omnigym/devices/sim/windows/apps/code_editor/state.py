"""What the window of Visual Studio Code has besides its files: the panel, the search, the extensions, the settings."""

from __future__ import annotations

from typing import Any, NamedTuple

from omnigym.devices.sim.kinds.code.console import Console
from omnigym.devices.sim.kinds.code.state import State

__all__ = ["EXTENSIONS_PAGE", "SEARCH_PAGE", "More", "more_of", "with_more"]

#: Pages of the side bar.
SEARCH_PAGE, EXTENSIONS_PAGE = "search", "extensions"


class More(NamedTuple):
    """What there is besides.

    Attributes:
        console: The terminal.
        panel: What is below the text: "", "terminal" or "problems".
        wanted, new: What is searched for in all files, and what takes its place.
        match_case: Whether case counts for that.
        query: What is searched for among the extensions.
        settings: Whether the settings stand in the place of the text.
        setting: What is searched for among them.
    """

    console: Console = Console()
    panel: str = ""
    wanted: str = ""
    new: str = ""
    match_case: bool = False
    query: str = ""
    settings: bool = False
    setting: str = ""


def more_of(state: State) -> More:
    """What a window has besides."""
    return state.more if isinstance(state.more, More) else More()


def with_more(state: State, **values: Any) -> State:
    """A window with other values of that."""
    return state._replace(more=more_of(state)._replace(**values))
