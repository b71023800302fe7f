"""A text editor's state."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.documents.edit import Edit, length_of
from omnigym.documents import Document

__all__ = ["TEXT", "Find", "Result", "State", "edited"]

#: The key of the text.
TEXT = "notepad.text"


class Find(NamedTuple):
    """The find bar.

    Attributes:
        wanted, new: What is looked for, and what takes its place.
        shown: Whether the bar is there; what was looked for is kept when it is closed.
        replacing: Whether it has its second line, too.
        match_case, wrap: Whether case counts, and whether the search goes on from the other end.
    """

    wanted: str = ""
    new: str = ""
    shown: bool = False
    replacing: bool = False
    match_case: bool = False
    wrap: bool = True


class State(NamedTuple):
    """The state of one window.

    Attributes:
        edit: The text.
        saved: The text as it was opened or saved last.
        path: Of its file, or "".
        wrap: Whether long lines go on below.
        closing: Whether the window closes once the text is saved.
        characters: How many there are, newlines included.
        zoom: Per cent.
        find: The find bar.
    """

    edit: Edit = Edit()
    saved: Document = Document()
    path: str = ""
    wrap: bool = True
    closing: bool = False
    characters: int = 0
    zoom: int = 100
    find: Find = Find()


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def edited(state: State, edit: Edit) -> State:
    """``state`` with another `Edit`."""
    same = state.edit.document is edit.document
    return state._replace(edit=edit, characters=state.characters if same else length_of(edit.document))
