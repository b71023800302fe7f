"""PPO with the pointer policy, from nothing or from a behaviour-cloned policy, in one file.

    python -m omnigym.baselines.ppo --tasks "suite:hello level:1" --steps 15000
    omnigym evaluate --agent ppo:runs/ppo/model.safetensors --tasks "suite:hello level:1" --split heldout

After CleanRL's ``ppo.py`` (Huang et al. 2022): clipped objective (Schulman et al. 2017), GAE (Schulman et al. 2016).
KL is measured at every minibatch, and an update ends where it exceeds ``target_kl``. A KL term holds a run that begins
from a behaviour-cloned policy near it, and its critic learns alone at first. Checkpoints have Adam's state.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from omnigym.baselines import pointer_policy
from omnigym.baselines.agent import Agent
from omnigym.baselines.checkpoint import MODEL, begin, make_pointer_agent, save
from omnigym.baselines.logs import Logs
from omnigym.baselines.settings import PPOConfig as Config
from omnigym.baselines.settings import Progress, parse
from omnigym.errors import TrainingError

__all__ = ["Config", "make_agent", "train"]


@dataclass
class Batch:
    """What an update learns from: M steps.

    Attributes:
        view: What was seen; see `omnigym.baselines.pointer_policy.Eye.see`.
        actions: int64 (M,), places in ``view["can"]``.
        logp: float32 (M,), their log-probabilities when they were drawn.
        advantages, returns: float32 (M,).
        held: float32 (M, A), the log-probabilities of the model to stay near; None if there is none.
    """

    view: pointer_policy.View
    actions: Tensor
    logp: Tensor
    advantages: Tensor
    returns: Tensor
    held: Tensor | None = None


def gae(rewards: Tensor, values: Tensor, ended: Tensor, last: Tensor, gamma: float, lam: float) -> Tensor:
    """Generalised advantage estimates: float32 (T, N). An episode that was cut off at its step limit has ended.

    Args:
        rewards, values, ended: (T, N), of each step: its reward, the value before it, 1.0 if it ended its episode.
        last: (N,), the values after the last step.
        gamma, lam: The discount and lambda.
    """
    out, following = torch.zeros_like(rewards), torch.zeros_like(last)
    for t in reversed(range(len(rewards))):
        goes_on = 1.0 - ended[t]
        delta = rewards[t] + gamma * goes_on * last - values[t]
        out[t] = following = delta + gamma * lam * goes_on * following
        last = values[t]
    return out


def update(
    model: pointer_policy.PointerNetwork,
    optimizer: torch.optim.Optimizer,
    batch: Batch,
    config: Config,
    rng: torch.Generator,
    critic_only: bool = False,
) -> dict[str, float]:
    """Learn from a batch; returns what to log. KL is looked at after every minibatch, before the next gradient step."""
    moved, losses, count = 0.0, list[float](), len(batch.actions)
    for _ in range(config.epochs):
        for rows in torch.split(torch.randperm(count, generator=rng), config.minibatch):
            logits, values = model({name: array[rows] for name, array in batch.view.items()})
            logp = logits.log_softmax(1)
            ratio = logp.gather(1, batch.actions[rows, None])[:, 0] - batch.logp[rows]
            moved = float((ratio.exp() - 1 - ratio).mean().detach())  # Schulman's estimate, never negative
            if moved > config.target_kl:
                return {"kl": moved, "loss": float(np.mean(losses or [0.0])), "minibatches": float(len(losses))}
            loss = config.value * (values - batch.returns[rows]).square().mean()
            if not critic_only:
                gain = batch.advantages[rows]
                gain = (gain - gain.mean()) / (gain.std(correction=0) + 1e-8)
                clipped = ratio.exp().clamp(1 - config.clip, 1 + config.clip)
                loss = loss - torch.min(gain * ratio.exp(), gain * clipped).mean()
                p = logp.exp()
                loss = loss + config.entropy * (p * logp.clamp(min=-50)).sum(1).mean()
                if batch.held is not None:
                    loss = loss + config.stay * (p * (logp - batch.held[rows]).clamp(-50, 50)).sum(1).mean()
            if not loss.isfinite():
                raise TrainingError("the loss is not a number")
            optimizer.zero_grad()
            loss.backward()
            if critic_only:
                for name, parameter in model.named_parameters():
                    if not name.startswith("value."):
                        parameter.grad = None
            nn.utils.clip_grad_norm_(model.parameters(), config.grad_norm)
            optimizer.step()
            losses.append(float(loss.detach()))
    return {"kl": moved, "loss": float(np.mean(losses)), "minibatches": float(len(losses))}


def train(
    config: Config, progress: Progress = lambda *_: None, *, stop: Callable[[], bool] = lambda: False
) -> pointer_policy.PointerNetwork:
    """Train, and write ``model.safetensors`` and ``curve.csv`` into ``config.out``.

    Args:
        config: What to do.
        progress: Called after each update with the steps so far and a word on how it goes; `print` does.
        stop: Asked before each step; once it says so, all is written as of the last update.

    Returns:
        The model.

    Raises:
        ConfigError, CheckpointError, MissingDependencyError, TrainingError: See `omnigym.errors`.
    """
    torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)
    path = Path(config.out) / MODEL
    envs = config.make_vec(config.num_envs, gamma=config.gamma)
    observed, info = envs.reset(seed=config.seed)
    layout = pointer_policy.layout_of(envs.single_observation_space)
    model, held, optimizer, done, updates = begin(layout, config)
    rng = torch.Generator()
    eye = pointer_policy.Eye(layout, config.num_envs)
    recent: deque[tuple[float, float]] = deque(maxlen=100)
    episodes = 0
    with Logs(config, continued=config.resume) as logs:
        while done < config.steps and not stop():
            rng.manual_seed(config.seed * 1_000_003 + updates)
            views, kept = [], []
            for _ in range(config.rollout):
                view = eye.see(observed, info["action_mask"])
                with torch.no_grad():
                    logits, values = model(pointer_policy.tensors(view))
                logp = logits.log_softmax(1)
                actions = torch.multinomial(logp.exp(), 1, generator=rng)[:, 0]
                observed, rewards, terminated, truncated, info = envs.step(eye.act(actions.numpy()))
                ended = terminated | truncated
                eye.forget(ended)
                episodes += int(ended.sum())
                for n in np.flatnonzero(ended):
                    final = info["final_info"]
                    recent.append((float(final["is_success"][n]), float(final["coverage_rate"][n])))
                views.append(view)
                paid = torch.from_numpy(np.asarray(rewards, np.float32))
                over = torch.from_numpy(ended.astype(np.float32))
                kept.append((actions, logp.gather(1, actions[:, None])[:, 0], values, paid, over))
            with torch.no_grad():
                last = model(pointer_policy.tensors(eye.see(observed, info["action_mask"])))[1]
            chosen, logp, values, paid, over = (torch.stack(column) for column in zip(*kept, strict=True))
            advantages = gae(paid, values, over, last, config.gamma, config.lam)
            flat = [x.flatten() for x in (chosen, logp, advantages, advantages + values)]
            batch = Batch(pointer_policy.stack_views(views), *flat)
            if held is not None:
                with torch.no_grad():
                    batch.held = torch.cat([held(pointer_policy.tensors(v))[0].log_softmax(1) for v in views])
            alone = held is not None and updates < config.critic_updates
            share = done / config.steps if config.anneal else 0.0
            optimizer.param_groups[0]["lr"] = config.learning_rate * (1 - 0.9 * share)
            told = update(model, optimizer, batch, config, rng, alone)
            updates, done = updates + 1, done + config.rollout * config.num_envs
            success, coverage = np.mean(recent, axis=0) if recent else (0.0, 0.0)
            logs.write(done, success_rate=success, coverage_rate=coverage, episodes=episodes, **told)
            progress(done, f"success rate {success:.2f}")
            if updates % config.save_every == 0:
                save(path, model, config.about("ppo", steps=done, updates=updates), optimizer)
    envs.close()
    save(path, model, config.about("ppo", steps=done, updates=updates), optimizer)
    return model


def make_agent(argument: str, seed: int) -> Agent:
    """Make the agent of a model's path; ``PATH,drawn`` samples its actions."""
    return make_pointer_agent(argument or "runs/ppo/model.safetensors", seed)


if __name__ == "__main__":
    train(parse(Config, sys.argv[1:]), print)
