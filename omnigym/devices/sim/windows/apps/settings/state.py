"""Settings: the state of its window."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["State"]


class State(NamedTuple):
    """The state of the window.

    Attributes:
        page: The one that is shown.
        back: Those before it, the last one last.
        query: What is typed into "Find a setting".
        wanted: What is typed into the search field of the installed apps.
        name: What is typed into the field of the user's name, or None while nothing is.
    """

    page: str = "system"
    back: tuple[str, ...] = ()
    query: str = ""
    wanted: str = ""
    name: str | None = None
