"""The proof that a task's level is what it says (OmniGUI 3.2): how far it needs what is heard and seen between steps.

* critical: the task has twins (`omnigym.tasks.modality_levels`). Up to the deciding step, the first at which their
  oracles do different things, all that an agent observes but the sense is byte-equal, and the sense is not. An oracle
  that does not have it draws a twin, and is right only where this asks for the same, at most in half of the cases. To
  do what each twin asks for, one after another, is wrong too.
* supportive: the oracle solves it with the sense taken away, since instruction or screen tell twins apart before the
  deciding step; and the sense alone does, too. A value is both heard and said or shown by then.
* present: something sounds. With any other sound, twins' too, the screen, the right actions and the score are the same.

An oracle is given what nobody has heard yet. So one that waits for a sound waits in equal steps, and one that acts on a
sound lets it end first: else the deciding step comes before anything told the twins apart.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, runtime_checkable

from omnigym.actions import Action
from omnigym.devices.protocol import (
    MAX_AUDIO_S,
    Device,
    HasAccessibilityTree,
    HasScreenVideo,
    PlaysSounds,
)
from omnigym.sounds import about, names
from omnigym.tasks.modality_levels import Twin, level_of, twins_of
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup import PlaySound
from omnigym.tasks.task import Task

__all__ = ["fault_of_level"]


@runtime_checkable
class _Attended(PlaysSounds, HasScreenVideo, HasAccessibilityTree, Device, Protocol):
    """A device on which levels can be proved."""


class _Moment(NamedTuple):
    """What is observed at a step, by `_PARTS`; the text that is shown, and the sounds that have been heard whole."""

    tree: str
    screenshot: str
    info: str
    frames: str
    length: int
    sound: str
    shown: str
    ended: tuple[str, ...]


#: The parts of an observation, as messages call them.
_PARTS = {
    "tree": "the accessibility tree",
    "screenshot": "the screenshot",
    "info": "the info",
    "frames": "what is seen between two steps",
    "length": "the time that has passed",
    "sound": "what is heard",
}
#: The frames that an environment observes, and how many times smaller than the screen they are.
_FRAMES, _SMALLER = 4, 4
#: What a person hears in place of the own sound: one of each kind.
_FOREIGN = ("voice", "alarm")


class _Run(NamedTuple):
    """Actions, what was observed before each and after the last, the score, and what an oracle complained of."""

    actions: tuple[Action, ...]
    moments: tuple[_Moment, ...]
    coverage: float
    problem: str


def fault_of_level(stage: Stage) -> str:
    """Why the level of a task is not what it says; "" if it is, or if the task has none.

    Args:
        stage: The task's. Its device is listened to and watched meanwhile.
    """
    level = level_of(stage.task)
    if not level:
        return ""
    device = stage.acting
    if not isinstance(device, _Attended) or len(stage.task.device_names) > 1:
        return "A level is proved on one simulated device. Prove it there."
    try:
        faults = _present(stage, device) if level == "present" else _twinned(stage, device, level)
        return next(faults, "")
    finally:
        _attend(device, False)


# -- critical and supportive ------------------------------------------------------------------------------------------


def _twinned(stage: Stage, device: _Attended, level: str) -> Iterator[str]:
    twins = tuple(twins_of(stage.task))
    if not twins:
        yield "It has no twin: no parameter set differs in what is heard or watched alone. Add one, or name these."
        return
    own, _ = _played(stage, device)
    yield from _unsolved(own, "its own")
    first, others = len(own.actions), list[Twin]()
    for twin in twins:
        theirs, decided = _played(stage.beside(twin.task), device, own)
        if theirs.problem:
            yield f"{_named(twin)}: its oracle fails: {theirs.problem}"
        if decided >= 0:  # else the right actions are the same, and it does not matter which of the two it is
            others.append(twin)
            first = min(first, decided)
            yield from _told_apart(stage.task, twin, own, theirs, decided, level)
    if not others:
        yield "The right actions are those of every twin, so nothing depends on what is heard or watched."
    yield from _guessed(stage, twins, others) if level == "critical" else _told_twice(stage, device, own, first)


def _told_apart(task: Task, twin: Twin, own: _Run, theirs: _Run, decided: int, level: str) -> Iterator[str]:
    """Whether the sense tells a task from its twin before the deciding step, and whether anything else does."""
    senses = [part for part, hidden in (("sound", twin.heard), ("frames", twin.watched)) if hidden]
    other = _difference(own, theirs, decided, [part for part in _PARTS if part not in senses])
    if not other and task.plain_instruction != twin.task.plain_instruction:
        other = "the instruction"
    if level == "critical" and other:
        yield f"{_named(twin)}: {other} tells them apart. Hide it, or call the task supportive."
    if level == "supportive" and not other:
        yield f"{_named(twin)}: nothing but the sense tells them apart. Say it or show it, or call the task critical."
    if not _difference(own, theirs, decided, senses):
        yield (
            f"{_named(twin)}: the oracles do different things at action {decided + 1}, before "
            f"{' or '.join(_PARTS[part] for part in senses)} is different. Let them wait for it, in equal steps."
        )


def _difference(one: _Run, other: _Run, decided: int, parts: Sequence[str]) -> str:
    """The first part of what is observed before an action that is different, and when; "" for none."""
    for place in range(decided + 1):
        for part in parts:
            if getattr(one.moments[place], part) != getattr(other.moments[place], part):
                return f"{_PARTS[part]} " + (f"after action {place}" if place else "at the start")
    return ""


def _guessed(stage: Stage, twins: Sequence[Twin], others: Sequence[Twin]) -> Iterator[str]:
    """Whether who draws a twin is right more often than chance, and whether who tries them all is.

    Args:
        stage: The task's.
        twins: Its twins.
        others: Those for which other actions are right.
    """
    right = [twin for twin in others if stage.play(stage.oracle(twin.task), ends=False).coverage == 1.0]
    share = f"who draws a twin is right in {len(twins) - len(others) + len(right) + 1} of {len(twins) + 1}"
    if right:
        yield f"{_named(right[0])}: its oracle does something else and scores 1.0 here, too, so {share}."
    if 2 * len(others) < len(twins) + 1:
        yield f"Too many twins ask for the same: {share}. Add others."
    if stage.play(_all_in_turn(stage, others), ends=False).coverage == 1.0:
        yield (
            f"Who does what each of {len(others) + 1} twins asks for, one after another, scores 1.0. Judge the task "
            "at the end, or let a wrong try spoil something."
        )


def _all_in_turn(stage: Stage, twins: Sequence[Twin]) -> Iterator[Action]:
    """What each twin asks for; the right thing is neither the first nor the last."""
    yield from stage.oracle(twins[-1].task, forgive=True)
    yield from stage.oracle(forgive=True)
    for twin in twins:
        yield from stage.oracle(twin.task, forgive=True)


def _told_twice(stage: Stage, device: _Attended, own: _Run, decided: int) -> Iterator[str]:
    """Whether the oracle does the same without the sense, and a value is both heard and said or shown."""
    _attend(device, False)
    actions = list[Action]()
    outcome = stage.play(_noted(stage, actions), ends=False)
    if outcome.coverage < 1.0 or tuple(actions) != own.actions:
        yield f"Without sound and video the oracle scores {outcome.coverage:.3f}. {outcome.problem}".strip()
    before = own.moments[: decided + 1]
    heard = [name for moment in before for name in moment.ended]
    said = _words(" ".join([*[about(name).text for name in heard], *[name.rpartition("/")[2] for name in heard]]))
    shown = _words(" ".join([stage.task.instruction, *[moment.shown for moment in before]]))
    nodes = stage.task.bound.values()
    values = " ".join(str(value) for node in nodes for value in node.parameters.values())
    worded = any(re.search(r"[^\W\d_]", str(n.parameters[name])) for n in nodes for name in n.subtask.heard)
    if worded and not said & shown & _words(values):  # of a moment or a number the twins say enough
        yield (
            f"Before action {decided + 1} no value is both heard and said or shown. Heard were {heard or 'none'}. "
            "Let a value be spoken, and end before the oracle acts."
        )


def _noted(stage: Stage, actions: list[Action]) -> Iterator[Action]:
    for action in stage.oracle():
        actions.append(action)
        yield action


def _words(text: str) -> set[str]:
    """The words and numbers of a text, in small letters."""
    return set(re.findall(r"[^\W_]+", text.casefold()))


# -- present ----------------------------------------------------------------------------------------------------------


def _present(stage: Stage, device: _Attended) -> Iterator[str]:
    """Whether something sounds, and whether with another sound anything is different."""
    task = stage.task
    own, _ = _played(stage, device)
    yield from _unsolved(own, "its own")
    if not any(moment.sound for moment in own.moments):
        yield "Nothing sounds while the oracle is at work. Let something play in the background."
    rest = tuple([step for step in task.setup if not isinstance(step, PlaySound)])
    foreign = [Twin(replace(task, id=sound, setup=(*rest, PlaySound(sound))), True, False) for sound in _foreign(task)]
    for other in (*foreign, *twins_of(task)):
        name = _named(other)
        theirs, decided = _played(stage.beside(other.task), device, own)
        if decided >= 0:
            yield f"With another sound, {name}, the right action {decided + 1} is another. {theirs.problem}".strip()
        yield from _unsolved(theirs, f"another, {name},")
        senses = ("sound", "frames" if other.watched else "")
        seen = _difference(own, theirs, len(own.actions), [part for part in _PARTS if part not in senses])
        if seen:
            yield f"With another sound, {name}, {seen} is different."


def _foreign(task: Task) -> list[str]:
    """Sounds that are not the task's."""
    own = {step.sound for step in task.setup_steps if isinstance(step, PlaySound)}
    return [next(name for name in names(kind) if name not in own) for kind in _FOREIGN]


