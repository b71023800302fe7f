"""What a training run leaves to go on from: data that can be read without trust (`_tensor_file`)."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor

from omnigym.baselines._config import TrainConfig
from omnigym.baselines._tensor_file import document_of, part_of, read_tensors, write_tensors
from omnigym.baselines.clone import _Document as CloneDocument
from omnigym.baselines.curriculum import CurriculumState

__all__ = ["FORMAT", "PARTS", "Run", "RunDocument", "read_run", "write_run"]

FORMAT = "omnigym-train/3"
#: The tensors: what learns, where it began, the best so far, and what the critic and the optimizers know.
PARTS = ("policy", "clone", "best", "critic", "optimizer", "critic_optimizer")


class RunDocument(BaseModel):
    """All of the file but its tensors.

    Attributes:
        omnigym: The version that wrote it.
        config: What the run was told, but for where it writes.
        clone: What the clone's file says: the words that the network knows, and its action space.
        updates, steps: How far the run is.
        weight: That of the distance from the clone.
        judged: The update after which the policy was last judged.
        better: Whether the best is another one than the clone.
        curriculum: What is known of the tasks.
        curve: The lines of the learning curve.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    omnigym: str = Field(default_factory=lambda: version("omnigym"))
    config: TrainConfig
    clone: CloneDocument
    updates: int = Field(default=0, ge=0)
    steps: int = Field(default=0, ge=0)
    weight: float = Field(ge=0, allow_inf_nan=False)
    judged: int = Field(default=0, ge=0)
    better: bool = False
    curriculum: CurriculumState = CurriculumState()
    curve: tuple[tuple[str, ...], ...] = ()


class Run(NamedTuple):
    """What a file holds: what it says, and the tensors of each of `PARTS` by their names."""

    document: RunDocument
    tensors: dict[str, dict[str, Tensor]]


def write_run(path: Path, run: Run) -> None:
    """Write it; whenever the process is killed, the file is the last one or this one, whole.

    Raises:
        CheckpointError: It cannot be written there.
    """
    write_tensors(path, FORMAT, run.document.model_dump_json(), run.tensors)


def read_run(path: Path) -> Run:
    """Read it, and check all that can be checked without an environment.

    Raises:
        ConfigError: There is no such file.
        CheckpointError: It is no such file, damaged, or of another version.
    """
    text, tensors = read_tensors(path, FORMAT)
    return Run(document_of(RunDocument, path, text), {part: part_of(part, tensors) for part in PARTS})
