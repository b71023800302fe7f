"""The learning curve: a CSV file with a line a rollout, and one every few epochs of cloning."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.callbacks import BaseCallback

from omnigym.baselines._checkpoint import CurveModel

__all__ = ["Curve"]

_WINDOW = 400  # episodes of PPO that a line is the mean of
_PROBE = 64  # episodes that are played to see how far cloning has come


class Curve(BaseCallback):
    """Writes the curve and reports the work done.

    The columns are ``phase`` ("clone" or "ppo"), ``work`` (as `TrainConfig.work` counts it), ``steps`` of PPO, and
    ``success_rate`` and ``coverage_rate`` of the last episodes, which are training ones with drawn actions.

    Args:
        path: The file; it is made anew.
        advance: Called with the work done since its last call.
        work: What an interrupted run had done.
        so_far: What it had of its curve.
    """

    def __init__(
        self, path: Path, advance: Callable[[int], None], work: int = 0, so_far: CurveModel | None = None
    ) -> None:
        super().__init__()
        self._advance, self._work = advance, 0
        so_far = so_far or CurveModel()
        self._last = deque(so_far.last, maxlen=_WINDOW)
        self._rows: list[tuple[str, ...]] = []
        self._file = path.open("w", newline="", encoding="utf-8")
        self._writer = csv.writer(self._file)
        self._writer.writerow(["phase", "work", "steps", "success_rate", "coverage_rate"])
        for row in so_far.rows:
            self._keep(row)
        self.done(work)

    def so_far(self) -> CurveModel:
        """The curve at this moment, for a checkpoint."""
        return CurveModel(rows=tuple(self._rows), last=tuple(self._last))

    def done(self, work: int) -> None:
        """So much work is done."""
        self._work += work
        self._advance(work)

    def probe(self, model: MaskablePPO) -> None:
        """Play some episodes and write a line, between epochs of cloning."""
        ended: list[tuple[bool, float]] = []

        def look(local: dict[str, Any], _: dict[str, object]) -> None:
            if local["done"]:
                ended.append((bool(local["info"]["is_success"]), float(local["info"]["coverage_rate"])))

        envs = model.get_env()
        assert envs is not None, "a model that trains has environments"
        evaluate_policy(model, envs, _PROBE, deterministic=False, callback=look, warn=False)
        self._write("clone", ended)

    def close(self) -> None:
        """The last line is written."""
        self._file.close()

    def _write(self, phase: str, episodes: Iterable[tuple[bool, float]]) -> None:
        success, coverage = np.mean(list(episodes), axis=0)
        self._keep((phase, str(self._work), str(self.num_timesteps), f"{success:.4f}", f"{coverage:.4f}"))

    def _keep(self, row: tuple[str, ...]) -> None:
        self._rows.append(row)
        self._writer.writerow(row)
        self._file.flush()

    def _on_step(self) -> bool:
        self.done(self.training_env.num_envs)
        for ended, info in zip(self.locals["dones"], self.locals["infos"], strict=True):
            if ended and not info["unscored"]:
                self._last.append((bool(info["is_success"]), float(info["coverage_rate"])))
        return True

    def _on_rollout_end(self) -> None:
        if self._last:
            self._write("ppo", self._last)
