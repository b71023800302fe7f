"""Recordings as a LeRobotDataset of format v3.0: frames in Parquet, screens as MP4, tasks, episodes and statistics.

A frame is an observation and the action that followed it. ``action`` is a vector, of which `ACTION` names the parts.
Typed text does not fit in one, so ``action.json`` has the exact action as a text. `lerobot` itself is not needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from omnigym.actions import BUTTONS, KEYS, MODIFIERS, Action, On, to_json
from omnigym.errors import ConfigError, MissingDependencyError, RecordingError
from omnigym.recording.trajectory import Trajectory

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:  # the extra hub
    pa = pq = None

__all__ = ["ACTION", "FORMAT", "LeRobotReport", "to_lerobot"]

#: The format that is written.
FORMAT: Final = "v3.0"
#: The parts of the vector of an action. Places are shares of the screen; what an action has not is -1, or 0 of amounts.
ACTION: Final = (
    *("kind", "x", "y", "to_x", "to_y", "button", "count", "dx", "dy", "duration", "key"),
    *MODIFIERS,
)
_KINDS: Final = get_args(Action)
_STATE: Final = ("pointer_x", "pointer_y")
_CHUNK: Final = 1000
#: Pixels that the statistics of a video look at: every so many of a row, of so many frames an episode.
_EVERY, _MOST_LOOKED_AT = 8, 32
_QUANTILES: Final = {"q01": 0.01, "q10": 0.1, "q50": 0.5, "q90": 0.9, "q99": 0.99}
_DATA: Final = "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet"
_VIDEO: Final = "videos/{video_key}/chunk-{chunk_index:03d}/file-{file_index:03d}.mp4"


class LeRobotReport(NamedTuple):
    """The result of an export.

    Attributes:
        episodes, frames, tasks: How many there are in it.
    """

    episodes: int
    frames: int
    tasks: int


def to_lerobot(recordings: Iterable[Trajectory], folder: str | Path, fps: int = 10) -> LeRobotReport:
    """Write recordings as a data set that ``LeRobotDataset(repo_id, root=folder)`` reads.

    Args:
        recordings: Each becomes an episode; all have the same devices, with screens of the same sizes.
        folder: An empty directory, or one to be made.
        fps: Frames of a second of the films; a step is a frame.

    Raises:
        MissingDependencyError: pyarrow or PyAV is not installed.
        ConfigError: There is something in the directory, or nothing to export.
        RecordingError: A recording lacks pictures, has other devices than the first, or cannot be read or written.
    """
    if pa is None:
        raise MissingDependencyError("pyarrow", "An export for LeRobot", "pip install 'omnigym[hub,record]'")
    try:
        import av  # noqa: F401 - asked for before anything is written
    except ImportError as e:
        raise MissingDependencyError("av", "An export for LeRobot", "pip install 'omnigym[hub,record]'") from e
    root = Path(folder)
    if root.exists() and any(root.iterdir()):
        raise ConfigError(f"{root} is not empty. Name a directory that is, or that is to be made.")
    written = _Written(root, fps)
    try:
        for recording in recordings:
            if recording.steps:
                written.episode(recording)
        if not written.episodes:
            raise ConfigError("No recording has a step. Record some: omnigym record -o FOLDER")
        written.finish()
    except OSError as e:
        raise RecordingError(f"{root} cannot be written: {e.strerror}.") from e
    return LeRobotReport(len(written.episodes), written.frames, len(written.tasks))


class _Written:
    """A data set while it is written."""

    def __init__(self, root: Path, fps: int) -> None:
        self.root, self.fps = root, fps
        self.cameras: dict[str, tuple[str, tuple[int, int]]] = {}
        self.tasks: dict[str, int] = {}
        self.episodes: list[dict[str, Any]] = []
        self.frames = 0
        self._stats: list[dict[str, dict[str, Any]]] = []

    def episode(self, recording: Trajectory) -> None:
        """Write an episode: its film or films, its Parquet file, its row."""
        number, length = len(self.episodes), len(recording.steps)
        self._see_cameras(recording)
        place = {"chunk_index": number // _CHUNK, "file_index": number % _CHUNK}
        task = self.tasks.setdefault(str(recording.meta["instruction"]), len(self.tasks))
        columns = _columns(recording)
        columns |= {
            "timestamp": np.arange(length, dtype=np.float32) / np.float32(self.fps),
            "frame_index": np.arange(length),
            "episode_index": np.full(length, number),
            "index": np.arange(self.frames, self.frames + length),
            "task_index": np.full(length, task),
        }
        stats = {name: _stats(v) for name, v in columns.items() if isinstance(v, np.ndarray)}
        row: dict[str, Any] = {
            "episode_index": number,
            "tasks": [str(recording.meta["instruction"])],
            "length": length,
            **{f"data/{name}": value for name, value in place.items()},
            "dataset_from_index": self.frames,
            "dataset_to_index": self.frames + length,
        }
        for key, (device, size) in self.cameras.items():
            path = self.root / _VIDEO.format(video_key=key, **place)
            stats[key] = _write_film(_frames(recording, device), path, size, self.fps)
            row |= {f"videos/{key}/{name}": value for name, value in place.items()}
            row |= {f"videos/{key}/from_timestamp": 0.0, f"videos/{key}/to_timestamp": length / self.fps}
        for name, of_it in stats.items():
            row |= {f"stats/{name}/{key}": value.tolist() for key, value in of_it.items()}
        row |= {"meta/episodes/chunk_index": 0, "meta/episodes/file_index": 0}
        _write_table(_table(columns), self.root / _DATA.format(**place))
        self.episodes.append(row)
        self._stats.append(stats)
        self.frames += length

    def _see_cameras(self, recording: Trajectory) -> None:
        found = {}
        for device in recording.devices:
            frame = recording.frame(0, device)
            if frame is not None:
                found[f"observation.images.{device or 'screen'}"] = (device, (frame.shape[1], frame.shape[0]))
        if not found:
            raise RecordingError(f"{recording.path} has no pictures. Record with observation='pixels' or 'both'.")
        self.cameras = self.cameras or found
        if found != self.cameras:
            sizes = [f"{key} {size[0]}x{size[1]}" for key, (_, size) in found.items()]
            raise RecordingError(
                f"{recording.path} has the screens {', '.join(sizes)}, the first recording others. Export it apart."
            )

    def finish(self) -> None:
        """Write what is known of all episodes."""
        meta = self.root / "meta"
        _write_table(pa.Table.from_pylist(self.episodes), meta / "episodes" / "chunk-000" / "file-000.parquet")
        _write_table(_tasks(self.tasks), meta / "tasks.parquet")
        stats = {name: _merged([one[name] for one in self._stats]) for name in self._stats[0]}
        _write_json(meta / "stats.json", {n: {k: v.tolist() for k, v in s.items()} for n, s in stats.items()})
        _write_json(meta / "info.json", self._info())

    def _info(self) -> dict[str, Any]:
        features: dict[str, Any] = {key: _camera(size, self.fps) for key, (_, size) in self.cameras.items()}
        features |= {
            "observation.state": {"dtype": "float32", "shape": [len(_STATE)], "names": list(_STATE)},
            "action": {"dtype": "float32", "shape": [len(ACTION)], "names": list(ACTION)},
            "action.json": {"dtype": "string", "shape": [1], "names": None},
            "next.reward": {"dtype": "float32", "shape": [1], "names": None},
            "next.done": {"dtype": "bool", "shape": [1], "names": None},
            "next.success": {"dtype": "bool", "shape": [1], "names": None},
            "timestamp": {"dtype": "float32", "shape": [1], "names": None},
        }
        for name in ("frame_index", "episode_index", "index", "task_index"):
            features[name] = {"dtype": "int64", "shape": [1], "names": None}
        return {
            "codebase_version": FORMAT,
            "robot_type": "omnigym",
            "total_episodes": len(self.episodes),
            "total_frames": self.frames,
            "total_tasks": len(self.tasks),
            "chunks_size": _CHUNK,
            "data_files_size_in_mb": 100,
            "video_files_size_in_mb": 200,
            "fps": self.fps,
            "splits": {"train": f"0:{len(self.episodes)}"},
            "data_path": _DATA,
            "video_path": _VIDEO,
            "features": features,
        }


# -- frames ------------------------------------------------------------------------------------------------------------


def _columns(recording: Trajectory) -> dict[str, Any]:
    actions = [step.value for step in recording.steps]
    vectors = np.array([_vector(action) for action in actions], np.float32)
    success = [bool(step.info.get("is_success")) for step in recording.steps]
    return {
        "observation.state": _pointers(vectors),
        "action": vectors,
        "action.json": [json.dumps(to_json(action), ensure_ascii=False) for action in actions],
        "next.reward": np.array([step.reward for step in recording.steps], np.float32),
        "next.done": np.array([step.terminated or step.truncated for step in recording.steps]),
        "next.success": np.array(success),
    }


def _vector(action: Action | On) -> list[float]:
    """The parts of an action that are numbers, in the order of `ACTION`."""
    plain = action.action if isinstance(action, On) else action

    def of(name: str, otherwise: Any) -> Any:
        return getattr(plain, name, otherwise)

    x, y = of("at", (-1.0, -1.0))
    to_x, to_y = of("to", (-1.0, -1.0))
    held = of("modifiers", ())
    button, key = of("button", None), of("key", None)
    return [
        *(float(_KINDS.index(type(plain))), x, y, to_x, to_y),
        float(BUTTONS.index(button)) if button is not None else -1.0,
        *(float(of(name, 0)) for name in ("count", "dx", "dy", "duration")),
        float(KEYS.index(key)) if key is not None else -1.0,
        *(float(name in held) for name in MODIFIERS),
    ]


def _pointers(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Where the pointer is before each action: where the last one with a place left it, the middle at first."""
    out, at = [], (0.5, 0.5)
    for x, y, to_x, to_y in vectors[:, 1:5].tolist():
        out.append(at)
        at = (to_x, to_y) if to_x >= 0 else (x, y) if x >= 0 else at
    return np.array(out, np.float32)


