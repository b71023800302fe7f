"""A recorded episode on disk, and how it is read.

One directory an episode:

* ``meta.json``: what was known when it began;
* ``steps.jsonl``: one line a step, appended and flushed when the step is complete;
* ``obs0000.png``, ...: the screen before the first action, then after each one;
* ``obs0000.npz``, ... and ``tree0000.json``, ...: the observation's arrays and the full tree, if they were asked for;
* ``trajectory.json``: the whole in the form of OmniBench C.2 (one subtask) or C.5, written when it has ended.

A line without its newline, or a file ending in ``.part``, is what a killed process left behind: it is passed over, so
that the episode reads up to its last complete step. Whatever else does not fit is a
`RecordingError` that names the file.
"""

from __future__ import annotations

import io
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from pydantic import BaseModel, ValidationError

from omnigym.a11y import Tree
from omnigym.actions import Action, from_json
from omnigym.errors import ActionError, RecordingError, UnreadableError
from omnigym.foreign import parse_json, place_of, read_bytes, read_text, shown
from omnigym.foreign.limits import MAX_ARRAYS, MAX_LINE, MAX_RECORD, MAX_SIDE, MAX_TREE
from omnigym.recording.schema import LineModel, MetaModel

__all__ = ["META", "STEPS", "TRAJECTORY", "RecordedStep", "Trajectory", "find_trajectories", "read_trajectory"]

META, STEPS, TRAJECTORY = "meta.json", "steps.jsonl", "trajectory.json"


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step.

    Attributes:
        entry: The action in the form of C.2, the exact one under ``"action"``.
        reward, terminated, truncated, info: What the step returned.
    """

    entry: Mapping[str, Any]
    reward: float
    terminated: bool
    truncated: bool
    info: Mapping[str, Any]

    @property
    def action(self) -> Action:
        """The action."""
        return from_json(dict(self.entry["action"]))


@dataclass(frozen=True)
class Trajectory:
    """A recorded episode. Observation ``n`` is what was seen before step ``n``; the last one is after the last step.

    Attributes:
        path: Its directory.
        meta: What was known when it began: trajectory_id, task_id, instruction, intent, nodes, edges, size, info...
        steps: The complete steps.
    """

    path: Path
    meta: Mapping[str, Any]
    steps: tuple[RecordedStep, ...] = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether the episode was recorded to its end."""
        return bool(self.steps) and (self.steps[-1].terminated or self.steps[-1].truncated)

    @property
    def size(self) -> tuple[int, int]:
        """The screen's (width, height) in pixels."""
        width, height = self.meta["size"]
        return width, height

    @cached_property
    def total_reward(self) -> float:
        """The undiscounted return."""
        return float(sum(s.reward for s in self.steps))

    @property
    def info(self) -> Mapping[str, Any]:
        """The last info."""
        last: Mapping[str, object] = self.steps[-1].info if self.steps else self.meta["info"]
        return last

    def frame(self, n: int) -> NDArray[np.uint8] | None:
        """The screen of observation ``n``, uint8 (H, W, 3), or None where none was recorded.

        Raises:
            RecordingError: The picture is damaged, or not of the screen's size.
        """
        path = self.path / f"obs{n:04d}.png"
        content = _bytes(path, MAX_SIDE * MAX_SIDE)
        if content is None:
            return None
        try:
            with Image.open(io.BytesIO(content), formats=("PNG",)) as image:
                size = image.size  # known before anything is unpacked
                if size == self.size:
                    return np.array(image.convert("RGB"))
        except _BAD_PICTURE as e:
            raise _damaged(path, f"it is no whole PNG picture: {e}") from None
        raise _damaged(path, f"expected the screen's size {self.size}, got {size}")

    def tree(self, n: int) -> Tree | None:
        """The tree of observation ``n``, or None where none was recorded.

        Raises:
            RecordingError: The file is damaged.
        """
        path = self.path / f"tree{n:04d}.json"
        try:
            return Tree.from_json(read_text(path, MAX_TREE))
        except FileNotFoundError:
            return None
        except UnreadableError as e:
            raise _damaged(path, str(e)) from None
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as e:  # what its values may lead to
            raise _damaged(path, f"it is no accessibility tree: {e!r}") from None

    def observation(self, n: int) -> dict[str, NDArray[np.generic]]:
        """Observation ``n`` as the environment returned it, all arrays new.

        Raises:
            RecordingError: The arrays were not recorded, or are damaged.
        """
        path = self.path / f"obs{n:04d}.npz"
        observation = _arrays(path)
        if self.meta.get("frame_is_observed"):
            frame = self.frame(n)
            if frame is not None:
                observation["screenshot"] = frame
        keys = self.meta.get("observation_keys", ())
        missing = [k for k in keys if k not in observation]
        if missing:
            raise _damaged(path, f"it lacks {shown(missing[0])} of what was observed")
        return {k: observation[k] for k in keys}

    def to_omnibench(self) -> dict[str, object]:
        """The trajectory in the form of C.2 if the task is one subtask, else of C.5.

        The suffix of ``trajectory_id`` is the number of the recording: topological orders are not enumerated.
        """
        count = len(self.steps) + 1 if (self.path / "obs0000.png").exists() else 0
        meta = self.meta
        body = {
            "instruction": meta.get("instruction", ""),
            "observations": [f"obs{n:04d}.png" for n in range(count)],
            "actions": [dict(s.entry) for s in self.steps],
        }
        if len(meta["nodes"]) == 1:
            return {
                "trajectory_id": meta.get("trajectory_id", ""),
                **body,
                "subtask_id": meta["nodes"][0].get("subtask", ""),
            }
        done = self._completed()
        return {
            "trajectory_id": meta.get("trajectory_id", ""),
            "task_id": meta.get("task_id", ""),
            "topological_order": [*done, *(n for n in meta.get("topological_order", ()) if n not in done)],
            "intent": meta.get("intent", ""),
            **body,
        }

    def _completed(self) -> list[str]:
        """The task's nodes in the order in which they were completed: one of several parts with the last of these."""
        places = {name: k for k, name in enumerate(n for s in self.steps for n in s.info.get("newly_completed", ()))}
        parts = {n["id"]: n.get("parts") or [n["id"]] for n in self.meta["nodes"]}
        last = {node: max(places[p] for p in own) for node, own in parts.items() if places.keys() >= set(own)}
        return sorted(last, key=last.__getitem__)


