"""Dependence between nodes: whether the changes of one node can affect the conditions of another.

What a node may do to the user's data is declared, and that it does nothing else is proved of its subtask alone (the
proof "frame"). So a node whose effects are elsewhere cannot bring about what a condition on the user's data asks for,
and need not be played to see that it does not. Of conditions on anything else (the screen, a window, the clipboard, an
answer) nothing is known, and of what any work leaves behind everybody is the author.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Hashable, Iterator, Mapping, MutableMapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from omnigym.actions import Action
from omnigym.devices.protocol import Platform
from omnigym.devices.userdata import Row, UserData
from omnigym.documents.archives import read_zip
from omnigym.errors import UnreadableError
from omnigym.evaluation.bound_check import effects_of
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.matching import column_fits
from omnigym.evaluation.world.effects import Effect, matches
from omnigym.evaluation.world.side_effects import damage
from omnigym.evaluation.world.traces import traces_of
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.rollout import Mark, Stage, oracle_order

__all__ = ["Effects", "bears_on", "does", "likeness", "paid_early", "waits_for"]


#: What is done to the user's data, or has to be; None where it may be anything.
Effects: TypeAlias = tuple[Effect, ...] | None
_TABLE, _SETTING = "content://", "setting:"
#: In such folders apps keep the tables that are addressed otherwise: ``content://todo/tasks`` is in AppData/Local/ToDo.
_OF_APPS, _OF_PHONE, _HIDDEN = "/appdata", "/data/data", "/."


def does(node: BoundNode) -> Effects:
    """Return the changes that a node may make; None if unknown."""
    if node.effects is None:
        return None
    conditions = [c for part in node.parts for c in part.conditions]
    return (*node.effects, *[e for c in conditions for e in effects_of(c)])


def waits_for(node: BoundNode) -> Effects:
    """Return the changes that complete a node; None if they are not in the user's data alone."""
    found: list[Effect] = []
    for leaf in _leaves([c for part in node.parts for c in part.conditions]):
        effects = effects_of(leaf)
        if not effects:
            return None
        found += effects
    return tuple(found)


def bears_on(done: Effects, awaited: Effects, data: UserData, platform: Platform) -> bool:
    """Return whether the changes of one node may be those for which another one waits.

    Args:
        done: Of the one, as `does` says.
        awaited: Of the other, as `waits_for` says.
        data: The user's data of their device.
        platform: Its platform, some of whose traces may be what is awaited.
    """
    if done is None or awaited is None:
        return True
    wanted = [(e, _place(e, data)) for e in awaited]
    placed = [(e, _place(e, data)) for e in done]
    if any(_meet(at, place) and (not _same_table(e, d) or _may_be(e, d)) for e, at in wanted for d, place in placed):
        return True
    left = [(t, _place(t, data)) for t in traces_of(platform)]
    return any(
        e.how == t.how and _table(at) == _table(place) and _meet(at, place) and (not _same_table(e, t) or _may_be(e, t))
        for e, at in wanted
        for t, place in left
    )


def likeness(nodes: Sequence[BoundNode]) -> Hashable:
    """Return the properties that several nodes share with others that do the same to other objects.

    Equal for the same subtasks in the same order, with parameters of which the same ones are equal.
    """
    values = [str(node.parameters[name]).casefold() for node in nodes for name in sorted(node.parameters)]
    first = {value: n for n, value in reversed([*enumerate(values)])}
    return tuple([n.subtask.id for n in nodes]), tuple([first[v] for v in values])


def _leaves(conditions: Sequence[Condition]) -> Iterator[Condition]:
    """The conditions without those that combine others."""
    for condition in conditions:
        of = condition.args.get("of")
        inner = [of] if isinstance(of, Condition) else [c for c in of or () if isinstance(c, Condition)]
        yield from _leaves(inner) if inner else [condition]


