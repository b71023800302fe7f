"""What an oracle types though nobody says or shows it: a secret that only its parameters tell.

Parameters that are `implied` follow from what is said or from what can be seen, and an oracle is given them all the
same. So each word of an implied parameter that an oracle types must be in the instruction, in the user's data or on the
screen at that moment. Numbers, dates and the words of programs (SUM, LocalMachine) may be worked out, and are not
looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from omnigym.actions import Action, Type
from omnigym.devices.protocol import HasAccessibilityTree
from omnigym.devices.userdata import UserData
from omnigym.errors import UnreadableError
from omnigym.tasks.binding import BoundNode
from omnigym.tasks.rollout import Stage

__all__ = ["listened", "secret"]

_WORD = re.compile(r"[^\W\d_]{3,}")
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
        if type(action) is Type and (why := secret(stage, stage.task.bound[at], action.text)):
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
    for name in node.subtask.implied:
        own = str(node.parameters[name])
        value, words = own.casefold(), set(_WORD.findall(own.casefold()))
        if not words or value not in low or _SYMBOL.fullmatch(own) or value in squeezed:
            continue
        left = words - set(_WORD.findall(stage.task.instruction.casefold())) - _shown(stage)
        if left:
            return (
                f"Node {node.id!r}: {name} = {node.parameters[name]!r} is neither said nor shown, and the oracle types "
                "it. Say it."
            )
    return ""


def _shown(stage: Stage) -> set[str]:
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
