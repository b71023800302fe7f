"""The rewards, computed from the state of an evaluator before and after a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from omnigym.errors import ConfigError, UnknownNameError
from omnigym.evaluation.evaluator import GraphEvaluator

__all__ = ["REWARDS", "ProgressReward", "Reward", "RewardName", "SparseReward", "make_reward"]

RewardName: TypeAlias = Literal["completion", "coverage", "sparse", "progress"]


class Reward:
    """The default reward: the weight of each node completed at this step, w(s) = d(s) / sum of d (OmniBench 4.1).

    So the undiscounted return is the Coverage Rate. If a task has its own judge, the reward is the amount by which the
    judge's reward rose at this step. A reward object belongs to one environment.
    """

    def __init__(self) -> None:
        self._coverage = 0.0

    def reset(self, evaluator: GraphEvaluator) -> None:
        """Begin an episode.

        Args:
            evaluator: The evaluator at the start of the episode.
        """
        del evaluator
        self._coverage = 0.0

    def resume(self, evaluator: GraphEvaluator, coverage: float) -> None:
        """Continue in the middle of an episode whose task the evaluator alone judges.

        Args:
            evaluator: The evaluator as it is then.
            coverage: The Coverage Rate then, in [0, 1].
        """
        del evaluator
        self._coverage = coverage

    def step(self, evaluator: GraphEvaluator, coverage: float, *, ended: bool) -> float:
        """Return the reward of a step.

        Args:
            evaluator: The evaluator after the step.
            coverage: The Coverage Rate after the step, in [0, 1].
            ended: Whether the episode ends with this step.
        """
        del ended
        judgement = evaluator.judgement
        total = coverage if judgement is None else judgement.reward
        reward, self._coverage = total - self._coverage, total
        return reward


class SparseReward(Reward):
    """The sparse reward: 1 when the last node is completed, else 0."""

    def step(self, evaluator: GraphEvaluator, coverage: float, *, ended: bool) -> float:
        """Return 1.0 at the step that completes the last node, else 0.0."""
        del evaluator, ended
        reward = 1.0 if coverage >= 1.0 and self._coverage < 1.0 else 0.0
        self._coverage = coverage
        return reward


class CoverageReward(Reward):
    """The Coverage Rate (OmniBench 4.2), paid when the episode ends: the default reward without its moments.

    Use it as the control of the default reward: the undiscounted return is the same, and no step says which node it
    completed.
    """

    def step(self, evaluator: GraphEvaluator, coverage: float, *, ended: bool) -> float:
        """The Coverage Rate at the step that ends the episode, else 0.0."""
        del evaluator
        return coverage if ended else 0.0


class ProgressReward(Reward):
    """The default reward, shaped by a potential: r + gamma * phi(s') - phi(s) (Ng, Harada and Russell 1999).

    phi is the weighted progress of the nodes that are evaluated but not complete: the share of their conditions that
    passed, or of their milestones that were reached (`omnigym.evaluation.graph`). It is 0 at the end of every
    episode, however it ends (Grzes 2017). So the optimal policies are those of the default reward, and the discounted
    return is the default one minus phi at the start.

    Args:
        gamma: The discount factor of the learner.
    """

    def __init__(self, gamma: float) -> None:
        super().__init__()
        self._gamma = gamma
        self._potential = 0.0

    def reset(self, evaluator: GraphEvaluator) -> None:
        """Begin an episode. Its potential may be above 0, because a document is open already, for example."""
        super().reset(evaluator)
        self._potential = evaluator.progress

    def resume(self, evaluator: GraphEvaluator, coverage: float) -> None:
        """Continue in the middle of an episode; the arguments are those of `Reward.resume`."""
        super().resume(evaluator, coverage)
        self._potential = evaluator.progress - coverage

    def step(self, evaluator: GraphEvaluator, coverage: float, *, ended: bool) -> float:
        """Return the shaped reward of a step; the arguments are those of `Reward.step`."""
        reward = super().step(evaluator, coverage, ended=ended)
        # Completed nodes are in the default reward already, so only the progress beyond them is the potential.
        potential = 0.0 if ended else evaluator.progress - coverage
        reward += self._gamma * potential - self._potential
        self._potential = potential
        return reward


#: By name: a function from the discount factor to a new reward object.
REWARDS: dict[str, Callable[[float], Reward]] = {
    "completion": lambda _: Reward(),
    "coverage": lambda _: CoverageReward(),
    "sparse": lambda _: SparseReward(),
    "progress": ProgressReward,
}


def make_reward(name: str, gamma: float) -> Reward:
    """Make a reward object by its name.

    Raises:
        UnknownNameError: There is no reward of that name.
        ConfigError: ``gamma`` is not in [0, 1].
    """
    if name not in REWARDS:
        raise UnknownNameError("reward", name, REWARDS)
    given: object = gamma  # callers without types pass anything
    if not isinstance(given, int | float) or not 0.0 <= given <= 1.0:
        raise ConfigError(f"gamma must be a number in [0, 1], got {gamma!r}.")
    return REWARDS[name](gamma)
