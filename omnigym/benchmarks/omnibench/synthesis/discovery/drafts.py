"""What a proposer says: an instruction and the steps, of which nothing is known to be true yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol, TypeAlias, cast

from omnigym.a11y import Node, Role, State, Tree
from omnigym.actions import Action, Modifier, Press
from omnigym.errors import OracleError
from omnigym.tasks.oracle import UI
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.templates import fill

__all__ = ["FIELDS", "Do", "Draft", "DraftStep", "Proposer", "kind_of", "oracle_of", "press_action"]


# -- what is done on the screen, as data: the steps of a draft, and the oracle that plays them ------------------------

Do: TypeAlias = Literal["click", "double_click", "right_click", "type", "press"]
#: Where one types.
FIELDS = frozenset({Role.TEXT_FIELD, Role.TEXT_AREA, Role.SEARCH_FIELD})
_NUMBERS = re.compile(r"\d+")
_MOST_SCROLLS = 12


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One thing that is done.

    Attributes:
        do: What. A text is typed where the focus is, and a key, such as ``enter`` or ``ctrl+s``, pressed there.
        name: Of the node that is clicked, as the tree calls it, a template; "" for one that is known by its kind.
        kind: What kind of node that is, as of `kind_of`; "" for any.
        text: What is typed, a template, or the key.
    """

    do: Do
    name: str = ""
    kind: str = ""
    text: str = ""

    def to_json(self) -> dict[str, str]:
        """The fields that are not empty."""
        return {name: value for name, value in asdict(self).items() if value}


def kind_of(node: Node) -> str:
    """What all nodes of a kind share: the key, or where there is none the role, with ``*`` for each number."""
    return _NUMBERS.sub("*", node.key) or node.role.name.lower()


def oracle_of(steps: Sequence[DraftStep]) -> Callable[..., Iterator[Action]]:
    """An oracle that brings the app to the front and does the steps, whatever parameters it gets.

    It raises `omnigym.errors.OracleError` where a node is not to be found, even by scrolling.
    """

    def oracle(ui: UI, **values: Any) -> Iterator[Action]:
        yield from in_front(ui)
        for step in steps:
            yield from _ACTED[step.do](ui, step, values)

    return oracle


def press_action(keys: str) -> Press:
    """The action that presses keys.

    >>> press_action("ctrl+a")
    Press(key='a', modifiers=('ctrl',), count=1)
    """
    *modifiers, key = keys.split("+")
    return Press(key, cast(tuple[Modifier, ...], tuple(modifiers)))


def _pressed(_ui: UI, step: DraftStep, _values: Mapping[str, object]) -> Iterator[Action]:
    yield press_action(step.text)


def _typed(ui: UI, step: DraftStep, values: Mapping[str, object]) -> Iterator[Action]:
    yield ui.type(str(fill(step.text, values)))


def _clicked(ui: UI, step: DraftStep, values: Mapping[str, object]) -> Iterator[Action]:
    name = str(fill(step.name, values))
    for _ in range(_MOST_SCROLLS):
        if _found(ui, name, step.kind) is not None:
            break
        window = next(iter(ui.app_windows()), None)
        before = ui.tree
        if window is None:
            break
        x, y, w, h = window.bounds
        yield ui.scroll(_middle(before, (x + w // 2, y + h // 2)), 3.0)
        if [n.bounds for n in ui.tree.nodes] == [n.bounds for n in before.nodes]:
            break
    node = _found(ui, name, step.kind)
    if node is None:
        raise OracleError(f"The steps expected {name or step.kind!r} on the screen, and it is not there.")
    how = {"double_click": ui.double_click, "right_click": ui.right_click}.get(step.do, ui.click)
    yield how(node)


def _middle(tree: Tree, at: tuple[int, int]) -> Node:
    """The innermost node at a place, in which the wheel is turned."""
    x, y = at
    there = [n for n in tree.nodes if n.bounds[0] <= x < n.bounds[0] + n.bounds[2]]
    there = [n for n in there if n.bounds[1] <= y < n.bounds[1] + n.bounds[3]]
    return min(there, key=lambda n: (n.bounds[2] * n.bounds[3], n.key))


def _found(ui: UI, name: str, kind: str) -> Node | None:
    """The node of that name and kind, one in front of others first; where none is of the kind, one of the name."""
    able = [n for n in ui.tree.nodes if n.has(State.ENABLED | State.CLICKABLE)]
    named = [n for n in able if not name or n.name == name]
    right = [n for n in named if not kind or kind_of(n) == kind] or (named if name else [])
    return min(right, key=lambda n: n.layer, default=None)


_ACTED: Mapping[Do, Callable[[UI, DraftStep, Mapping[str, Any]], Iterator[Action]]] = {
    "click": _clicked,
    "double_click": _clicked,
    "right_click": _clicked,
    "type": _typed,
    "press": _pressed,
}

# -- drafts -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draft:
    """What might be a subtask.

    Attributes:
        app: The app, by omnigym's name.
        instruction: An imperative sentence, a template.
        steps: What is done in the app's window, which is in front; templates of the same parameters.
        parameters: The parameter sets to try; one that does not come to the same as the first is left out.
        origin: The proposer's name, for the log.
    """

    app: str
    instruction: str
    steps: tuple[DraftStep, ...]
    parameters: tuple[Mapping[str, str], ...] = ({},)
    origin: str = ""


class Proposer(Protocol):
    """Says what an app might be asked for."""

    def propose(self, app: str) -> Iterator[Draft]:
        """Drafts, the same ones in the same order each time, as far as that is in the proposer's hands.

        Args:
            app: The app, by omnigym's name.

        Raises:
            UnknownNameError: There is no such app.
        """
        ...