# -- playing ----------------------------------------------------------------------------------------------------------


def _played(stage: Stage, device: _Attended, like: _Run | None = None) -> tuple[_Run, int]:
    """A run of a task's oracle; with another run it ends where it does something else.

    Returns:
        The run, and the first action that is another one than in the other run; -1 for none.
    """
    actions, moments, decided = list[Action](), list[_Moment](), -1

    def attended() -> Iterator[Action]:
        nonlocal decided
        moments.append(_observed(stage, device))
        for action in stage.oracle():
            if like is not None and like.actions[len(actions) : len(actions) + 1] != (action,):
                decided = len(actions)
                return
            actions.append(action)
            device.next_interval()
            yield action
            moments.append(_observed(stage, device))

    _attend(device, True)
    outcome = stage.play(attended(), ends=False)
    if like is not None and decided < 0 and len(actions) < len(like.actions):
        decided = len(actions)
    return _Run(tuple(actions), tuple(moments), outcome.coverage, outcome.problem), decided


def _attend(device: _Attended, on: bool) -> None:
    """Listen and watch, or stop it, from the next episode on."""
    device.listen(on)
    device.watch(on)


def _observed(stage: Stage, device: _Attended) -> _Moment:
    evaluator, sound = stage.evaluator, device.audio(MAX_AUDIO_S)
    width, height = device.size
    frames, _ = device.video(_FRAMES, (width // _SMALLER, height // _SMALLER))
    tree = device.tree()
    return _Moment(
        tree=tree.to_json(),
        screenshot=_hash(device.screenshot().tobytes()),
        info=repr([[s.name for s in evaluator.statuses], list(map(str, evaluator.damage)), evaluator.score]),
        frames=_hash(frames.tobytes()),
        length=len(sound),
        sound=_hash(sound.tobytes()) if sound.any() else "",
        shown=" ".join(f"{node.name} {node.value}" for node in tree),
        ended=device.sounds_ended(),
    )


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _unsolved(run: _Run, sound: str) -> Iterator[str]:
    if run.coverage < 1.0:
        yield f"With {sound} sound the oracle scores {run.coverage:.3f}. {run.problem}".strip()


def _named(twin: Twin) -> str:
    return twin.task.id
