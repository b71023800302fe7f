"""PPO in one loop with a plain network on ranked elements, after CleanRL's ``ppo.py``; evaluated on held-out tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.ppo import gae
from omnigym.wrappers import RankedElements

ID, TASKS = "OmniBench-Win11-v0", {"tasks": "suite:hello level:1", "variation": "all", "observation": "a11y"}
GAMMA, LAMBDA, CLIP, ENTROPY, EPOCHS, MINIBATCH, TARGET_KL = 0.95, 0.9, 0.2, 0.01, 4, 128, 0.05


class Network(nn.Module):
    """Two plain networks: logits of the actions, and a value."""

    def __init__(self, inputs: int, actions: int, width: int = 64) -> None:
        super().__init__()
        self.actor = nn.Sequential(
            nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, actions)
        )
        self.critic = nn.Sequential(
            nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1)
        )
        nn.init.orthogonal_(self.actor[-1].weight, 0.01)  # the first policy is nearly uniform

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities (N, A) of the possible actions, and values (N,)."""
        logits = self.actor(seen).masked_fill(~mask, -1e9)
        return logits.log_softmax(-1), self.critic(seen).squeeze(-1)


def tensors(observation: dict[str, NDArray[np.float32]], info: dict[str, Any]) -> tuple[Tensor, Tensor]:
    """The elements as one row for each environment, and the mask."""
    return torch.from_numpy(observation["elements"]).flatten(1), torch.from_numpy(info["action_mask"])


def train(
    steps: int = 10_000,
    num_envs: int = 8,
    rollout: int = 32,
    *,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
    **arguments: Any,
) -> Network:
    """Train on so many steps, or until ``stop()``; further arguments are those of ``make_vec``."""
    torch.manual_seed(seed)
    made = {**TASKS, "split": "train", "wrap": RankedElements, **arguments}
    envs = gymnasium.make_vec(ID, num_envs, autoreset_mode="SameStep", num_workers=1, **made)
    observation, info = envs.reset(seed=seed)
    seen, mask = tensors(observation, info)
    network = Network(seen.shape[1], mask.shape[1])
    optimizer = torch.optim.Adam(network.parameters(), 2e-3)
    for _ in range(max(1, steps // (num_envs * rollout))):
        kept = []
        for _ in range(rollout):
            with torch.no_grad():
                logp, value = network(seen, mask)
            action = torch.multinomial(logp.exp(), 1).squeeze(1)
            observation, reward, terminated, truncated, info = envs.step(action.numpy())
            ended = torch.from_numpy(terminated | truncated).float()
            chosen = logp.gather(1, action[:, None]).squeeze(1)
            kept.append((seen, mask, action, chosen, value, torch.from_numpy(reward).float(), ended))
            seen, mask = tensors(observation, info)
        with torch.no_grad():
            last = network(seen, mask)[1]
        s, m, a, old, values, rewards, over = (torch.stack(column) for column in zip(*kept, strict=True))
        gains = gae(rewards, values, over, last, GAMMA, LAMBDA)
        update(network, optimizer, [x.flatten(0, 1) for x in (s, m, a, old, gains, gains + values)])
        if stop():
            break
    envs.close()
    return network


def update(network: Network, optimizer: torch.optim.Optimizer, batch: list[Tensor]) -> None:
    """Learn from a rollout, until the policy has moved far enough."""
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(batch[0])).split(MINIBATCH):
            seen, mask, action, old, gain, target = (x[rows] for x in batch)
            logp, value = network(seen, mask)
            difference = logp.gather(1, action[:, None]).squeeze(1) - old
            ratio = difference.exp()
            if float((ratio - 1 - difference).mean().detach()) > 1.5 * TARGET_KL:
                return
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            surrogate = torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            entropy = -(logp.exp() * logp).sum(1).mean()
            loss = 0.5 * (value - target).square().mean() - surrogate - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def main(
    steps: int = 10_000, num_envs: int = 8, rollout: int = 32, seed: int = 0, tasks: str = TASKS["tasks"]
) -> float:
    """Train, and return the success rate on all held-out tasks with the likeliest actions."""
    network = train(steps, num_envs, rollout, seed=seed, tasks=tasks)
    env = RankedElements(gymnasium.make(ID, split="heldout", **{**TASKS, "tasks": tasks}))
    solved = []
    for task in env.unwrapped.tasks:
        observation, info = env.reset(seed=seed, options={"task": task})
        over = False
        while not over:
            one = {"elements": observation["elements"][None]}, {"action_mask": info["action_mask"][None]}
            with torch.no_grad():
                action = int(network(*tensors(*one))[0].argmax())
            observation, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        solved.append(info["is_success"])
    return float(np.mean(solved))


if __name__ == "__main__":
    print(f"success rate on held-out tasks: {main():.2f}")
