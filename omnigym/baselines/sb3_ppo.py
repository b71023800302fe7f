"""PPO with Stable-Baselines3: MaskablePPO of sb3-contrib and the pointer policy.

    python -m omnigym.baselines.sb3_ppo --tasks "suite:hello level:1" --steps 6000
    omnigym evaluate --agent sb3:runs/sb3/model.zip --trust --tasks "suite:hello level:1" --split heldout

SB3's own policies have weights of their own for each row of the tree, so what they learn of one node helps no other.
`PointerView` makes the policy's view the observation, and `PointerPolicy` has SB3 train the network of
`omnigym.baselines.pointer_policy`.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecMonitor
from torch import Tensor, nn

from omnigym.baselines import pointer_policy
from omnigym.baselines.logs import Logs
from omnigym.baselines.settings import Progress, parse
from omnigym.baselines.settings import SB3Config as Config
from omnigym.baselines.vec_env import SB3VecEnv
from omnigym.envs.observer import Env, InfoDict
from omnigym.envs.vector import OmniVectorEnv
from omnigym.wrappers.element_actions import ElementLayout

__all__ = ["MODEL", "Config", "PointerPolicy", "PointerView", "pointer_kwargs", "train"]

MODEL: Final = "model.zip"


class PointerView(gymnasium.Wrapper):
    """A wrapper whose observations are `omnigym.baselines.pointer_policy.Eye`'s views, and whose actions are places in
    ``can``.

    Args:
        env: An environment with ``a11y_`` observations, without element actions.
    """

    def __init__(self, env: Env) -> None:
        elements = pointer_policy.wrap(env)
        super().__init__(elements)
        self._eye, self._can = pointer_policy.Eye(elements.layout), np.zeros(0, np.bool_)
        blank = {name: space.low for name, space in cast("spaces.Dict", elements.observation_space).items()}  # type: ignore[attr-defined]
        seen = self._seen(blank, np.zeros(elements.layout.size, np.bool_))
        self.observation_space = spaces.Dict(
            {n: spaces.Box(-np.inf, np.inf, a.shape, np.float32) for n, a in seen.items()}
        )
        self.action_space = spaces.Discrete(len(self._can))

    def reset(self, *, seed: int | None = None, options: InfoDict | None = None) -> tuple[Any, InfoDict]:
        """Begin an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._eye.forget(np.ones(1, np.bool_))
        seen = self._seen(observation, info["action_mask"])
        return seen, info | {"action_mask": self.action_masks()}

    def step(self, action: object) -> tuple[Any, Any, bool, bool, InfoDict]:
        """Do the action at a place in ``can``."""
        number = self._eye.act(np.array([action]))[0]
        observation, reward, terminated, truncated, info = self.env.step(int(number))
        seen = self._seen(observation, info["action_mask"])
        return seen, reward, terminated, truncated, info | {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the possible actions: bool (A,), new."""
        return self._can.copy()

    def _seen(self, observation: Any, mask: NDArray[np.bool_]) -> dict[str, NDArray[np.float32]]:
        view = self._eye.see({name: np.asarray(array)[None] for name, array in observation.items()}, mask[None])
        self._can = view["can"][0]
        return {name: np.atleast_1d(array[0]).astype(np.float32) for name, array in view.items()}


class Scores(BaseFeaturesExtractor):
    """The scores of the actions, and last the value: float32 (N, A + 1)."""

    def __init__(self, space: spaces.Dict, layout: ElementLayout) -> None:
        super().__init__(space, (space["can"].shape or (0,))[0] + 1)
        self.pointer = pointer_policy.PointerNetwork(layout)

    def forward(self, seen: dict[str, Tensor]) -> Tensor:
        """Of N views, as floats."""
        view = dict(seen)
        view |= {name: seen[name].long() for name in ("roles", "words", "said", "before")}
        view |= {"valid": seen["valid"] > 0, "can": seen["can"] > 0, "last": seen["last"][:, 0].long()}
        logits, values = self.pointer(view | {"steps": seen["steps"][:, 0]})
        return torch.cat((logits, values[:, None]), 1)


class _Part(nn.Module):
    """Some of the features."""

    def __init__(self, start: int | None, stop: int | None) -> None:
        super().__init__()
        self._slice = slice(start, stop)

    def forward(self, features: Tensor) -> Tensor:
        return features[:, self._slice]


class PointerPolicy(MaskableMultiInputActorCriticPolicy):
    """A policy whose extractor already scores the actions."""

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        self.action_net, self.value_net = _Part(None, -1), _Part(-1, None)  # type: ignore[assignment]
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)  # type: ignore[call-arg]


def pointer_kwargs(envs: OmniVectorEnv) -> dict[str, object]:
    """Return the ``policy_kwargs`` of `PointerPolicy` for environments in `PointerView`."""
    layout = envs.call("get_wrapper_attr", "layout")[0]
    scores = {"features_extractor_class": Scores, "features_extractor_kwargs": {"layout": layout}}
    return {**scores, "net_arch": [], "ortho_init": False}


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
    """Train, and write ``model.zip`` and ``curve.csv`` into ``config.out``; arguments as in `omnigym.baselines.ppo`."""
    torch.set_num_threads(config.threads)
    envs = config.make_vec(config.num_envs, wrap=PointerView)
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
        policy_kwargs=pointer_kwargs(envs),
        device="cpu",
    )
    with Logs(config) as logs:
        model.learn(config.steps, callback=_Watch(logs, progress, stop))
    envs.close()
    model.save(Path(config.out) / MODEL)
    return model


if __name__ == "__main__":
    train(parse(Config, sys.argv[1:]), print)