def _frames(recording: Trajectory, device: str) -> Iterator[NDArray[np.uint8]]:
    last: NDArray[np.uint8] | None = None
    for n in range(len(recording.steps)):
        frame = recording.frame(n, device)
        last = frame if frame is not None else last
        if last is None:
            raise RecordingError(f"{recording.path} lacks the picture of observation {n}.")
        yield last


def _write_film(
    frames: Iterable[NDArray[np.uint8]], path: Path, size: tuple[int, int], fps: int
) -> dict[str, NDArray[np.float64]]:
    """Write a film, and the statistics of its pixels in [0, 1], a channel each."""
    import av

    path.parent.mkdir(parents=True, exist_ok=True)
    looked: list[NDArray[np.float64]] = []
    with av.open(str(path), "w", format="mp4", options={"movflags": "faststart"}) as file:
        # a key frame every second frame, so that readers find any frame soon
        stream = file.add_stream("libx264", rate=fps, options={"crf": "18", "g": "2", "bf": "0"})
        stream.pix_fmt, (stream.width, stream.height) = "yuv420p", _even(size)
        stream.time_base = Fraction(1, fps)
        for n, pixels in enumerate(frames):
            if n < _MOST_LOOKED_AT:
                looked.append(pixels[::_EVERY, ::_EVERY].reshape(-1, 3) / 255.0)
            padded = np.pad(pixels, ((0, pixels.shape[0] % 2), (0, pixels.shape[1] % 2), (0, 0)), mode="edge")
            frame = av.VideoFrame.from_ndarray(padded, format="rgb24")
            frame.pts, frame.time_base = n, Fraction(1, fps)
            file.mux(stream.encode(frame))
        file.mux(stream.encode())
    stats = _stats(np.concatenate(looked))
    count = np.array([len(looked)])
    return {k: count if k == "count" else v.reshape(3, 1, 1) for k, v in stats.items()}


