"""The writer without a model: another way where one does not lead there, another check where one judges wrongly."""

from __future__ import annotations

from dataclasses import replace

from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import Draft, DraftStep
from omnigym.benchmarks.omnibench.synthesis.discovery.grounding import DraftRefusal
from omnigym.benchmarks.omnibench.synthesis.evaluations.candidates import shortest
from omnigym.benchmarks.omnibench.synthesis.evaluations.synthesising import candidates_of
from omnigym.benchmarks.omnibench.synthesis.evaluations.traces import TraceRun, oracle_of, play
from omnigym.benchmarks.omnibench.synthesis.refining.judging import Feedback, task_of
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.condition import Condition
from omnigym.tasks.subtask import Subtask

__all__ = ["RuleWriter"]


class RuleWriter:
    """Its first check is the shortest that the trajectory passes; each run that it judges wrongly it remembers.

    Args:
        device: On which runs are played; not the one that judges.
    """

    def __init__(self, device: SimDevice) -> None:
        self._device = device
        self._draft: Draft | None = None
        self._ways: list[tuple[DraftStep, ...]] = []
        self._good: list[tuple[TraceRun, int]] = []
        self._bad: list[TraceRun] = []

    def steps(self, draft: Draft, feedback: Feedback | None) -> tuple[DraftStep, ...]:
        """As of `omnigym.benchmarks.omnibench.synthesis.refining.refining.FunctionWriter`."""
        if draft is not self._draft or feedback is None:
            self._draft, self._ways, self._good, self._bad = draft, _ways(draft.steps), [], []
        if not self._ways:
            raise DraftRefusal(
                "No other way is known." if feedback is None else f"No other way is known. {feedback.message}"
            )
        return self._ways.pop(0)

    def conditions(self, subtask: Subtask, feedback: Feedback | None) -> tuple[Condition, ...]:
        """As of `omnigym.benchmarks.omnibench.synthesis.refining.refining.FunctionWriter`."""
        if feedback is not None and feedback.run is not None:
            if feedback.passes:
                self._good.append((feedback.run, feedback.parameters))
            else:
                self._bad.append(feedback.run)
        tasks = [task_of(subtask, n) for n in range(len(subtask.parameters))]
        own = [(TraceRun(f"set {n}", task, oracle_of(task)), n) for n, task in enumerate(tasks)]
        seen = [play(run, self._device, (), {}) for run, _ in own]
        if any(trace.lost for trace in seen):
            own, seen = own[:1], seen[:1]  # what is judged will say so
        candidates = candidates_of(subtask, seen)
        good = [play(run, self._device, candidates, subtask.parameters[n]) for run, n in (*own, *self._good)]
        bad = [play(run, self._device, candidates, subtask.parameters[0]) for run in self._bad]
        found, paid = shortest(candidates, good, [*bad, good[0].until("the start", 0)])
        if paid or not found:
            raise DraftRefusal("Nothing that the APIs see is common to the right runs alone.")
        return found


def _ways(steps: tuple[DraftStep, ...]) -> list[tuple[DraftStep, ...]]:
    """The steps as they are; with things known by their names alone; with double clicks for clicks at the end."""
    unkind = tuple([replace(s, kind="") if s.name else s for s in steps])
    last = (*unkind[:-1], replace(unkind[-1], do="double_click")) if unkind[-1].do == "click" else unkind
    return list(dict.fromkeys([steps, unkind, last]))
