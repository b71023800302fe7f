"""Runs that do a step before the one that it has to wait for, derived for each edge of a task (the proof "order").

An edge says that a node works on what another one leaves. A run that does it before has worked on what was there
earlier: it has sent the file and then edited it. So it must not score 1.0, unless nothing differs at its end from what
the oracle leaves. The step is done first and then the others in their order, without it, and with it once more.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Hashable, Iterator, MutableMapping

from omnigym.actions import Action
from omnigym.devices.protocol import Platform
from omnigym.devices.userdata import Row, UserData
from omnigym.documents.archives import read_zip
from omnigym.errors import UnreadableError
from omnigym.evaluation.world.frame import damage
from omnigym.evaluation.world.traces import traces_of
from omnigym.tasks.bearing import likeness
from omnigym.tasks.rollout import Mark, Stage, oracle_order

__all__ = ["paid_early"]

#: A moment in an id, a name or a text: a time stamp with what makes it unique, or a date with a time.
_MOMENT = re.compile(
    r"<?\d{10,}(?:\.\d+)?(?:@[\w.-]+>?)?"
    r"|\b\d{4}-\d\d-\d\d[T ]\d\d:?\d\d(?::?\d\d)?(?:\.\d+)?Z?"
    r"|\b\w{3}, \d\d? \w{3} \d{4} \d\d:\d\d:\d\d(?: [+-]\d{4})?"
)
#: What a file holds, in a record.
_DIGEST = re.compile(r"\b[0-9a-f]{16}\b")


def paid_early(stage: Stage, after: UserData | None, known: MutableMapping[Hashable, bool] | None = None) -> str:
    """Why a reordered run scores 1.0 though it leaves something else than the oracle; "" if none does.

    Steps that cannot be done first are passed over, and tasks of several devices.

    Args:
        stage: The task's; it is played on.
        after: The user's data after the oracle; None where the device cannot tell.
        known: What was found of tasks alike, as of `omnigym.tasks.verify.verify_task`.
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
