"""The proof "told": the contents of an instruction, parsed back from its words alone.

An agent knows of a task what its instruction says and what it sees, so whatever the conditions ask for must be in one
of them. Templates are read backwards: the sentence of each node is looked for in the text, and its parameters with it.
A text that somebody wrote freely has no such sentences; there each value must occur.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.userdata import UserData
from omnigym.errors import UnreadableError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.matching import column_fits
from omnigym.evaluation.world.effects import Effect
from omnigym.tasks.briefing import briefing_text
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.proofs.changes import RunChanges
from omnigym.tasks.proofs.roles import (
    crossed_roles,
    exchanged_ends,
    missing_sources,
    other_order,
    other_places,
    swapped_roles,
)
from omnigym.tasks.proofs.spans import contradictions, left_over, spans_of
from omnigym.tasks.proofs.unjudged_requests import beyond, conditions_of
from omnigym.tasks.proofs.word_differences import idle_word, unshown_condition
from omnigym.tasks.registry import is_registered
from omnigym.tasks.rollout import Mark, Stage
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task
from omnigym.tasks.templates import names_in, unify

__all__ = ["faults_of_telling", "faults_of_words"]

#: What stands in quotation marks, and what is the name of a file.
_QUOTED = re.compile(r"(?<!\w)'([^']+)'(?!\w)")
_FILE = re.compile(r"(?<![\w/.])[\w-]+\.(?:txt|md|docx|odt|xlsx|ods|csv|pptx|odp|pdf|png|jpg|wav|zip|html)\b")
#: A parameter in a template, and what stands for one while quotations are looked for.
_NAME, _FILLED = re.compile(r"\{\w+\}"), "__"


def faults_of_telling(task: Task, start: UserData | None) -> Iterator[str]:
    """Yield the faults of a task's instruction, as sentences.

    Args:
        task: The task; the instruction of one with a host is the host's, and not judged.
        start: The user's data at the start; None where the device cannot tell, and what is there is not looked at.
    """
    if task.host is not None:
        return
    if task.level == "L1":  # operations are said, and no goal: they are proved by whoever does what they say
        for node in task.bound.values():
            yield from _leaks(node, task.instruction)
        return
    if task.briefing:
        yield from _told_too_early(task)
        task = replace(task, instruction=briefing_text(task), briefing="")
    spans = spans_of(task)
    for node in task.bound.values():
        told = node.id in spans
        yield from _parameters(node, "" if told else task.instruction, _told_by_others(task, node))
        yield from _idle_parameters(node)
        if told:
            yield from _idle_words(_NAME.sub(_FILLED, node.subtask.instruction), [node], start)
            if not (node.subtask.heard or node.subtask.watched):  # it says what to do in each case, and one is judged
                yield from beyond(node.subtask.instruction, [node])
        yield from _leaks(node, task.instruction)
        if start is not None:
            yield from _missing(task, node, start)
    if len(spans) < len(task.nodes):
        apart = [n.instruction for n in task.bound.values() if n.id in spans]  # judged by themselves already
        yield from _idle_words(task.instruction, tuple(task.bound.values()), start, apart)
    yield from left_over(task, spans)
    yield from contradictions(task, spans)
    if start is not None:
        for n in task.graph.nodes:
            yield from [f"Node {n.id!r}: {fault}" for fault in _twins(n.effects or (), start)]


def faults_of_words(stage: Stage, mark: Mark | None, start: UserData, after: UserData) -> Iterator[str]:
    """Yield the words of a task's instruction that make no difference to its checks, as sentences.

    The words of a registered subtask are proved of a task of it alone.

    Args:
        stage: Where the task's oracle was played.
        mark: The state after it; None where the device has no snapshots.
        start, after: The user's data before and after it.
    """
    task = stage.task
    if task.host is not None or task.level == "L1" or task.briefing:
        return
    spans, nodes = spans_of(task), list(task.bound.values())
    alone, run = len(nodes) == 1, RunChanges(start, after)
    for node in nodes:
        if node.subtask.heard or node.subtask.watched or not (alone or not is_registered(node.subtask)):
            continue
        if node.id in spans:
            yield from unshown_condition(node.subtask.instruction, [node])
            yield from idle_word(node.subtask.instruction, [node], stage, mark, run)
        yield from crossed_roles(node)
        yield from other_order(node)
        yield from missing_sources(node, start)
        if alone:
            yield from exchanged_ends(node, run)
            yield from other_places(node, run)
            yield from swapped_roles(stage, mark, node, start)
    if len(spans) < len(nodes) and not any(n.subtask.heard or n.subtask.watched for n in nodes):
        yield from unshown_condition(task.instruction, nodes)
        yield from idle_word(task.instruction, nodes, stage, mark, run)


def _told_too_early(task: Task) -> Iterator[str]:
    """What an instruction says of what its briefing is to say, so that nobody need read that."""
    for node in task.bound.values():
        for name in sorted(_judged(node.subtask)):
            value = node.parameters[name]
            if str(value).strip() and _says(task.instruction, value):
                said = f"Node {node.id!r}: the instruction says {name} = {value!r} before the briefing does."
                yield f"{said} Leave it out."


# -- parameters -------------------------------------------------------------------------------------------------------


def _told_by_others(task: Task, node: BoundNode) -> frozenset[str]:
    """What is known after the nodes before this one (CRAB 4.4): an instruction names it, and does not say it."""
    before = [task.bound[task.dag.ids[i]] for i in task.dag.ancestors[task.dag.index[node.id]]]
    return frozenset([str(b.parameters["output"]) for b in before if b.subtask.output and "output" in b.parameters])


def _parameters(node: BoundNode, free: str, known: frozenset[str]) -> Iterator[str]:
    """Parameters of which a condition asks for what nobody said.

    Args:
        node: The node.
        free: The task's instruction, if the node's own sentence is not in it; else "".
        known: What other nodes tell.
    """
    own, said = node.subtask, names_in(node.subtask.instruction)
    other = unify(own.instruction, free) if free else None
    told = {*own.heard, *own.watched}
    for name in sorted(_judged(own) - set(own.implied) - told):
        value = node.parameters[name]
        if value in known:
            continue
        if other is not None and name in other and not _same(other[name], value):
            yield f"Node {node.id!r}: the instruction says {other[name]!r}, the conditions have {name} = {value!r}."
        elif (free or name not in said) and not _says(free or node.instruction, value):
            yield (
                f"Node {node.id!r}: the conditions need {name} = {value!r}, and the instruction does not say it. "
                "Say it, or declare it as implied."
            )
    for values in own.parameters:
        if all(values.get(n) == node.parameters[n] for n in said | told):
            for name in (_judged(own) & set(own.implied)) - _given(own):  # what is there at the start tells those
                if name in values and values[name] != node.parameters[name]:
                    got = f"{values[name]!r} and {node.parameters[name]!r}"
                    yield f"Node {node.id!r}: the same words stand for {name} = {got}. Tell them apart."


def _given(own: Subtask) -> frozenset[str]:
    """The parameters that say what is there at the start."""
    steps = (*own.setup, *[s for n in own.needs for s in n.unless_provided])
    return names_in([*map(repr, steps), *[n.resource.value for n in own.needs]])


def _judged(own: Subtask) -> frozenset[str]:
    """The parameters that occur in the conditions of a subtask."""
    return frozenset().union(*[names_in(v) for c in _conditions(own) for v in _values(c)])


def _conditions(own: Subtask) -> tuple[Condition, ...]:
    return (*own.conditions, *[c for p in own.parts for c in p.conditions])


def _values(condition: Condition) -> Iterator[object]:
    """The arguments of a condition, those inside combinators too."""
    for name, value in condition.args.items():
        if name != "of":
            yield value
            continue
        for inner in value if isinstance(value, list | tuple) else (value,):
            yield from _values(inner)


def _same(text: str, value: object) -> bool:
    return _plain(text) == _plain(str(value))


def _plain(text: str) -> str:
    return " ".join(text.replace("\\", "/").split()).casefold()


def _says(text: str, value: object) -> bool:
    """Whether a text has a value in it as a word or words of its own; of a path each of its names."""
    if isinstance(value, list | tuple):
        return all(_says(text, v) for v in value)
    if isinstance(value, Mapping):
        return all(_says(text, v) for v in value.values())
    said, wanted = _plain(text), _plain(f"{value:g}" if isinstance(value, float) else str(value))
    names = [name for name in wanted.split("/") if name] if "/" in wanted else [wanted]
    return all(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said) for name in names if name)


# -- words that nothing depends on ------------------------------------------------------------------------------------


def _idle_parameters(node: BoundNode) -> Iterator[str]:
    """What the instruction says without any condition, or anything that is put in place, depending on it.

    Of a subtask with implied parameters nobody can tell: they may follow from any of its words.
    """
    own = node.subtask
    for name in sorted(names_in(own.instruction) - _judged(own) - _given(own)) if not own.implied else ():
        yield f"Node {node.id!r}: the instruction says {name}, and no condition depends on it. Check it or drop it."


def _idle_words(
    text: str, nodes: Sequence[BoundNode], start: UserData | None, apart: Sequence[str] = ()
) -> Iterator[str]:
    """What a text quotes and neither the conditions of its nodes nor what is there know of.

    Args:
        text: The text.
        nodes: The nodes that it tells of.
        start: The user's data at the start; None where the device cannot tell.
        apart: Sentences in it that are not judged here.
    """
    if any(n.subtask.implied for n in nodes):
        return
    known = _plain(repr([_literals(n) for n in nodes]) + " ".join(apart))
    for found in (*_QUOTED.findall(text), *_FILE.findall(text)):
        if _FILLED not in found and _plain(found) not in known and (start is None or not _is_there(found, start)):
            yield f"The instruction speaks of {found!r}, which neither is there nor is checked."


def _literals(node: BoundNode) -> list[object]:
    values = [v for c in conditions_of(node) for v in _values(c)]
    return [values, node.setup, node.needs, dict(node.parameters)]


def _is_there(name: str, start: UserData) -> bool:
    wanted = _plain(name).rpartition("/")[2]
    return any(place.rstrip("/").endswith(wanted) for place in start.files()) or any(
        wanted in _plain(value) for row in _rows_of(start, start.tables) for value in row.values()
    )


def _rows_of(start: UserData, addresses: Iterable[str]) -> Iterator[Mapping[str, str]]:
    for address in addresses:
        try:
            yield from start.rows(address)
        except UnreadableError:
            continue


# -- answers ----------------------------------------------------------------------------------------------------------


def _leaks(node: BoundNode, text: str) -> Iterator[str]:
    for part in node.parts:
        for condition in part.conditions:
            wanted = str(condition.args.get("text", ""))
            if condition.check.startswith("answer_") and _says(text, wanted):
                yield f"Node {node.id!r}: the answer, {wanted!r}, stands in the instruction."


# -- what must be there -----------------------------------------------------------------------------------------------


def _missing(task: Task, node: BoundNode, start: UserData) -> Iterator[str]:
    """Needs that no other node, no setup and nothing that is there meets."""
    for need in node.needs:
        kind, value = need.resource.kind, need.resource.value
        if task.provider(node.id, need) is not None:
            continue
        if kind.startswith("clipboard"):
            there = start.clipboard != ClipboardContent()
        else:
            there = bool(need.unless_provided) or start.entry(start.place(value)) is not None or _is_there(value, start)
        if not there:
            yield f"Node {node.id!r}: nobody provides the {kind.replace('_', ' ')} {value!r}. Let the setup make it."


def _known(effect: Effect) -> Mapping[str, Any]:
    """The values by which a row is known that is removed or changed; some of a changed row's are those that it gets."""
    if effect.how == "remove":
        return effect.row
    return {**effect.row, **effect.was} if effect.was else {}


# -- twins ------------------------------------------------------------------------------------------------------------


def _twins(effects: Sequence[Effect], start: UserData) -> Iterator[str]:
    """Records of which one is meant, and that cannot be told apart by what the conditions know of them."""
    for effect in effects:
        if effect.most != 1 or effect.how == "add" or effect.at not in start.tables:
            continue
        rows, told = list(_rows_of(start, [effect.at])), _known(effect)
        for name, value in told.items():
            fitting = [row for row in rows if name in row and column_fits(row[name], value, True)]
            if fitting or name in effect.was or effect.how == "remove":  # else it is what the row becomes
                rows = fitting
        if told and len(rows) > 1:  # where there is none, another node makes it
            yield f"{len(rows)} rows of {effect.at} have {told}. Say which one is meant."