def _place(effect: Effect, data: UserData) -> str:
    """Where an effect is, in one spelling; of a table that shows another one's records that one."""
    if effect.at.startswith(_TABLE):
        info = data.tables.get(effect.at)
        return info.of or effect.at if info is not None else effect.at
    return effect.at if effect.at.startswith(_SETTING) else data.place(effect.at)


def _table(place: str) -> bool:
    return place.startswith(_TABLE)


@lru_cache(maxsize=65536)
def _meet(one: str, other: str) -> bool:
    """Whether two places are the same, or one is within the other."""
    if _table(one) != _table(other):
        path, table = (other, one) if _table(one) else (one, other)
        named = any(name in path for name in table.removeprefix(_TABLE).casefold().split("/"))
        whole = path.partition("*")[0].rstrip("/").endswith((_OF_APPS, f"{_OF_APPS}/local"))
        return _OF_PHONE in path or (_OF_APPS in path and (named or whole)) or (_HIDDEN in path and named)
    if "*" in one and "*" in other:
        heads = one.partition("*")[0].casefold(), other.partition("*")[0].casefold()
        return heads[0].startswith(heads[1]) or heads[1].startswith(heads[0])
    return any(matches(a, b) or matches(a, f"{b}/*") for a, b in ((one, other), (other, one)))


def _same_table(one: Effect, other: Effect) -> bool:
    """Whether two effects speak of the rows of one table by the same names of columns."""
    return one.at == other.at and one.at.startswith(_TABLE)


def _may_be(awaited: Effect, done: Effect) -> bool:
    """Whether what is done to a table may be, or help to be, what is awaited there.

    A row that comes has the values that it was given; one that is changed can only become what is awaited, or no longer
    be it, in the columns that are changed.
    """
    columns = {*awaited.row, *(awaited.parts if awaited.how == "change" else ())}
    if done.how == "change" and not any(matches(c, p) for c in columns or "*" for p in done.parts):
        return False
    gone = awaited.how == "remove"
    if gone and done.how == "add":
        return False
    return _agree(awaited.row, done.was if gone and done.how == "change" else done.row)


