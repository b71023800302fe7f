"""The same subtask in another app: what is asked for, needed, made and checked stays; who does it, and how, differs.

A subtask of the simulated desktop's Word is one of the real desktop's Writer in this way, with the same check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from omnigym.documents.mail import MAILBOX, MAILDIR
from omnigym.evaluation.condition import Condition
from omnigym.tasks.setup import Launch, SetupStep, WriteFile
from omnigym.tasks.subtask import Oracle, Part, get_subtask, register

__all__ = ["counterpart", "in_maildir"]


def counterpart(of: str, new: str, app: str, words: Mapping[str, str], **changes: object) -> Callable[[Oracle], Oracle]:
    """Register the decorated oracle as that of a subtask's counterpart on the X11 device.

    Args:
        of: The id of the subtask.
        new: The counterpart's id.
        app: The app that it is done in.
        words: What its instruction says instead of what the subtask's does: "in Word" -> "in Writer".
        changes: Other attributes that differ.
    """
    original = get_subtask(of)
    instruction = original.instruction
    for said, better in words.items():
        if said not in instruction:
            raise ValueError(f"The instruction of {of!r} does not say {said!r}: {instruction!r}.")
        instruction = instruction.replace(said, better)

    def steps(of_subtask: tuple[SetupStep, ...]) -> tuple[SetupStep, ...]:
        return tuple(in_maildir(_relaunched(s, original.app, app)) for s in of_subtask)

    family = new.partition("/")[0]

    def decorate(oracle: Oracle) -> Oracle:
        attributes: dict[str, Any] = {
            "id": new,
            "app": app,
            "category": "",
            "instruction": instruction,
            "platforms": ("linux",),
            "oracle": oracle,
            "conditions": tuple(_moved(c, original.app, app) for c in original.conditions),
            "parts": tuple(_moved_part(p, original.app, app) for p in original.parts),
            "milestones": tuple(_moved(c, original.app, app) for c in original.milestones),
            "needs": tuple([replace(n, unless_provided=steps(n.unless_provided)) for n in original.needs]),
            "setup": steps(original.setup),
            "covers": tuple(f"{family}/{c.partition('/')[2]}" for c in original.covers),
        }
        register(replace(original, **{**attributes, **changes}))
        return oracle

    return decorate


def in_maildir(step: SetupStep) -> SetupStep:
    """A mail that is written into a folder of the simulated mailbox is written into that of a maildir."""
    if not isinstance(step, WriteFile) or not step.path.startswith(MAILBOX):
        return step
    folder, _, name = step.path.removeprefix(f"{MAILBOX}/").partition("/")
    seen = "S" if str(step.content).startswith("Status: RO") else ""
    return WriteFile(f"{MAILDIR}/{folder}/cur/{name}:2,{seen}", step.content)


def _relaunched(step: SetupStep, old: str, new: str) -> SetupStep:
    return replace(step, app=new) if isinstance(step, Launch) and step.app == old else step


def _moved(condition: Condition, old: str, new: str) -> Condition:
    """The condition where it names an app: the other one, inside combinators too."""
    args = {
        name: _parts(value, old, new) if name == "of" else new if name == "app" and value == old else value
        for name, value in condition.args.items()
    }
    return Condition(condition.check, args)


def _moved_part(part: Part, old: str, new: str) -> Part:
    return replace(
        part,
        conditions=tuple(_moved(c, old, new) for c in part.conditions),
        milestones=tuple(_moved(c, old, new) for c in part.milestones),
        app=new if part.app == old else part.app,
    )


def _parts(value: object, old: str, new: str) -> Any:
    if isinstance(value, Condition):
        return _moved(value, old, new)
    return tuple(_parts(v, old, new) for v in value) if isinstance(value, list | tuple) else value
