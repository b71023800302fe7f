"""An evaluator that follows an episode step by step, and says nothing of it before the end.

It is for tasks in which a verdict on the way would be the answer: whether anything is asked for at all (OS-MAP's L5).
Until `finish` it looks as one that has checked nothing yet. Its progress is kept, so that order counts.
"""

from __future__ import annotations

from omnigym.devices.app_names import Devices
from omnigym.evaluation.evaluator import EvaluatorState, GraphEvaluator, NodeStatus, StepResult
from omnigym.evaluation.graph import EvalGraph, EvalNode
from omnigym.evaluation.judgement import Judge

__all__ = ["SilentEvaluator"]

_NOTHING = StepResult((), False)


class SilentEvaluator(GraphEvaluator):
    """A `GraphEvaluator` that reports the initial state until the end: no node complete, no side effect compared."""

    told = False

    def __init__(self, graph: EvalGraph, devices: Devices) -> None:
        #: By completed node: the number of the action that completed it, for records; of one that a snapshot held that
        #: of its end.
        self.moments: dict[str, int] = {}
        super().__init__(graph, devices)

    def reset(self, judge: Judge | None = None) -> None:
        """Begin an episode; see `GraphEvaluator.reset`."""
        self.moments.clear()
        super().reset(judge)

    def step(self) -> StepResult:
        """Check the Evaluating nodes after an action. The result says nothing."""
        super().step()
        return _NOTHING

    def finish(self, *, damage: bool = True) -> StepResult:
        """End the episode; the result has all nodes that were completed in it, at the first call."""
        known = set() if not self.told else {n.id for n, s in self._nodes() if s is NodeStatus.COMPLETED}
        super().finish(damage=damage)
        self.tell()
        more = [n.id for n, s in self._nodes() if s is NodeStatus.COMPLETED and n.id not in known]
        return StepResult(tuple(more), self.done)

    def tell(self) -> None:
        """Report the progress from now on: the episode has ended."""
        self.told = True
        self._advance()

    def restore(self, state: EvaluatorState) -> None:
        """Continue from a snapshot, in silence."""
        self.told = False
        super().restore(state)

    def _advance(self) -> None:
        super()._advance()
        for node, state in zip(self.graph.nodes, self._state.nodes, strict=True):
            if state.status is NodeStatus.COMPLETED:
                self.moments.setdefault(node.id, self._actions)
        if not self.told:
            self.done, self.coverage = False, 0.0

    @property
    def statuses(self) -> tuple[NodeStatus, ...]:
        """The status of each node at the start; at the end that of now."""
        return super().statuses if self.told else tuple([n.status for n in self._initial.nodes])

    @property
    def progress(self) -> float:
        """The value of `GraphEvaluator`; 0 before the end."""
        return super().progress if self.told else 0.0

    @property
    def score(self) -> float:
        """The value of `GraphEvaluator`; 0 before the end."""
        return super().score if self.told else 0.0

    def _nodes(self) -> list[tuple[EvalNode, NodeStatus]]:
        return list(zip(self.graph.nodes, self.statuses, strict=True))
