"""From drafts to proved subtasks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import Draft, Proposer
from omnigym.benchmarks.omnibench.synthesis.discovery.grounding import Refused, ground
from omnigym.benchmarks.omnibench.synthesis.discovery.storage import COLLECTION
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import OmnigymError
from omnigym.tasks.proofs.verify import Strangers, verify_task
from omnigym.tasks.setup import Launch
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["Judged", "discover", "tasks_of"]

#: Besides from the fresh desktop a subtask is proved with another app in front, and with its own already open.
_ELSEWHERE = "calculator"
Progress: TypeAlias = Callable[["Judged"], object]


@dataclass(frozen=True, slots=True)
class Judged:
    """A draft, and what became of it.

    Attributes:
        draft: The draft.
        subtask: The proved subtask; None where it was refused.
        why: Why it was refused.
    """

    draft: Draft
    subtask: Subtask | None = None
    why: str = ""


def discover(proposer: Proposer, apps: Iterable[str], device: SimDevice, *, tries: int = 1000) -> Iterator[Judged]:
    """Propose subtasks of apps, and prove them; what two drafts of an app have in common counts once.

    Args:
        proposer: Says what might be asked for.
        apps: The apps, by omnigym's names.
        device: On which it is tried. It must not be the one that the proposer explores.
        tries: The most drafts of one app.

    Raises:
        UnknownNameError: There is no such app.
    """
    kept: list[Subtask] = []
    for app in apps:
        known: set[Hashable] = set()
        for number, draft in zip(range(tries), proposer.propose(app), strict=False):
            judged = _judged(draft, device, f"{COLLECTION}/{app.replace('_', '-')}-{number}", kept, known)
            if judged.subtask is not None:
                kept.append(judged.subtask)
                known.add(judged.subtask.conditions)
            yield judged


def _judged(draft: Draft, device: SimDevice, id_: str, kept: list[Subtask], known: set[Hashable]) -> Judged:
    try:
        found = ground(draft, device, id_, COLLECTION)
        if found.conditions in known:
            return Judged(draft, why="another draft comes to the same")
        strangers = Strangers([t for s in kept[-40:] for t in tasks_of(s)[:1]])
        good, why = [], ""
        for values in found.parameters:
            fault = _fault(replace(found, parameters=(values,)), device, strangers)
            good += [] if fault else [values]
            why = why or fault
    except (Refused, OmnigymError) as e:
        return Judged(draft, why=str(e))
    if len(good) < 1:
        return Judged(draft, why=why)
    return Judged(draft, replace(found, parameters=tuple(good)))


def _fault(one: Subtask, device: SimDevice, strangers: Strangers) -> str:
    """Why a subtask of one parameter set is not proved, from three starts (OmniBench B.2); "" where it is."""
    (task,) = tasks_of(one)
    for setup in ((), (Launch(one.app), Launch(_ELSEWHERE)), (Launch(_ELSEWHERE), Launch(one.app))):
        proof = verify_task(replace(task, setup=setup), device, strangers if not setup else None)
        if not proof.holds:
            failed = proof.failures[0]
            return f"{failed.name}: {failed.message}"
    return ""


def tasks_of(subtask: Subtask) -> tuple[Task, ...]:
    """A task of one node for each parameter set; the subtask goes with it, so it need not be registered."""
    return tuple(
        Task(
            id=f"{subtask.id}@{n}",
            nodes=(TaskNode("1", subtask.id, values),),
            suite=subtask.collection,
            definitions=(subtask,),
        )
        for n, values in enumerate(subtask.parameters)
    )
