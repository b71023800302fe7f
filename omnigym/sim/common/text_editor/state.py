"""A text editor's state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.documents import Document
from omnigym.sim.app import Context, Effect, Focus, ShowCaret
from omnigym.sim.commands import Command
from omnigym.sim.common.message_box import tell
from omnigym.sim.documents.edit import Edit, length_of, selected_text
from omnigym.sim.documents.search import find_next, find_previous, occurrences, replace_all, replace_next
from omnigym.sim.ui.nodes import AUTO, Node, column, row
from omnigym.sim.ui.widgets import MenuItem, button, field, spacer, toggle

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


# -- the find bar of a text editor ------------------------------------------------------------------------------------

# Looking for a text, and putting another one in its place.

_FIELD, _WITH = "notepad.find.text", "notepad.find.with"
#: Logical pixels: of the fields, and of the button that opens the second line.
_W, _ARROW_W = 260, 32


def _button(key: str, image: str, name: str, disabled: bool) -> Node:
    return button(f"notepad.find.{key}", icon=image, name=name, disabled=disabled, click=(f"find_{key}",))


def find_bar(find: Find) -> Node:
    """The bar above the text."""
    options = (
        MenuItem("notepad.find.match_case", "Match case", ("match_case",), checked=find.match_case),
        MenuItem("notepad.find.wrap", "Wrap around", ("wrap_around",), checked=find.wrap),
    )
    nothing = not find.wanted
    lines = [
        row(
            toggle(
                "notepad.find.expand",
                icon="collapse" if find.replacing else "down",
                name="Replace options",
                style="tab_close",
                checked=find.replacing,
                click=("expand",),
                w=_ARROW_W,
            ),
            field(
                _FIELD,
                find.wanted,
                name="Find",
                placeholder="Find",
                w=_W,
                change=("find_text",),
                submit=("find_next",),
                cancel=("find_close",),
            ),
            button("notepad.find.next", icon="arrow-down", name="Find next", disabled=nothing, click=("find_next",)),
            button(
                "notepad.find.previous", icon="up", name="Find previous", disabled=nothing, click=("find_previous",)
            ),
            button("notepad.find.options", icon="options", name="Find options", menu=options),
            button("notepad.find.close", icon="close", name="Close", style="tab_close", click=("find_close",)),
            w=AUTO,
            gap=6,
        )
    ]
    if find.replacing:
        lines.append(
            row(
                spacer(_ARROW_W),
                field(
                    _WITH,
                    find.new,
                    name="Replace",
                    placeholder="Replace",
                    w=_W,
                    change=("find_with",),
                    submit=("replace_one",),
                    cancel=("find_close",),
                ),
                button("notepad.find.replace", "Replace", disabled=nothing, click=("replace_one",)),
                button("notepad.find.replace_all", "Replace all", disabled=nothing, click=("replace_all",)),
                w=AUTO,
                gap=6,
            )
        )
    return row(
        spacer(),
        column(*lines, style="card", w=AUTO, pad=8, gap=6, role=Role.GROUP, name="Find and replace"),
        spacer(),
        style="content",
        pad=(8, 4, 8, 6),
    )


def _opened(state: State, replacing: bool) -> Result:
    wanted = selected_text(state.edit)
    find = state.find._replace(shown=True, replacing=replacing)
    if wanted and "\n" not in wanted:
        find = find._replace(wanted=wanted)
    return state._replace(find=find), (Focus(_FIELD, 0, -1),)


def _with(state: State, find: Find) -> Result:
    """``state`` with another bar."""
    return state._replace(find=find), ()


def _searched(state: State, search: Callable[..., Edit]) -> Result:
    """Select what is found next, or say that there is nothing; without anything to look for, ask for it."""
    find = state.find
    if not find.wanted:
        return _opened(state, find.replacing)
    edit = search(state.edit, find.wanted, find.match_case, find.wrap)
    if edit is state.edit:
        found = occurrences(state.edit.document, find.wanted, find.match_case)
        if find.wrap and found:  # the only one is selected already
            return state, (ShowCaret(TEXT),)
        return state, (tell("Find", f'Cannot find "{find.wanted}"', "info"),)
    return edited(state, edit), (ShowCaret(TEXT),)


def _replace_one(state: State, _ctx: Context, *_: str) -> Result:
    find = state.find

    def replace(edit: Edit, wanted: str, match_case: bool, wrap: bool) -> Edit:
        return replace_next(edit, wanted, find.new, match_case, wrap)

    return _searched(state, replace)


def _replace_all(state: State, _ctx: Context) -> Result:
    find = state.find
    edit, count = replace_all(state.edit, find.wanted, find.new, find.match_case)
    if not count:
        return state, (tell("Find", f'Cannot find "{find.wanted}"', "info"),)
    return edited(state, edit), (ShowCaret(TEXT),)


#: What the menu Edit offers.
FINDING = (
    Command("find", "Find", run=lambda s, _: _opened(s, False), shortcut="ctrl+f"),
    Command("find_next", "Find next", run=lambda s, _, *__: _searched(s, find_next), shortcut="f3"),
    Command("find_previous", "Find previous", run=lambda s, _: _searched(s, find_previous), shortcut="shift+f3"),
    Command("replace", "Replace", run=lambda s, _: _opened(s, True), shortcut="ctrl+h"),
)
#: The other messages of the bar to handlers.
BAR_ON: Mapping[str, Callable[..., Result]] = {
    "expand": lambda s, _: _with(s, s.find._replace(replacing=not s.find.replacing)),
    "find_close": lambda s, _: (s._replace(find=s.find._replace(shown=False)), (Focus(TEXT),)),
    "find_text": lambda s, _, text: _with(s, s.find._replace(wanted=text)),
    "find_with": lambda s, _, text: _with(s, s.find._replace(new=text)),
    "match_case": lambda s, _: _with(s, s.find._replace(match_case=not s.find.match_case)),
    "replace_all": _replace_all,
    "replace_one": _replace_one,
    "wrap_around": lambda s, _: _with(s, s.find._replace(wrap=not s.find.wrap)),
}