#: What Pillow raises for half a picture, or for something else.
_BAD_PICTURE = (
    *(OSError, ValueError, SyntaxError, EOFError, LookupError, struct.error, zlib.error),
    *(Image.DecompressionBombError, Image.DecompressionBombWarning),
)
#: What NumPy raises for such arrays.
_BAD_ARRAYS = (
    *(OSError, ValueError, TypeError, SyntaxError, EOFError, LookupError, RuntimeError, MemoryError),
    *(zipfile.BadZipFile, zlib.error, struct.error, tokenize.TokenError),
)


def read_trajectory(path: str | Path) -> Trajectory:
    """Read the recording in a directory, up to its last complete step.

    Raises:
        RecordingError: The directory holds no recording, one of another version, or a damaged one; names the file, and
            of steps the line.
    """
    path = Path(path)
    try:
        text = read_text(path / META, MAX_RECORD)
    except (FileNotFoundError, UnreadableError) as e:
        raise RecordingError(f"{path} holds no recording: {e}. Expected a directory with {META} and {STEPS}.") from None
    meta = _checked(MetaModel, text, path / META, "Remove the directory, or bring the file back")
    return Trajectory(path, meta, tuple(_steps(path / STEPS)))


def _steps(path: Path) -> Iterator[RecordedStep]:
    """The steps of a file's complete lines. The last line may lack its end: it was being written when all ended."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return  # killed before the first step
    except OSError as e:
        raise RecordingError(f"{path} cannot be read: {e.strerror or e}. Give it back its permissions.") from None
    with file:
        for number, line in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
            place, advice = (
                f"{path}, line {number}",
                f"Cut the file off before this line to keep the {number - 1} steps",
            )
            if len(line) > MAX_LINE:
                raise RecordingError(f"{place}: a line has at most {MAX_LINE:,} bytes. {advice}.")
            if not line.endswith(b"\n"):
                return
            data = _checked(LineModel, line.decode("utf-8", "replace"), place, advice)
            step = RecordedStep(
                data["entry"], float(data["reward"]), data["terminated"], data["truncated"], data["info"]
            )
            try:
                _ = step.action
            except (ActionError, LookupError, ValueError, TypeError, OverflowError) as e:
                raise RecordingError(f"{place}, entry.action: it is no action: {shown(str(e))}. {advice}.") from None
            yield step


def _checked(model: type[BaseModel], text: str, place: object, advice: str) -> dict[str, Any]:
    """The JSON object of a text, of a model's form."""
    try:
        data = parse_json(text)
        model.model_validate(data)
    except UnreadableError as e:
        raise RecordingError(f"{place}: {e}. {advice}.") from None
    except ValidationError as e:
        error = e.errors(include_url=False)[0]
        where = place_of(error["loc"]) or "whole"
        raise RecordingError(f"{place}, {where}: {error['msg']}, got {shown(error['input'])}. {advice}.") from None
    out: dict[str, object] = data
    return out


def _bytes(path: Path, most: int) -> bytes | None:
    """The content of a file of a recording, None where there is none."""
    try:
        return read_bytes(path, most)
    except FileNotFoundError:
        return None
    except UnreadableError as e:
        raise _damaged(path, str(e)) from None


def _arrays(path: Path) -> dict[str, NDArray[np.generic]]:
    content = _bytes(path, MAX_ARRAYS)
    if content is None:
        raise RecordingError(
            f"{path.parent} holds no {path.name}. Record with RecordTrajectory(env, ..., arrays=True)."
        )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            size = sum(f.file_size for f in packed.infolist())
        if size > MAX_ARRAYS:
            raise _damaged(path, f"arrays have at most {MAX_ARRAYS:,} bytes, got {size:,}")
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            out = {str(k): arrays[k] for k in arrays.files}
    except _BAD_ARRAYS as e:
        raise _damaged(path, f"it holds no whole arrays: {e}") from None
    if not all(isinstance(v, np.ndarray) for v in out.values()):
        raise _damaged(path, "it holds something else than arrays")
    return out


def _damaged(path: Path, problem: str) -> RecordingError:
    return RecordingError(f"{path}: {problem}. Bring the file back, or leave the recording out.")


def find_trajectories(folder: str | Path) -> list[Path]:
    """The recordings in a directory and below it, by path."""
    return sorted(p.parent for p in Path(folder).rglob(META))
