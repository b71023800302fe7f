"""The same with Stable-Baselines3: MaskablePPO of sb3-contrib on element actions, with a pointer policy of its own.

    python -m omnigym.baselines.sb3_ppo --tasks "suite:hello level:1" --steps 15000
    omnigym evaluate --agent sb3:runs/sb3/model.zip --trust --tasks "suite:hello level:1" --split heldout

SB3's own policies give each action a weight of its own, by the number of its node, so what they learn of one node helps
no other. `PointerPolicy` scores all nodes by the same network.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from gymnasium import spaces
from gymnasium.wrappers import FilterObservation
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecMonitor
from torch import Tensor, nn

from omnigym.a11y import N_STATES
from omnigym.baselines._settings import Progress, Settings, parse
from omnigym.baselines.logs import Logs
from omnigym.baselines.vec_env import SB3VecEnv
from omnigym.wrappers import ElementActions
from omnigym.wrappers.element_actions import ElementLayout

__all__ = ["Config", "PointerPolicy", "train"]

MODEL: Final = "model.zip"
_SEEN = ("a11y_bounds", "a11y_role", "a11y_states", "a11y_text", "a11y_overlap", "a11y_mask", "last_doing")
_BUCKETS = 1024


@dataclass(frozen=True, kw_only=True)
class Config(Settings):
    """What to train on, and MaskablePPO's hyperparameters.

    Attributes:
        steps: Environment steps in all.
        num_envs: Environments that step side by side.
        rollout: Steps of each environment between two updates.
        learning_rate: Adam's.
        gamma: Discount.
        lam: Lambda of GAE.
        epochs: Passes over a rollout.
        minibatch: Steps of a gradient step.
        entropy: Weight of the entropy bonus.
        target_kl: Nats by which an update may move the policy.
    """

    steps: int = 15_000
    num_envs: int = 8
    rollout: int = 32
    learning_rate: float = 2e-3
    gamma: float = 0.95
    lam: float = 0.9
    epochs: int = 4
    minibatch: int = 128
    entropy: float = 0.01
    target_kl: float = 0.05
    out: str = "runs/sb3"


class Scores(BaseFeaturesExtractor):
    """The score of each element action, and last the value: float32 (N, A + 1)."""

    def __init__(self, space: spaces.Dict, width: int = 64) -> None:
        rows = (space["a11y_role"].shape or (0,))[0]
        layout = self.layout = ElementLayout(rows)
        super().__init__(space, layout.size + 1)
        self.texts = len(layout.text_verbs) * layout.candidates
        self.node, self.deeper = nn.Linear(4 + N_STATES + 2, width), nn.Linear(width, width)
        self.role, self.name = nn.Embedding(256, width), nn.Embedding(_BUCKETS, width)
        self.last, self.whole = nn.Embedding(1 + len(layout.doings), width), nn.Linear(2 * width, width)
        self.both, self.each = nn.Linear(2 * width, width), nn.Linear(width, len(layout.verbs) + self.texts)
        self.ours = nn.Linear(width, len(layout.keys) + 1)
        self.places: Tensor
        self.register_buffer("places", torch.from_numpy(np.random.default_rng(0).integers(1, 1 << 20, 64)))
        for head in (self.each, self.ours):
            nn.init.zeros_(head.weight)
        with torch.no_grad():  # a click is the likeliest thing to do at first
            self.each.bias.copy_(
                torch.tensor([0.0 if v == "click" else -2.0 for v in layout.verbs] + [-2.0] * self.texts)
            )
            self.ours.bias.fill_(-1.0)

    def forward(self, seen: dict[str, Tensor]) -> Tensor:
        """Of N observations."""
        there = seen["a11y_mask"] > 0
        numbers = torch.cat((seen["a11y_bounds"], seen["a11y_states"], seen["a11y_overlap"]), 2)[there]
        codes = seen["a11y_text"][there].long()
        named = self.name((codes * self.places[: codes.shape[1]]).sum(1) % _BUCKETS)
        known = torch.relu(self.node(numbers) + self.role(seen["a11y_role"][there].long()) + named)
        nodes = torch.relu(self.deeper(known))
        spread = nodes.new_zeros((*there.shape, nodes.shape[1]))
        spread[there] = nodes
        mean = spread.sum(1) / there.sum(1, keepdim=True).clamp(min=1)
        last = self.last(seen["last_doing"][:, 0].long())
        whole = torch.relu(self.whole(torch.cat((mean, spread.max(1)[0]), 1)) + last)
        scores = self.each(torch.relu(self.both(torch.cat((nodes, whole[there.nonzero()[:, 0]]), 1))))
        out = scores.new_zeros((*there.shape, scores.shape[1]))
        out[there] = scores
        verbs, texts = out.split((out.shape[2] - self.texts, self.texts), 2)
        return torch.cat((verbs.flatten(1), texts.flatten(1), self.ours(whole)), 1)


class _Part(nn.Module):
    """Some of the features."""

    def __init__(self, start: int | None, stop: int | None) -> None:
        super().__init__()
        self._slice = slice(start, stop)

    def forward(self, features: Tensor) -> Tensor:
        return features[:, self._slice]


class PointerPolicy(MaskableMultiInputActorCriticPolicy):
    """Its extractor scores the actions already."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        fixed = {"features_extractor_class": Scores, "net_arch": [], "ortho_init": False}
        super().__init__(*args, **kwargs | fixed)

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        self.action_net, self.value_net = _Part(None, -1), _Part(-1, None)  # type: ignore[assignment]
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)  # type: ignore[call-arg]


class _Watch(BaseCallback):
    """Logs, tells progress, and stops where it is asked to."""

    def __init__(self, logs: Logs, progress: Progress, stop: Callable[[], bool]) -> None:
        super().__init__()
        self._logs, self._progress, self._stop = logs, progress, stop
        self._recent: deque[tuple[float, float]] = deque(maxlen=100)

    def _on_step(self) -> bool:
        for info, ended in zip(self.locals["infos"], self.locals["dones"], strict=True):
            if ended:
                self._recent.append((info["is_success"], info["coverage_rate"]))
        return not self._stop()

    def _on_rollout_end(self) -> None:
        success, coverage = np.mean(self._recent, axis=0) if self._recent else (0.0, 0.0)
        self._logs.write(self.num_timesteps, success_rate=success, coverage_rate=coverage)
        self._progress(self.num_timesteps, f"success rate {success:.2f}")


def train(
    config: Config, progress: Progress = lambda *_: None, *, stop: Callable[[], bool] = lambda: False
) -> MaskablePPO:
    """Train, and write ``model.zip`` and ``curve.csv`` into ``config.out``; arguments as of `omnigym.baselines.ppo`."""
    torch.set_num_threads(config.threads)
    envs = config.make_vec(config.num_envs, wrap=(ElementActions, partial(FilterObservation, filter_keys=_SEEN)))
    model = MaskablePPO(
        PointerPolicy,
        VecMonitor(SB3VecEnv(envs)),
        seed=config.seed,
        n_steps=config.rollout,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        learning_rate=config.learning_rate,
        gamma=config.gamma,
        gae_lambda=config.lam,
        ent_coef=config.entropy,
        target_kl=config.target_kl,
        device="cpu",
    )
    with Logs(config) as logs:
        model.learn(config.steps, callback=_Watch(logs, progress, stop))
    envs.close()
    model.save(Path(config.out) / MODEL)
    return model


if __name__ == "__main__":
    train(parse(Config, sys.argv[1:]), print)