def _agree(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Whether one row may have the values of both; of values that are no text or number nothing is known."""
    return not any(_differ(value, other[name]) for name, value in one.items() if name in other)


def _differ(one: object, other: object) -> bool:
    texts = [str(int(v)) if isinstance(v, bool) else str(v) for v in (one, other) if isinstance(v, str | int | float)]
    return len(texts) == 2 and not (column_fits(texts[0], other, True) or column_fits(texts[1], one, True))


# -- reordered --------------------------------------------------------------------------------------------------------

# Runs that do a step before the one that it has to wait for, derived for each edge of a task (the proof "order").
#
# An edge says that a node works on what another one leaves. A run that does it before has worked on what was there
# earlier: it has sent the file and then edited it. So it must not score 1.0, unless nothing differs at its end from
# what the oracle leaves. The step is done first and then the others in their order, without it, and with it once
# more.

#: A moment in an id, a name or a text: a time stamp with what makes it unique, or a date with a time.
_MOMENT = re.compile(
    r"<?\d{10,}(?:\.\d+)?(?:@[\w.-]+>?)?"
    r"|\b\d{4}-\d\d-\d\d[T ]\d\d:?\d\d(?::?\d\d)?(?:\.\d+)?Z?"
    r"|\b\w{3}, \d\d? \w{3} \d{4} \d\d:\d\d:\d\d(?: [+-]\d{4})?"
)
#: What a file holds, in a record.
_DIGEST = re.compile(r"\b[0-9a-f]{16}\b")


def paid_early(stage: Stage, after: UserData | None, known: MutableMapping[Hashable, bool] | None = None) -> str:
    """Return why a reordered run scores 1.0 although its final state differs from the oracle's; "" if none does.

    Steps that cannot be done first are passed over, and tasks of several devices.

    Args:
        stage: The task's; it is played on.
        after: The user's data after the oracle; None where the device cannot tell.
        known: What was found of tasks alike, as of `omnigym.tasks.proofs.verify.verify_task`.
    """
    task = stage.task
    if after is None or task.host is not None or len(task.device_names) > 1:
        return ""
    order = oracle_order(task)
    for node in dict.fromkeys(v for _, v in task.edges):
        alike = ("order", likeness([task.bound[n] for n in order]), tuple(task.dag.edges), order.index(node))
        if known is not None and known.get(alike) is False:
            continue
        why = _paid_early(stage, after, node)
        if known is not None:
            known[alike] = bool(why)
        if why:
            return why
    return ""


def _paid_early(stage: Stage, after: UserData, node: str) -> str:
    others = [n.id for n in stage.task.nodes if n.id != node]
    marks: list[Mark | None] = []
    first = stage.play(_marked(stage, others, marks), ends=False)
    if first.problem or not marks:
        return ""
    for left_out in ([node], []):
        rest = stage.oracle(leave_out=left_out, forgive=not left_out)  # what is done already may fail the second time
        if marks[0] is not None:
            outcome = stage.play(rest, start=marks[0], ends=False)
        else:
            outcome = stage.play(_chained(_marked(stage, others, []), rest), ends=False)
        now = stage.user_data()
        if (
            outcome.coverage == 1.0
            and now is not None
            and (left := _left(after, now, stage.platform, contents=bool(left_out)))
        ):
            more = "" if left_out else " and once more in its place"
            return f"Node {node!r} is done first{more}, and 1.0 is scored with another end than the oracle's: {left}."
        if outcome.coverage == 1.0:
            break  # nothing was left to be done, so who does it once more changes what is paid already
    return ""


def _marked(stage: Stage, others: list[str], marks: list[Mark | None]) -> Iterator[Action]:
    """One oracle alone; where it ends well a mark is put to a list."""
    yield from stage.oracle(leave_out=others)
    marks.append(stage.mark())


def _left(after: UserData, now: UserData, platform: Platform, *, contents: bool) -> str:
    """The first thing that a person would see to be other than after the oracle, whenever it was made; or "".

    Args:
        after: After the oracle.
        now: After the run.
        platform: The device's.
        contents: Whether to compare what is in files, and not only which there are: a step that was done again has the
            right contents, such as another screenshot.
    """
    traces = traces_of(platform)
    back = {(d.at, d.key) for d in damage(now, after, traces)}
    found = [d for d in damage(after, now, traces) if (d.at, d.key) in back]  # a trace in one direction is one in both
    gone = [(_timeless(after, d.at, d.before, contents), d) for d in found if d.how != "add"]
    come = [(_timeless(now, d.at, d.after, contents), d) for d in found if d.how != "remove"]
    for these, others in ((gone, come), (come, gone)):
        known = {thing for thing, _ in others}
        for thing, difference in these:
            if thing not in known:
                return str(difference)
    return ""


def _timeless(data: UserData, at: str, row: Row | None, contents: bool) -> Hashable:
    """A row or a file without the moment at which it was made, as it stands in ids, names and times."""
    place = _MOMENT.sub("#", at)
    if row is not None:
        key = data.tables[at].key if at in data.tables else ""
        values = {name: value if contents else _DIGEST.sub("#", value) for name, value in row.items() if name != key}
        return place, tuple(sorted((name, _MOMENT.sub("#", value)) for name, value in values.items()))
    content = data.read(at) if contents else None
    if content is None:
        return place, data.entry(at) if contents else None
    if at.endswith(".zip"):  # it has the times of its files
        with contextlib.suppress(UnreadableError):
            return place, tuple(sorted((name, member.content) for name, member in read_zip(content).items()))
    return place, _MOMENT.sub("#", content.decode("utf-8", "replace"))


def _chained(first: Iterator[Action], second: Iterator[Action]) -> Iterator[Action]:
    yield from first
    yield from second
