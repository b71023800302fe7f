"""PPO on node actions that begins with a clone, stays near it, and never ends below it.

    omnigym train --tasks nodes:1 --from runs/clone/model.safetensors --out runs/train
    omnigym evaluate --agent ppo:runs/train/model.safetensors --tasks nodes:1 --split heldout

An update plays groups of episodes that begin alike, with drawn actions, and compares each with its siblings
(`_improve`), or with what a critic expected. The policy sees most of them without the task's own words, as it did when
it was cloned, or it would learn the names of the training tasks by heart. What it learns is held near the clone by
a penalty on the distance.

Now and then the policy and the best one so far play the same training tasks, and only what is better by more than
chance takes its place. The clone is the first best one, and at the end the best has to hold its own against the clone
once more. The result is a file as cloning writes it, so whatever plays a clone plays it.

Between two updates a run is weights, optimizers, the curriculum, counts and a curve, and all of that is in its file:
every episode begins within an update, with chance seeded by the number of that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from omnigym.baselines._chooser import Chooser
from omnigym.baselines._config import TrainConfig
from omnigym.baselines._curve import Curve
from omnigym.baselines._improve import Critic, Told, improve, warm_up
from omnigym.baselines._players import Episode, Players, Start
from omnigym.baselines._run_file import PARTS, Run, RunDocument, read_run, write_run
from omnigym.baselines._tensor_file import load_optimizer, load_policy, write_tensors
from omnigym.baselines.agent import Agent
from omnigym.baselines.clone import FORMAT, CloneAgent, Saved
from omnigym.baselines.curriculum import Curriculum
from omnigym.errors import TrainingError

__all__ = ["TrainConfig", "make_agent", "read_run", "train"]

_SURE = 1.0  # standard errors by which a policy has to be better than the best one
_HEAVIEST, _LIGHTEST = 10.0, 1e-3  # the weight of the distance from the clone
_PLAY, _JUDGE, _EXAMINE = range(3)  # streams of chance


def train(
    config: TrainConfig,
    begin: Saved | Run,
    advance: Callable[[int, str], None] = lambda *_: None,
    *,
    stop: Callable[[], bool] = lambda: False,
) -> Path:
    """Train, and write ``model.safetensors``, ``run.safetensors`` and ``curve.csv``.

    Args:
        config: What to do; to go on, that of the run, with the directory and maybe more steps.
        begin: The clone that it begins with, of `omnigym.baselines.clone.read_clone`; or a run that is to go on, of
            `read_run`, which ends with the weights of one that was never interrupted.
        advance: Called with the steps learned from since its last call, and a word on how it goes.
        stop: Asked before each step of the environments; once it says so, all is written as of the last update.

    Returns:
        The path of the model: the best so far, which is the clone where nothing was better.

    Raises:
        ConfigError: The configuration is wrong.
        CheckpointError: What it begins with is damaged, or something cannot be written.
        MissingDependencyError: TensorBoard is wanted and not installed.
        TrainingError: The loss is not a number; the model is the best until then.
    """
    config.check()
    config.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(config.threads)
    learner = _Learner(config, begin if isinstance(begin, Run) else _fresh(config, begin), advance, stop)
    try:
        learner.run()
    except TrainingError as e:
        raise TrainingError(
            f"Training stopped in update {learner.updates + 1}, as {e}. {learner.path} is the best until then. Begin "
            f"anew with a smaller learning_rate (now {config.learning_rate:g}), or go on from {learner.kept}."
        ) from e
    finally:
        learner.close()
    return learner.path


def _fresh(config: TrainConfig, begin: Saved) -> Run:
    """A run at its beginning."""
    document = RunDocument(config=config, clone=begin.document, weight=config.weight)
    weights = dict(begin.policy)
    return Run(document, {name: weights if name in ("policy", "clone", "best") else {} for name in PARTS})


class _Learner:
    """A run between two updates.

    Attributes:
        path, kept: The files: the best policy, and what the run goes on from.
        updates: How many are done.
    """

    def __init__(
        self, config: TrainConfig, run: Run, advance: Callable[[int, str], None], stop: Callable[[], bool]
    ) -> None:
        self.path, self.kept = config.out / "model.safetensors", config.out / "run.safetensors"
        known = self._known = run.document.model_copy(update={"config": config})
        self._config, self._advance, self._stop = config, advance, stop
        torch.manual_seed(config.seed)
        layout, words, width = known.clone.layout, known.clone.words, known.clone.config.width
        senses = known.clone.config.senses
        self._policy, self._clone, self._best = (known.clone.policy() for _ in range(3))
        for name, policy in (("policy", self._policy), ("clone", self._clone), ("best", self._best)):
            load_policy(policy, _Tensors(run.tensors[name]))
        self._optimizer = torch.optim.Adam(self._policy.parameters(), lr=config.learning_rate)
        load_optimizer(self._optimizer, _Tensors({}, run.tensors["optimizer"]))
        self._critic = Critic(width, config.critic_learning_rate) if config.advantages == "critic" else None
        if self._critic is not None and run.tensors["critic"]:
            load_policy(self._critic, _Tensors(run.tensors["critic"]))
            load_optimizer(self._critic.optimizer, _Tensors({}, run.tensors["critic_optimizer"]))
        self._curve = Curve(config.out, known.curve, tensorboard=config.tensorboard)
        self._players = Players(
            {**config.make(), **senses.make()}, layout, words, config.n_envs, config.processes, senses
        )
        state = known.curriculum if known.updates else None
        self._curriculum = Curriculum(self._players.tasks, config.seed, middling=config.middling, state=state)

    @property
    def updates(self) -> int:
        """How many are done."""
        return self._known.updates

    def run(self) -> None:
        """Update and judge until all steps are made, or it is stopped."""
        config = self._config
        self._advance(self._known.steps, "")
        self._write(model=not self.updates)
        going = True
        while going:
            if self.updates % config.judge_every == 0 and self._known.judged < self.updates:
                going = self._judge()
            elif self._known.steps < config.steps:
                going = self._update()
            else:
                break
        if going and self._known.judged < self.updates:
            going = self._judge()
        if going and self._known.better:
            self._examine()
        self._write()

    def close(self) -> None:
        """Close environments and curve."""
        self._players.close()
        self._curve.close()

    # -- learning -----------------------------------------------------------------------------------------------------

    def _update(self) -> bool:
        """Play and learn; False if it was stopped before that was done."""
        config, known = self._config, self._known
        rng = np.random.default_rng((config.seed, _PLAY, known.updates))
        drawn = [self._curriculum.draw() for _ in range(config.groups)]
        starts = [self._start(start.task.id, rng) for start in drawn]
        episodes = self._players.play(
            self._policy,
            [start for start in starts for _ in range(config.siblings)],
            int(rng.integers(2**31)),
            stop=self._stop,
            advance=lambda steps: self._advance(steps, ""),
        )
        if episodes is None:
            return False
        for n, episode in enumerate(episodes):
            if not episode.unscored:
                self._curriculum.report(drawn[n // config.siblings], episode.is_success)
        told = self._learn(episodes, rng)
        success = float(np.mean([e.is_success for e in episodes]))
        self._tell(
            updates=known.updates + 1,
            steps=known.steps + sum([len(e.views) for e in episodes]),
            weight=self._reweighted(told.kl),
            curriculum=self._curriculum.state,
        )
        coverage = float(np.mean([e.coverage for e in episodes]))
        self._line(success_rate=success, coverage_rate=coverage, weight=known.weight, **dataclasses.asdict(told))
        self._advance(0, f"{success:.0%} of the episodes succeed")
        return True

    def _learn(self, episodes: Sequence[Episode], rng: np.random.Generator) -> Told:
        if self._critic is not None and self.updates < self._config.warm_up:
            return warm_up(self._policy, self._critic, episodes, self._config)
        return improve(
            self._policy, self._clone, self._critic, self._optimizer, episodes, self._config, self._known.weight, rng
        )

    def _reweighted(self, kl: float) -> float:
        """The weight of the distance from the clone after an update that measured it."""
        weight, near = self._known.weight, self._config.near
        if kl > 1.5 * near:
            return min(2 * weight, _HEAVIEST)
        return max(weight / 2, _LIGHTEST) if kl < near / 1.5 else weight

    def _start(self, task: str, rng: np.random.Generator) -> Start:
        """How an episode begins: as in cloning, most see none or some of the task's own words."""
        hidden = 0.0 if rng.random() >= self._config.hidden else 1.0 if rng.random() < 0.6 else 0.5
        return Start(task, int(rng.integers(2**31)), hidden)

    # -- judging ------------------------------------------------------------------------------------------------------

    def _judge(self) -> bool:
        """Whether the policy is better than the best; False if it was stopped before that was known."""
        compared = self._compared(self._best, self._policy, (self._config.seed, _JUDGE, self.updates))
        if compared is None:
            return False
        best, new = compared
        wins, losses = int((new > best).sum()), int((new < best).sum())
        better = wins - losses > _SURE * (wins + losses) ** 0.5
        if better:
            _copy(self._policy, self._best)
        self._tell(judged=self.updates, better=better or self._known.better)
        self._line(judged=float(new.mean()), best=float(best.mean()))
        self._write(model=better)
        return True

    def _examine(self) -> None:
        """See in other episodes that the best is not below the clone; else the clone is the best."""
        compared = self._compared(self._clone, self._best, (self._config.seed, _EXAMINE))
        if compared is not None and compared[0].sum() > compared[1].sum():
            _copy(self._clone, self._best)
            self._tell(better=False)
            self._write(model=True)

    def _compared(
        self, one: Chooser, other: Chooser, seed: tuple[int, ...]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]] | None:
        """Which of the same episodes each of two policies solves, greedily; None if it was stopped."""
        rng, tasks, count = np.random.default_rng(seed), self._players.tasks, self._config.judged
        order = np.concatenate([rng.permutation(len(tasks)) for _ in range(-(-count // len(tasks)))])[:count]
        starts = [self._start(tasks[n].id, rng) for n in order]
        first = self._players.play(one, starts, 0, greedy=True, stop=self._stop)
        second = self._players.play(other, starts, 0, greedy=True, stop=self._stop) if first else None
        if first is None or second is None:
            return None
        pairs = [(a.is_success, b.is_success) for a, b in zip(first, second, strict=True)]
        solved = np.array(pairs, np.bool_)
        return solved[:, 0], solved[:, 1]

    # -- keeping ------------------------------------------------------------------------------------------------------

    def _tell(self, **changes: object) -> None:
        self._known = self._known.model_copy(update=changes)

    def _line(self, **values: float) -> None:
        """A line of the curve."""
        self._curve.write({"update": self.updates, "steps": self._known.steps, **values})
        self._tell(curve=tuple(self._curve.rows))

    def _write(self, *, model: bool = False) -> None:
        best = _weights(self._best)
        if model:
            write_tensors(self.path, FORMAT, self._known.clone.model_dump_json(), {"policy": best})
        tensors = {"policy": _weights(self._policy), "clone": _weights(self._clone), "best": best}
        tensors["optimizer"] = _state(self._optimizer)
        if self._critic is not None:
            tensors |= {"critic": _weights(self._critic), "critic_optimizer": _state(self._critic.optimizer)}
        write_run(self.kept, Run(self._known, tensors))


@dataclasses.dataclass(frozen=True)
class _Tensors:
    """Weights or Adam's state, as `_tensor_file` loads them."""

    policy: Mapping[str, torch.Tensor]
    optimizer: Mapping[str, torch.Tensor] = dataclasses.field(default_factory=dict)


def _weights(module: torch.nn.Module) -> dict[str, torch.Tensor]:
    return {name: p.detach() for name, p in module.named_parameters()}


def _state(optimizer: torch.optim.Optimizer) -> dict[str, torch.Tensor]:
    return {f"{i}/{n}": t for i, s in optimizer.state_dict()["state"].items() for n, t in s.items()}


@torch.no_grad()
def _copy(source: torch.nn.Module, target: torch.nn.Module) -> None:
    for mine, theirs in zip(target.parameters(), source.parameters(), strict=True):
        mine.copy_(theirs)


def make_agent(argument: str, seed: int) -> Agent:
    """The agent of the model at the path ``argument``."""
    return CloneAgent(Path(argument or "runs/train/model.safetensors"), seed)
