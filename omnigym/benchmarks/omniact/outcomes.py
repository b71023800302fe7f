"""What a script brings about, as plain data, and whether a device is there.

An outcome is a few facts that hold together: a node is shown or gone, is checked or selected, has a value; a text is on
the clipboard; the pointer is over a node. Times of day, and what runs on by itself, are no facts. A node without a
name and a key is known by its value alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, get_args
from weakref import WeakKeyDictionary

from omnigym.a11y import Block, Node, Role, State, Tree
from omnigym.devices.protocol import Device, HasAccessibilityTree, HasClipboard, HasPointer
from omnigym.errors import CapabilityError, UnreadableError

__all__ = ["Fact", "Kind", "Outcome", "facts_of", "outcome_from_plain", "outcome_holds", "outcome_to_plain"]

Kind: TypeAlias = Literal["shown", "state", "value", "clipboard", "pointer"]

#: What may hold of a node, and the state that says that it may. A node with no ability is only ever focused or active.
_ABILITIES: Mapping[State, State] = {
    State.CHECKED: State.CHECKABLE,
    State.SELECTED: State.SELECTABLE,
    State.EXPANDED: State.EXPANDABLE,
}
_ALONE = (State.FOCUSED, State.ACTIVE)
#: Their values run on by themselves.
_RUNNING = frozenset({Role.PROGRESS, Role.MEDIA})
#: A time of day, or how long something plays.
_TIME = re.compile(r"\b\d{1,2}:\d\d\b")
#: Longer texts are known by their hash.
_LONGEST = 200

#: Facts of blocks for as long as anybody holds these; filled in below.
_KNOWN: WeakKeyDictionary[Block, frozenset[Fact]] = WeakKeyDictionary()


class Fact(NamedTuple):
    """Something that holds of a device, or does not.

    Attributes:
        kind: "shown": the node is on the screen. "state": it is, and ``text`` holds of it ("checked", "not checked").
            "value": it is, and its value is ``text``. "clipboard": the clipboard holds ``text``. "pointer": the node
            is what a click at the pointer would reach.
        role, name, key: Of the node: the name of its role in lower case, its name, and its stable key or native id.
            All three must be the same.
        text: See ``kind``; a text of more than 200 characters is "sha256:" and its hash.
        holds: Whether it is to hold, or not to.
    """

    kind: Kind
    role: str = ""
    name: str = ""
    key: str = ""
    text: str = ""
    holds: bool = True

    @property
    def opposite(self) -> Fact:
        """The opposite."""
        return self._replace(holds=not self.holds)


#: Facts that hold together.
Outcome: TypeAlias = tuple[Fact, ...]


def facts_of(device: Device) -> frozenset[Fact]:
    """All facts that hold of a device now.

    Raises:
        CapabilityError: The device has no accessibility tree.
    """
    if not isinstance(device, HasAccessibilityTree):
        raise CapabilityError(f"The device {device.name!r} has no accessibility tree, by which outcomes are judged.")
    tree = device.tree()
    found: set[Fact] = set()
    for block in tree.blocks:
        found.update(_facts_of_block(block))
    if isinstance(device, HasClipboard) and (text := device.clipboard().text):
        found.add(Fact("clipboard", text=_short(text)))
    if isinstance(device, HasPointer) and (over := _pointed(device, tree)) is not None:
        found.add(_who("pointer", over))
    return frozenset(found)


def outcome_holds(outcome: Sequence[Fact], device: Device) -> bool:
    """Whether all facts of an outcome hold of a device now. It looks, and does nothing.

    Raises:
        CapabilityError: The device has no accessibility tree.
        ValueError: The outcome has no fact.
    """
    if not outcome:
        raise ValueError("An outcome has at least one fact, got none: everything would reach it.")
    now = facts_of(device)
    return all((fact._replace(holds=True) in now) == fact.holds for fact in outcome)


def _who(kind: Kind, node: Node, text: str = "") -> Fact:
    return Fact(kind, node.role.name.lower(), _short(node.name), node.key, text)


def _facts_of_block(block: Block) -> frozenset[Fact]:
    """The facts of a block, which never changes: most of them are the same after an action."""
    known = _KNOWN.get(block)
    if known is None:
        nodes = Tree((block,), (1, 1)).nodes
        known = _KNOWN[block] = frozenset([fact for node in nodes for fact in _facts(node)])
    return known


def _facts(node: Node) -> Iterator[Fact]:
    if _TIME.search(node.name):
        return
    known = bool(node.name or node.key)
    if known:
        yield _who("shown", node)
        for state, ability in _ABILITIES.items():
            if node.states & (ability | state):
                word = str(state.name).lower()
                yield _who("state", node, word if node.states & state else f"not {word}")
        for state in _ALONE:
            if node.states & state:
                yield _who("state", node, str(state.name).lower())
    if (
        (node.value or (known and node.has(State.EDITABLE)))
        and node.role not in _RUNNING
        and not _TIME.search(node.value)
    ):
        yield _who("value", node, _short(node.value))


def _pointed(device: HasPointer, tree: Tree) -> Node | None:
    pointer = device.pointer()
    return None if pointer is None else tree.hit(*pointer.at)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def outcome_to_plain(outcome: Sequence[Fact]) -> list[dict[str, object]]:
    """A JSON-able list that `outcome_from_plain` reads: the fields of each fact that are not empty."""
    return [{name: value for name, value in fact._asdict().items() if value not in ("", True)} for fact in outcome]


def outcome_from_plain(data: Any) -> Outcome:
    """The outcome that `outcome_to_plain` wrote.

    Raises:
        UnreadableError: It is none.
    """
    try:
        outcome = tuple([Fact(**fact) for fact in data])
    except TypeError as e:
        raise UnreadableError(f"This is no outcome: {e}. Each fact has the fields {', '.join(Fact._fields)}.") from None
    for fact in outcome:
        if fact.kind not in get_args(Kind) or type(fact.holds) is not bool:
            raise UnreadableError(
                f"The fact {fact!r} has no kind out of {', '.join(get_args(Kind))}, or 'holds' is odd."
            )
        if not all(type(text) is str for text in fact[:5]):
            raise UnreadableError(f"The fact {fact!r} has a field that is no text.")
    if not outcome:
        raise UnreadableError("An outcome has at least one fact, got an empty list.")
    return outcome
