"""Whether one node's doing can have to do with what another one waits for.

What a node may do to the user's data is declared, and that it does nothing else is proved of its subtask alone (the
proof "frame"). So a node whose effects are elsewhere cannot bring about what a condition on the user's data asks for,
and need not be played to see that it does not. Of conditions on anything else (the screen, a window, the clipboard, an
answer) nothing is known, and of what any work leaves behind everybody is the author.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from omnigym.devices.protocol import Platform
from omnigym.devices.userdata import UserData
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.fold import effects_of
from omnigym.evaluation.matching import column_fits
from omnigym.evaluation.world.effects import Effect, matches
from omnigym.evaluation.world.traces import traces_of
from omnigym.tasks.binding import BoundNode

__all__ = ["Effects", "bears_on", "does", "likeness", "waits_for"]

#: What is done to the user's data, or has to be; None where it may be anything.
Effects: TypeAlias = tuple[Effect, ...] | None
_TABLE, _SETTING = "content://", "setting:"
#: In such folders apps keep the tables that are addressed otherwise: ``content://todo/tasks`` is in AppData/Local/ToDo.
_OF_APPS, _OF_PHONE, _HIDDEN = "/appdata", "/data/data", "/."


def does(node: BoundNode) -> Effects:
    """What a node may do; None where nobody knows."""
    if node.effects is None:
        return None
    conditions = [c for part in node.parts for c in part.conditions]
    return (*node.effects, *[e for c in conditions for e in effects_of(c)])


def waits_for(node: BoundNode) -> Effects:
    """What has to be done for a node to complete; None where that is not in the user's data alone."""
    found: list[Effect] = []
    for leaf in _leaves([c for part in node.parts for c in part.conditions]):
        effects = effects_of(leaf)
        if not effects:
            return None
        found += effects
    return tuple(found)


def bears_on(done: Effects, awaited: Effects, data: UserData, platform: Platform) -> bool:
    """Whether what one node does may be what another one waits for.

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
    """What several nodes have in common with others that do the same to other things.

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


def _agree(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether one row may have the values of both; of values that are no text or number nothing is known."""
    return not any(_differ(value, other[name]) for name, value in one.items() if name in other)


def _differ(one: object, other: object) -> bool:
    texts = [str(int(v)) if isinstance(v, bool) else str(v) for v in (one, other) if isinstance(v, str | int | float)]
    return len(texts) == 2 and not (column_fits(texts[0], other, True) or column_fits(texts[1], one, True))
