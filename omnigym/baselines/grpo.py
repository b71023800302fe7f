"""GRPO with the pointer policy: groups of sibling episodes, credit node by node, no critic. In one file.

    python -m omnigym.baselines.grpo --tasks "suite:hello level:4 nodes:3" --steps 15000
    omnigym evaluate --agent grpo:runs/grpo/model.safetensors --tasks "suite:hello level:4 nodes:3" --split heldout

The siblings of a group begin alike: the same task, seed and first screen (Shao et al. 2024). By default (``node``) each
node of the task's graph is credited to the steps that led to it, against the siblings. ``coverage`` and ``sparse`` give
all steps the advantage of the episode's discounted return, or of its success. Each attempt has weight 1, however many
steps it has: the long episodes of losers do not outweigh those of winners. Groups whose siblings are all alike have no
signal and are drawn anew.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from omnigym.baselines import pointer_policy
from omnigym.baselines.agent import Agent
from omnigym.baselines.checkpoint import MODEL, begin, make_pointer_agent, save
from omnigym.baselines.groups import advantages, process_rewards, step_advantages, weights_of
from omnigym.baselines.logs import Logs
from omnigym.baselines.settings import GRPOConfig as Config
from omnigym.baselines.settings import Progress, parse
from omnigym.envs.episode import lines_in
from omnigym.errors import TrainingError

__all__ = ["Config", "credit", "make_agent", "train"]


@dataclass
class Episode:
    """What came of one sibling.

    Attributes:
        views, choices, logps: Of each step; see `omnigym.baselines.pointer_policy.Eye`.
        completed: The nodes that each step completed.
        is_success, coverage: How it ended.
    """

    views: list[pointer_policy.View] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    logps: list[float] = field(default_factory=list)
    completed: list[tuple[str, ...]] = field(default_factory=list)
    is_success: bool = False
    coverage: float = 0.0


def credit(
    completed: Sequence[Sequence[Sequence[str]]],
    success: Sequence[bool],
    weights: Mapping[str, float],
    config: Config,
) -> list[NDArray[np.float64]]:
    """Return the weighted advantage of each step of each sibling; over a group they sum to 0.

    Args:
        completed: Of each sibling the nodes that each step completed.
        success: Whether each succeeded.
        weights: Of the nodes, by id.
        config: Says how.

    >>> won, lost = [("a",)], [(), (), ()]
    >>> [a.round(2).tolist() for a in credit([won, lost], [True, False], {"a": 1.0}, Config())]
    [[1.0], [-0.33, -0.33, -0.33]]
    """
    if config.advantage == "node":
        return step_advantages(completed, weights, config.gamma, even=True)
    paid = [process_rewards(steps, weights) for steps in completed]
    returns = [float(p @ config.gamma ** np.arange(len(p))) for p in paid]
    values = returns if config.advantage == "coverage" else [float(s) for s in success]
    whole = advantages(values, scaled=False)
    return [np.full(len(steps), a / max(1, len(steps))) for steps, a in zip(completed, whole, strict=True)]


class Group:
    """Environments in which the siblings of a group play side by side."""

    def __init__(self, config: Config) -> None:
        made = [gymnasium.make(config.env_id, disable_env_checker=True, **config.make_kwargs())]
        made += [gymnasium.make(made[0].spec, disable_env_checker=True) for _ in range(config.siblings - 1)]  # type: ignore[arg-type]
        self.envs = [pointer_policy.wrap(env) for env in made]
        self.layout = self.envs[0].layout
        self._eyes = [pointer_policy.Eye(self.layout) for _ in self.envs]
        base: Any = self.envs[0].unwrapped
        self.tasks = {task.id: task for task in base.tasks}

    @torch.no_grad()
    def play(self, model: pointer_policy.PointerNetwork, task: str, seed: int, rng: torch.Generator) -> list[Episode]:
        """An episode of each sibling, all from the same task and seed, with drawn actions."""
        episodes = [Episode() for _ in self.envs]
        moments = [env.reset(seed=seed, options={"task": task}) for env in self.envs]
        for eye in self._eyes:
            eye.forget(np.ones(1, np.bool_))
        playing = list(range(len(self.envs)))
        while playing:
            views = [
                self._eyes[n].see({k: a[None] for k, a in moments[n][0].items()}, moments[n][1]["action_mask"][None])
                for n in playing
            ]
            logp = model(pointer_policy.stack_views(views))[0].log_softmax(1)
            drawn = torch.multinomial(logp.exp(), 1, generator=rng)
            chances = logp.gather(1, drawn)[:, 0].tolist()
            still = []
            for n, view, choice, chance in zip(playing, views, drawn[:, 0].tolist(), chances, strict=True):
                number = int(self._eyes[n].act(np.array([choice]))[0])
                observation, _, terminated, truncated, info = self.envs[n].step(number)
                moments[n], one = (observation, info), episodes[n]
                one.views.append(view)
                one.choices.append(choice)
                one.logps.append(chance)
                one.completed.append(lines_in(info["newly_completed"]))
                one.is_success, one.coverage = info["is_success"], info["coverage_rate"]
                if not (terminated or truncated):
                    still.append(n)
            playing = still
        return episodes

    def close(self) -> None:
        """Close the environments."""
        for env in self.envs:
            env.close()


def update(
    model: pointer_policy.PointerNetwork,
    optimizer: torch.optim.Optimizer,
    played: Sequence[tuple[Episode, NDArray[np.float64]]],
    held: pointer_policy.PointerNetwork | None,
    config: Config,
    rng: torch.Generator,
) -> dict[str, float]:
    """Learn from episodes and their credit; returns what to log. KL is looked at before each gradient step."""
    view = pointer_policy.stack_views([v for one, _ in played for v in one.views])
    choices = torch.tensor([c for one, _ in played for c in one.choices])
    before = torch.tensor([p for one, _ in played for p in one.logps])
    gain = torch.from_numpy(np.concatenate([credit for _, credit in played])).float()
    gain = gain / (gain.square().mean().sqrt() + 1e-8)
    moved, losses = 0.0, [0.0]
    for _ in range(config.epochs):
        for rows in torch.split(torch.randperm(len(choices), generator=rng), config.minibatch):
            part = {name: array[rows] for name, array in view.items()}
            logp = model(part)[0].log_softmax(1)
            ratio = logp.gather(1, choices[rows, None])[:, 0] - before[rows]
            moved = float((ratio.exp() - 1 - ratio).mean().detach())
            if moved > config.target_kl:
                return {"kl": moved, "loss": float(np.mean(losses)), "minibatches": len(losses) - 1}
            clipped = ratio.exp().clamp(1 - config.clip, 1 + config.clip)
            loss = -torch.min(gain[rows] * ratio.exp(), gain[rows] * clipped).mean()
            p = logp.exp()
            loss = loss + config.entropy * (p * logp.clamp(min=-50)).sum(1).mean()
            if held is not None:
                with torch.no_grad():
                    other = held(part)[0].log_softmax(1)
                loss = loss + config.stay * (p * (logp - other).clamp(-50, 50)).sum(1).mean()
            if not loss.isfinite():
                raise TrainingError("the loss is not a number")
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), config.grad_norm)
            optimizer.step()
            losses.append(float(loss.detach()))
    return {"kl": moved, "loss": float(np.mean(losses)), "minibatches": len(losses) - 1}


def train(
    config: Config, progress: Progress = lambda *_: None, *, stop: Callable[[], bool] = lambda: False
) -> pointer_policy.PointerNetwork:
    """Train, and write ``model.safetensors`` and ``curve.csv`` into ``config.out``.

    Args:
        config: What to do.
        progress: Called after each update with the steps so far and a word on how it goes; `print` does.
        stop: Asked before each update; once it says so, all is written as of the last one.

    Returns:
        The model.

    Raises:
        ConfigError, CheckpointError, MissingDependencyError, TrainingError: See `omnigym.errors`.
    """
    torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)
    path, group = Path(config.out) / MODEL, Group(config)
    model, held, optimizer, done, updates = begin(group.layout, config)
    rng = torch.Generator()
    recent: deque[tuple[float, float]] = deque(maxlen=100)
    with Logs(config, continued=config.resume) as logs:
        while done < config.steps and not stop():
            rng.manual_seed(config.seed * 1_000_003 + updates)
            chance = np.random.default_rng((config.seed, updates))
            played: list[tuple[Episode, NDArray[np.float64]]] = []
            drawn = told = 0
            while told < config.groups and drawn < config.groups * config.redraws:
                task = group.tasks[str(chance.choice(list(group.tasks)))]
                episodes = group.play(model, task.id, int(chance.integers(2**31)), rng)
                drawn, done = drawn + 1, done + sum(len(one.choices) for one in episodes)
                recent += [(one.is_success, one.coverage) for one in episodes]
                worth = credit(
                    [one.completed for one in episodes], [one.is_success for one in episodes], weights_of(task), config
                )
                if any(steps.any() for steps in worth):  # else all are alike
                    told += 1
                    played += zip(episodes, worth, strict=True)
            learned = update(model, optimizer, played, held, config, rng) if played else {}
            updates += 1
            success, coverage = np.mean(recent, axis=0)
            share = {"signal": told / drawn, "kl": 0.0, "loss": 0.0, "minibatches": 0.0}
            logs.write(done, success_rate=success, coverage_rate=coverage, **share | learned)
            progress(done, f"success rate {success:.2f}")
            if updates % config.save_every == 0:
                save(path, model, config.about("grpo", steps=done, updates=updates), optimizer)
    group.close()
    save(path, model, config.about("grpo", steps=done, updates=updates), optimizer)
    return model


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent of a model's path; ``PATH,drawn`` samples its actions."""
    return make_pointer_agent(argument or "runs/grpo/model.safetensors", seed)


if __name__ == "__main__":
    train(parse(Config, sys.argv[1:]), print)