def _even(size: tuple[int, int]) -> tuple[int, int]:
    return size[0] + size[0] % 2, size[1] + size[1] % 2


def _camera(size: tuple[int, int], fps: int) -> dict[str, Any]:
    width, height = _even(size)
    info = {
        "video.height": height,
        "video.width": width,
        "video.codec": "h264",
        "video.pix_fmt": "yuv420p",
        "video.is_depth_map": False,
        "video.fps": fps,
        "video.channels": 3,
        "has_audio": False,
    }
    return {"dtype": "video", "shape": [height, width, 3], "names": ["height", "width", "channels"], "info": info}


# -- statistics --------------------------------------------------------------------------------------------------------


def _stats(values: NDArray[Any]) -> dict[str, NDArray[np.float64]]:
    """Of each column the least, the most, the mean, the deviation and quantiles; and how many there are."""
    table = np.asarray(values, np.float64).reshape(len(values), -1)
    return {
        "min": table.min(axis=0),
        "max": table.max(axis=0),
        "mean": table.mean(axis=0),
        "std": table.std(axis=0),
        "count": np.array([len(table)], np.float64),
        **{name: np.quantile(table, share, axis=0) for name, share in _QUANTILES.items()},
    }


def _merged(stats: Sequence[Mapping[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    """The statistics of several episodes; quantiles as the weighted means of theirs, as LeRobot has it."""
    counts = np.array([s["count"][0] for s in stats])
    weights = counts / counts.sum()

    def mean(name: str) -> NDArray[Any]:
        return np.asarray(sum(w * s[name] for w, s in zip(weights, stats, strict=True)))

    middle = mean("mean")
    spread = sum(w * (s["std"] ** 2 + (s["mean"] - middle) ** 2) for w, s in zip(weights, stats, strict=True))
    return {
        "min": np.min([s["min"] for s in stats], axis=0),
        "max": np.max([s["max"] for s in stats], axis=0),
        "mean": middle,
        "std": np.sqrt(spread),
        "count": np.array([int(counts.sum())]),
        **{name: mean(name) for name in _QUANTILES},
    }


# -- files -------------------------------------------------------------------------------------------------------------


def _table(columns: Mapping[str, Any]) -> Any:
    arrays = {}
    for name, values in columns.items():
        if isinstance(values, np.ndarray) and values.ndim == 2:
            flat = pa.array(values.astype(np.float32).ravel())
            arrays[name] = pa.FixedSizeListArray.from_arrays(flat, values.shape[1])
        else:
            arrays[name] = pa.array(values)
    return pa.table(arrays)


def _tasks(tasks: Mapping[str, int]) -> Any:
    """The tasks as pandas writes a table whose index they are."""
    table = pa.table({"task_index": pa.array(list(tasks.values())), "task": pa.array(list(tasks))})
    columns = [
        {"name": name, "field_name": name, "pandas_type": kind, "numpy_type": numpy, "metadata": None}
        for name, kind, numpy in (("task_index", "int64", "int64"), ("task", "unicode", "object"))
    ]
    about = {"index_columns": ["task"], "column_indexes": [], "columns": columns, "pandas_version": "2.0.0"}
    return table.replace_schema_metadata({"pandas": json.dumps(about)})


def _write_table(table: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path)


def _write_json(path: Path, data: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=4, ensure_ascii=False) + "\n", encoding="utf-8")
