"""PPO in one file, in the manner of CleanRL, on many simulated desktops at once: masks come from ``info``.

    python examples/ppo_vector.py --num-envs 8 --total-steps 100000

It shows the loop; the baseline that learns is `omnigym train`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from torch import Tensor, nn

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.wrappers import ElementActions

_LOOKED_AT = ("a11y_bounds", "a11y_role", "a11y_states", "a11y_overlap", "last_doing")


def features(observations: dict[str, Any]) -> Tensor:
    """The arrays that the policy looks at, side by side: float32 (N, D)."""
    parts = [np.asarray(observations[name], np.float32).reshape(len(observations[name]), -1) for name in _LOOKED_AT]
    return torch.as_tensor(np.concatenate(parts, axis=1))


class Policy(nn.Module):
    """Scores of the actions, and a value."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.LayerNorm(inputs), nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh()
        )
        self.actor, self.critic = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, inputs: Tensor, masks: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        """The distribution over the actions that the masks allow, and the values."""
        hidden = self.body(inputs)
        logits = self.actor(hidden).masked_fill(~masks, -1e8)
        return torch.distributions.Categorical(logits=logits), self.critic(hidden)[:, 0]


def main(argv: Sequence[str] | None = None) -> int:
    """Train, and return the number of episodes that ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--num-envs", type=int, default=8)
    parser.add_argument("--num-workers", type=int)
    parser.add_argument("--total-steps", type=int, default=100_000)
    parser.add_argument("--rollout", type=int, default=64, help="steps of each environment between two updates")
    parser.add_argument("--tasks", default="suite:one-node")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    torch.manual_seed(args.seed)
    envs = RecordEpisodeStatistics(
        gymnasium.make_vec(
            "OmniBench-Win11-v0",
            args.num_envs,
            num_workers=args.num_workers,
            autoreset_mode="SameStep",
            wrap=ElementActions,
            tasks=args.tasks,
            observation="a11y",
            reward="progress",
            max_steps=30,
        )
    )
    observations, info = envs.reset(seed=args.seed)
    inputs, masks = features(observations), torch.as_tensor(info["action_mask"])
    policy = Policy(inputs.shape[1], int(envs.single_action_space.n))  # type: ignore[attr-defined]
    optimizer = torch.optim.Adam(policy.parameters(), 2.5e-4)
    for update in range(max(1, args.total_steps // (args.rollout * args.num_envs))):
        kept: list[list[Tensor]] = []
        for _ in range(args.rollout):
            with torch.no_grad():
                choice, values = policy(inputs, masks)
                actions = choice.sample()
            observations, rewards, terminated, truncated, info = envs.step(actions.numpy())
            ended = torch.as_tensor(terminated | truncated)
            paid = torch.as_tensor(rewards, dtype=torch.float32)
            kept.append([inputs, masks, actions, choice.log_prob(actions), values, paid, ended])
            inputs, masks = features(observations), torch.as_tensor(info["action_mask"])
        x, m, a, logp, v, r, ended = (torch.stack(column) for column in zip(*kept, strict=True))
        with torch.no_grad():
            following = policy(inputs, masks)[1]
        advantages, last = torch.zeros_like(r), torch.zeros(args.num_envs)
        for t in reversed(range(args.rollout)):
            goes_on = 1.0 - ended[t].float()
            last = r[t] + 0.99 * following * goes_on - v[t] + 0.99 * 0.95 * goes_on * last
            advantages[t], following = last, v[t]
        x, m, a, logp, v, adv = (column.flatten(0, 1) for column in (x, m, a, logp, v, advantages))
        returns = adv + v
        for _ in range(4):
            for batch in torch.randperm(len(a)).split(256):
                choice, values = policy(x[batch], m[batch])
                ratio = (choice.log_prob(a[batch]) - logp[batch]).exp()
                gain = (adv[batch] - adv[batch].mean()) / (adv[batch].std(correction=0) + 1e-8)
                clipped = torch.min(gain * ratio, gain * ratio.clamp(0.8, 1.2)).mean()
                loss = 0.5 * (values - returns[batch]).square().mean() - clipped - 0.01 * choice.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                optimizer.step()
        mean = float(np.mean(envs.return_queue)) if envs.return_queue else float("nan")
        print(f"update {update}: {envs.episode_count} episodes, mean return {mean:.3f}", flush=True)
    envs.close()
    return int(envs.episode_count)


if __name__ == "__main__":
    main()
