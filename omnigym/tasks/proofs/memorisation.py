"""Whether a subtask can be done by heart: what is to be read is the same for other parameters (the proof "heart").

A learner that has seen the oracle with one parameter set must not be able to do another one without looking. So what an
oracle makes of contents that nobody told it, a saved attachment or copied text, must be other where the parameters are.
The oracle is played with another parameter set, and the texts that both have made are compared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace

from omnigym.a11y import CLICK_ROLES, CLICK_STATES, Node, State
from omnigym.actions import Action, Type
from omnigym.devices.protocol import HasAccessibilityTree
from omnigym.devices.userdata import UserData
from omnigym.documents import read_docx
from omnigym.errors import UnreadableError
from omnigym.evaluation.world.difference import differences
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.rollout import Stage
from omnigym.tasks.subtask import UI
from omnigym.tasks.task import Task

__all__ = ["Sweep", "identity", "known_by_heart", "listened", "secret", "sweep"]


_WORD = re.compile(r"[^\W\d_]{3,}")
#: The user's own is in every mail.
_ADDRESS = re.compile(r"\S+@\S+")
#: A text is read if it has so many words that are not said; in a record, whose columns have names and titles, so many.
_READ, _READ_IN_RECORDS = 2, 4


def known_by_heart(stage: Stage, after: UserData | None, known: MutableMapping[Hashable, bool] | None = None) -> str:
    """Why what a task's oracle reads need not be read; "" if it must be, or if nothing is.

    Args:
        stage: The task's; of several nodes, or with a host, nothing is asked.
        after: The user's data after the oracle; None where the device cannot tell.
        known: What was found of other tasks of the subtask, as of `omnigym.tasks.proofs.verify.verify_task`.
    """
    task = stage.task
    if after is None or len(task.nodes) > 1 or task.host is not None or task.subtasks[0].oracle is None:
        return ""
    if task.subtasks[0].collection:  # other people's tasks have the contents that their files have
        return ""
    alike = ("heart", task.subtasks[0].id)
    if known is not None and known.get(alike) is False:
        return ""
    why = _by_heart(stage, after)
    if known is not None:
        known[alike] = bool(why)
    return why


def _by_heart(stage: Stage, after: UserData) -> str:
    task = stage.task
    other = _other(task)
    if other is None:
        return ""
    stage.begin()
    start = stage.user_data()
    own = dict(_made(start, after, task.bound[task.nodes[0].id])) if start is not None else {}
    if start is None or not own:
        return ""
    beside = stage.beside(other)
    try:
        beside.begin()
        before = beside.user_data()
        done = beside.play(beside.oracle(), ends=False)
        later = beside.user_data()
    finally:
        beside.end()
    if before is None or later is None or done.coverage < 1.0:
        return ""
    theirs = dict(_made(before, later))
    for text, place in own.items():
        if text in theirs and (not place.startswith("content://") or _is_there(text, start)):
            return (
                f"What is to be read, {text[:60]!r}, is the same with {_shown(other)} as with {_shown(task)}. "
                "Let it depend on the parameters."
            )
    return ""


def _shown(task: Task) -> str:
    return str({name: value for name, value in task.nodes[0].parameters.items() if isinstance(value, str)})


def _other(task: Task) -> Task | None:
    """The same subtask with the parameter set that has least in common with a task's own; None if it has no other."""
    node, own = task.nodes[0], task.subtasks[0]
    sets = [p for p in own.parameters if p != node.parameters]
    if not sets:
        return None
    least = min(sets, key=lambda values: sum(values.get(n) == v for n, v in node.parameters.items()))
    return replace(task, id=f"{task.id}, other", nodes=(replace(node, parameters=least),), instruction="")


def _made(start: UserData, after: UserData, node: BoundNode | None = None) -> Iterator[tuple[str, str]]:
    """The texts that are new and that neither a node's instruction nor its parameters say, each with where it is."""
    said = _words(f"{node.instruction} {dict(node.parameters)}") if node is not None else set[str]()
    copied = after.clipboard.text if after.clipboard is not None else ""
    if (start.clipboard is None or copied != start.clipboard.text) and _unsaid(copied, said) >= _READ:
        yield copied, "clipboard"
    for found in differences(start, after):
        if found.at.startswith("."):  # what programs keep of how they were used
            continue
        if found.after is not None:
            old: Mapping[str, str] = found.before or {}
            for name, value in found.after.items():
                if value != old.get(name) and _unsaid(value, said) >= _READ_IN_RECORDS:
                    yield value, found.at
        elif found.how != "remove" and "://" not in found.at:
            text = _text(found.at, after.read(found.at) or b"")
            if _unsaid(text, said) >= _READ:
                yield text, found.at


def _text(place: str, content: bytes) -> str:
    """What a person could type to make a file of that content; "" if nobody can."""
    try:
        return "\n".join(p.text for p in read_docx(content).paragraphs) if place.endswith(".docx") else content.decode()
    except (UnreadableError, UnicodeDecodeError):
        return ""


def _words(text: str) -> set[str]:
    return set(_WORD.findall(_ADDRESS.sub(" ", text.casefold())))


