"""Masked PPO with TorchRL's environment, rollouts and loss: the mask is an entry of the observation."""

from __future__ import annotations

import gymnasium
import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import Tensor, nn
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.wrappers import ActionMask, ElementActions

LOOKED_AT = ["a11y_bounds", "a11y_states", "a11y_overlap", "last_doing"]


class Features(nn.Module):
    """The arrays that the policy looks at, side by side: float32 (..., D)."""

    def forward(self, bounds: Tensor, states: Tensor, overlap: Tensor, last: Tensor) -> Tensor:
        """Of the entries of `LOOKED_AT`."""
        parts = [part.float().flatten(-2) for part in (bounds, states, overlap)]
        return torch.cat([*parts, last.float()], -1)


def main(steps: int = 100_000, frames: int = 512) -> float:
    """Train, and return the mean reward of a step at the end."""
    torch.manual_seed(0)
    desktop = gymnasium.make(
        "OmniBench-Win11-v0", tasks="suite:hello level:1", variation="all", split="train", observation="a11y"
    )
    env = GymWrapper(ActionMask(ElementActions(desktop, nodes=64)), categorical_action_encoding=True)
    width = sum(env.observation_spec[name].shape.numel() for name in LOOKED_AT)
    features = TensorDictModule(Features(), in_keys=LOOKED_AT, out_keys=["features"])

    def net(outputs: int) -> nn.Module:
        return nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 128), nn.Tanh(), nn.Linear(128, outputs))

    scores = TensorDictModule(net(env.action_spec.n), in_keys=["features"], out_keys=["logits"])
    as_bool = TensorDictModule(lambda mask: mask.bool(), in_keys=["action_mask"], out_keys=["mask"])
    actor = ProbabilisticActor(
        TensorDictSequential(features, scores, as_bool),
        in_keys=["logits", "mask"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = TensorDictSequential(features, ValueOperator(net(1), in_keys=["features"]))
    loss, gae = ClipPPOLoss(actor, critic), GAE(gamma=0.99, lmbda=0.95, value_network=critic)
    optimizer = torch.optim.Adam(loss.parameters(), 3e-4)
    reward = 0.0
    for _ in range(max(1, steps // frames)):
        with torch.no_grad():
            batch = env.rollout(frames, actor, break_when_any_done=False)
            gae(batch)
        for _ in range(4):
            for rows in torch.randperm(len(batch)).split(128):
                found = loss(batch[rows])
                optimizer.zero_grad()
                sum(value for name, value in found.items() if name.startswith("loss_")).backward()
                optimizer.step()
        reward = float(batch["next", "reward"].mean())
        print(f"mean reward of a step: {reward:.4f}")
    env.close()
    return reward


if __name__ == "__main__":
    main()
