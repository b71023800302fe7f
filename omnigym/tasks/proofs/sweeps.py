"""The run that tries the values of a choice one after another, the wanted one among them.

A subtask's parameter sets say which values there are, and its oracle sets each of them. So whoever can do the task with
every value does, without reading which one is asked for: two others first, then the wanted one, then another one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from omnigym.actions import Action
from omnigym.errors import OracleError, TaskFileError
from omnigym.evaluation.graph import EvalNode
from omnigym.evaluation.world.difference import differences
from omnigym.tasks.oracle import UI
from omnigym.tasks.rollout import Outcome, Stage

__all__ = ["choices_in", "swept"]

#: So many other values are tried before the wanted one: one of them may be a correction.
_BEFORE = 2


def choices_in(
    sets: Sequence[Mapping[str, object]], wanted: Mapping[str, object], implied: Collection[str] = ()
) -> Mapping[str, list[Mapping[str, object]]]:
    """Return the parameters with other values of each parameter that has at least two.

    Args:
        sets: The parameter sets.
        wanted: The parameters of the task.
        implied: Parameters that follow from others, so that they change along.

    >>> choices_in([{"a": 1, "b": 1, "c": 5}, {"a": 2, "b": 1, "c": 6}, {"a": 3, "b": 2, "c": 7}],
    ...            {"a": 1, "b": 1, "c": 5}, ("c",))
    {'a': [{'a': 2, 'b': 1, 'c': 6}, {'a': 3, 'b': 1, 'c': 7}]}
    """
    others: dict[str, dict[str, Mapping[str, object]]] = {}
    for values in sets:
        for name in values.keys() & wanted.keys() - set(implied):
            if values[name] != wanted[name] and type(values[name]) is type(wanted[name]):
                along = {n: values[n] for n in implied if n in values}
                others.setdefault(name, {}).setdefault(repr(values[name]), {**wanted, **along, name: values[name]})
    return {name: list(others[name].values()) for name in wanted if len(others.get(name, ())) >= _BEFORE}


def swept(stage: Stage) -> Iterator[tuple[str, Outcome]]:
    """Play a one-node task for each parameter with a choice; yield the parameter and the outcome.

    Only runs are yielded in which each value changed what the task may change, and none of the others did the task. A
    node that leaves nothing behind but what a window shows has no value to compare, and is left out.

    Args:
        stage: The task's.
    """
    task = stage.task
    subtask, node = task.subtasks[0], task.nodes[0]
    if len(task.nodes) > 1 or subtask.oracle is None or not any(_chooses(n) for n in task.graph.nodes):
        return
    for name, others in choices_in(subtask.parameters, node.parameters, subtask.implied).items():
        before, last = others[:_BEFORE], others[_BEFORE] if len(others) > _BEFORE else others[0]
        tried: list[bool] = []
        outcome = stage.play(_values(stage, [*before, node.parameters, last], tried), ends=False)
        if len(tried) == _BEFORE + 2 and not any(tried[:_BEFORE]):
            yield name, outcome


def _chooses(node: EvalNode) -> bool:
    return bool(node.settings or node.choices.changes)


def _values(stage: Stage, sets: Sequence[Mapping[str, object]], tried: list[bool]) -> Iterator[Action]:
    """The oracle with one set of parameters after another.

    Args:
        stage: Where it is played.
        sets: The parameters.
        tried: Gets, for each of them that made it other than before and at the start, whether the task was complete.
    """
    subtask = stage.task.subtasks[0]
    assert subtask.oracle is not None
    start = stage.user_data()
    about = [e.at for node in stage.task.graph.nodes for e in node.effects or () if e.how == "change"]
    for parameters in sets:
        before = stage.user_data()
        try:
            yield from subtask.oracle(UI(stage.acting, subtask.app), **parameters)
        except (OracleError, TaskFileError):
            return
        after = stage.user_data()
        if start is None or before is None or after is None:
            return
        at = {after.place(place) if ":" not in place else place for place in about}
        if not all(any(d.at in at for d in differences(then, after)) for then in (before, start)):
            return  # it is no value of this task's
        tried.append(stage.evaluator.done)
        if stage.evaluator.done and len(tried) <= _BEFORE:
            return
