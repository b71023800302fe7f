"""Logs of a training run: a CSV file, and TensorBoard and Weights & Biases on request."""

from __future__ import annotations

import csv
import dataclasses
import io
from pathlib import Path
from typing import Any, Self

from omnigym.baselines.settings import Settings
from omnigym.errors import MissingDependencyError
from omnigym.foreign import append_to, replace_file

__all__ = ["Logs"]


class Logs:
    """A log that writes one line per update; a context manager.

    Args:
        settings: Of the run: ``out`` gets ``curve.csv``, ``tensorboard`` and ``wandb`` say what else is written.
        continued: Whether the lines of the run before are kept.

    Raises:
        MissingDependencyError: TensorBoard or Weights & Biases is asked for and not installed.
    """

    def __init__(self, settings: Settings, *, continued: bool = False) -> None:
        out = Path(settings.out)
        out.mkdir(parents=True, exist_ok=True)
        self._board = _tensorboard(out) if settings.tensorboard else None
        self._run = _wandb(settings) if settings.wandb else None
        path = out / "curve.csv"
        self._begun = continued and path.is_file()
        if not self._begun:
            replace_file(path, "")
        self._file = io.TextIOWrapper(append_to(path), encoding="utf-8", newline="")

    def write(self, steps: int, **values: float) -> None:
        """Log values at a number of steps; the same names each time."""
        line = {"steps": steps, **{name: round(float(value), 6) for name, value in values.items()}}
        writer = csv.DictWriter(self._file, list(line))
        if not self._begun:
            writer.writeheader()
            self._begun = True
        writer.writerow(line)
        self._file.flush()
        for name, value in values.items():
            if self._board is not None:
                self._board.add_scalar(name, value, steps)
        if self._run is not None:
            self._run.log(values, step=steps)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        if self._board is not None:
            self._board.close()
        if self._run is not None:
            self._run.finish()


def _tensorboard(out: Path) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise MissingDependencyError("tensorboard", "tensorboard=True", "pip install 'omnigym[tensorboard]'") from None
    return SummaryWriter(str(out / "tensorboard"))


def _wandb(settings: Settings) -> Any:
    """A run of Weights & Biases; ``WANDB_MODE=offline`` keeps it on this machine."""
    try:
        import wandb
    except ImportError:
        raise MissingDependencyError("wandb", "wandb=PROJECT", "pip install 'omnigym[wandb]'") from None
    return wandb.init(project=settings.wandb, config=dataclasses.asdict(settings), dir=settings.out)