def _unsaid(text: str, said: set[str]) -> int:
    return len(_words(text) - said)


def _is_there(text: str, data: UserData) -> bool:
    """Whether a text was in a file or a record."""
    if any(text.encode() in (data.read(place) or b"") for place in data.files()):
        return True
    for address in data.tables:
        try:
            if any(text in value for row in data.rows(address) for value in row.values()):
                return True
        except UnreadableError:
            continue
    return False


# -- what an oracle types though nobody says or shows it: a secret that only its parameters tell ----------------------

# Parameters that are `implied` follow from what is said or from what can be seen, and an oracle is given them all the
# same. So each word of an implied parameter that an oracle types must be in the instruction, in the user's data or on
# the screen at that moment. Numbers, dates and the words of programs (SUM, LocalMachine) may be worked out, and are
# not looked for.

#: The word of a program or a formula: SUM, LocalMachine.
_SYMBOL = re.compile(r"[A-Z]+|(?:[A-Z][a-z]+){2,}")


def listened(stage: Stage, found: list[str], before: Callable[[str], object]) -> Iterator[Action]:
    """The actions of a task's oracles; what of them is a secret is put to a list, as sentences, one for each node.

    Args:
        stage: The task's.
        found: Gets the sentences.
        before: Called with the id of a node before its oracle begins.
    """
    at = ""

    def begins(node: str) -> None:
        nonlocal at
        at = node
        before(node)

    for action in stage.oracle(before=begins):
        # before the first node a briefing is opened, whose name the instruction says
        if type(action) is Type and at and (why := secret(stage, stage.task.bound[at], action.text)):
            found.append(why)
        yield action


def secret(stage: Stage, node: BoundNode, typed: str) -> str:
    """Why what is typed for a node can only be known from its parameters; "" if it is said or shown.

    Args:
        stage: The task's, before it is typed.
        node: The node.
        typed: The text.
    """
    low = typed.casefold()
    squeezed = "".join(stage.task.instruction.casefold().split())
    told = [str(node.parameters[name]).casefold() for name in (*node.subtask.heard, *node.subtask.watched)]
    for name in node.subtask.implied:
        own = str(node.parameters[name])
        value, words = own.casefold(), set(_WORD.findall(own.casefold()))
        if not words or value not in low or _SYMBOL.fullmatch(own) or value in squeezed:
            continue
        left = words.difference(*map(_WORD.findall, (stage.task.instruction.casefold(), *told))) - _unsaid_shown(stage)
        if left:
            return (
                f"Node {node.id!r}: {name} = {node.parameters[name]!r} is neither said nor shown, and the oracle types "
                "it. Say it."
            )
    return ""


def _unsaid_shown(stage: Stage) -> set[str]:
    """The words of the user's data, and those on the screen."""
    data, words = stage.user_data(), set[str]()
    if data is not None:
        for text in _texts(data):
            words.update(_WORD.findall(text.casefold()))
    if isinstance(stage.acting, HasAccessibilityTree):
        for node in stage.acting.tree().nodes:
            words.update(_WORD.findall(f"{node.name} {node.text}".casefold()))
    return words


def _texts(data: UserData) -> Iterator[str]:
    for place in data.files():
        yield place
        yield (data.read(place) or b"").decode("utf-8", "ignore")
    for address in data.tables:
        try:
            yield from (value for row in data.rows(address) for value in row.values())
        except UnreadableError:
            continue
    yield from data.settings.values()
    if data.clipboard is not None:
        yield data.clipboard.text or ""


# -- trying everything: clicks on one thing after another, without reading the instruction ----------------------------

# First comes what has just appeared, in the order of the accessibility tree, then what was not clicked yet, then all
# over again. So every folder is opened, every column chosen and every value set that is come by. The proof "sweep"
# plays it on tasks, and the agent ``sweep`` (`omnigym.baselines.sweep`) in environments.


class Sweep:
    """Which of the things on the screen is next."""

    def __init__(self) -> None:
        self._tried: Counter[Hashable] = Counter()
        self._seen: frozenset[Hashable] = frozenset()

    def choose(self, things: Sequence[Hashable]) -> int:
        """The place of the thing that is to be clicked, which counts as clicked then.

        Args:
            things: What there is now, in its order; at least one.
        """
        place = min(range(len(things)), key=lambda n: (self._tried[things[n]], things[n] in self._seen, n))
        self._seen = frozenset(things)
        self._tried[things[place]] += 1
        return place


def identity(node: Node) -> Hashable:
    """What tells a node from others, wherever it is."""
    return node.role, node.key, node.name


def sweep(ui: UI, clicks: int) -> Iterator[Action]:
    """So many clicks; fewer where nothing is left that can be clicked."""
    order = Sweep()
    for _ in range(clicks):
        nodes = [n for n in ui.tree.nodes if _can_be_clicked(n)]
        if not nodes:
            return
        yield ui.click(nodes[order.choose([identity(n) for n in nodes])])


def _can_be_clicked(node: Node) -> bool:
    seen = State.VISIBLE | State.ENABLED
    return node.states & seen == seen and (node.role in CLICK_ROLES or bool(node.states & CLICK_STATES))
