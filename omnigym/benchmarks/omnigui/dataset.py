"""OmniGUI's published set: episodes of steps, each with a screenshot, a film and a sound (OmniGUI B.1).

Two layouts are read. By application::

    APP/localization.jsonl ...      a line for each episode: ID, app, instruction_zh, instruction_en
    APP/dataset_APP.json            the rows of all its steps
    APP/media/ID/1.png 1.mp4 1.wav  of each step, counted from 1
    APP/media/ID/ID.json            the rows of this episode

Merged, ``merged_sorted.json`` has the rows of all, and ``benchmark/`` the media. No published field says how far a task
needs ears and eyes. We keep it beside the set: ``levels.json``, ``{"ID": "critical" | "supportive" | "present"}``.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final, Literal, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from omnigym.benchmarks.omnigui.media import MediaClip, read_clip, read_screenshot, read_sound
from omnigym.benchmarks.omnigui.rows import LINES, LIST, Row, Rows, read_rows, write_rows
from omnigym.codecs.omnigui import Annotation, read_annotation
from omnigym.errors import ActionError, AssetError, ConfigError, UnknownNameError, UnreadableError
from omnigym.foreign import parse_json, read_bytes, read_text, replace_file, show_value
from omnigym.foreign.limits import FILE_BYTES, MAX_NAME, MAX_PATH, MAX_RECORD
from omnigym.tasks.modality_levels import DIMENSIONS, LEVELS

__all__ = ["DIMENSIONS", "LEVELS", "DatasetEpisode", "DatasetStep", "Language", "OmniGUI", "OmniGUIWriter"]

Language: TypeAlias = Literal["native", "en", "zh"]
Kind: TypeAlias = Literal["png", "mp4", "wav"]
_T = TypeVar("_T")

_MERGED: Final = "merged_sorted.json"
_BENCHMARK: Final = "benchmark"
_LEVELS: Final = "levels.json"
_ID: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}")
#: The fields with the paths of media; merged rows have the later names, too.
_PATHS: Final[Mapping[Kind, tuple[str, ...]]] = {
    "png": ("image_path", "current_image", "image"),
    "mp4": ("video_path", "current_video", "video"),
    "wav": ("audio_path", "current_audio", "audio"),
}
#: The applications whose tasks are asked in English; those of the others are in Chinese (Table 7).
_ENGLISH: Final = frozenset(
    (
        *("amazon", "duolingo", "googletranslate", "gtrans", "imdb", "insta", "instagram", "redbull", "redbulltv"),
        *("snapchat", "spotify", "tasty", "ted", "tiktok", "twitter", "vimeo", "x", "youtube"),
    )
)


@dataclass(frozen=True)
class DatasetStep:
    """A step of an episode; its media are read when they are asked for.

    Attributes:
        row: As published.
        index: Its place in the episode, from 0.
        annotation: The right action.
        folders: Where its media may be.
        root: The set's directory, which no path leaves.
    """

    row: Row = field(repr=False)
    index: int
    annotation: Annotation
    folders: tuple[Path, ...] = field(repr=False)
    root: Path = field(repr=False)

    @property
    def id(self) -> str:
        """The episode's id."""
        return str(self.row["episode_id"])

    def screenshot(self) -> NDArray[np.uint8]:
        """The screen before the action, (height, width, 3).

        Raises:
            AssetError: It is not in the set.
            UnreadableError: It is damaged, or its path leaves the set.
        """
        return self._read("png", read_screenshot)

    def sound(self) -> NDArray[np.int16]:
        """The sound since the action before, (S,) at 16 kHz; see `omnigym.benchmarks.omnigui.media.read_sound`.

        Raises:
            AssetError: It is not in the set.
            UnreadableError: It is damaged, or its path leaves the set.
        """
        return self._read("wav", read_sound)

    def clip(self, count: int = 4) -> MediaClip:
        """Frames of the film since the action before; see `omnigym.benchmarks.omnigui.media.read_clip`.

        Raises:
            AssetError: It is not in the set.
            MissingDependencyError: PyAV is not installed.
            UnreadableError: It is damaged, or its path leaves the set.
        """
        return self._read("mp4", lambda content: read_clip(content, count))

    def path(self, kind: Kind) -> str:
        """The path that its row has for a screenshot, film or sound; "" if it has none."""
        return next((value for key in _PATHS[kind] if isinstance(value := self.row.get(key), str) and value), "")

    def content(self, kind: Kind) -> bytes:
        """The bytes of its screenshot, film or sound.

        Raises:
            AssetError: It is not in the set.
            UnreadableError: Its path leaves the set, or it cannot be read.
        """
        name = self.path(kind)
        paths = [_inside(name)] if name else []
        paths.append(PurePosixPath(self.id, f"{self.index + 1}.{kind}"))
        for folder in self.folders:
            for path in paths:
                found = folder / path
                if found.is_file():
                    if not found.resolve().is_relative_to(self.root.resolve()):
                        raise UnreadableError(f"{found} is a link that leaves the set {self.root}.")
                    return read_bytes(found, FILE_BYTES)
        raise AssetError(f"Step {self.index} of {self.id} has no {paths[0]} below {self.folders[0]}. Complete the set.")

    def _read(self, kind: Kind, read: Callable[[bytes], _T]) -> _T:
        content = self.content(kind)
        try:
            return read(content)
        except UnreadableError as e:
            raise type(e)(f"Step {self.index} of {self.id}, .{kind}: {e}") from None


@dataclass(frozen=True)
class DatasetEpisode:
    """An episode.

    Attributes:
        id: Its id.
        app: Its application.
        dimension: One of `DIMENSIONS`; "" where the set does not say.
        level: One of `LEVELS`; "" where the set does not say.
        about: Its line among those of its dimension; empty where there is none.
        steps: All its steps, in order.
    """

    id: str
    app: str
    dimension: str
    level: str
    about: Row = field(repr=False)
    steps: tuple[DatasetStep, ...] = field(repr=False)

    def instruction(self, language: Language = "native") -> str:
        """The goal: in the application's own language, or in the one that is named if there is one."""
        row = self.steps[0].row
        english = self.about.get("instruction_en") or row.get("instruction_en")
        chinese = self.about.get("instruction_zh") or row.get("instruction_zh") or row.get("instruction")
        if language == "native":
            language = "en" if re.sub(r"[^a-z]", "", self.app.lower()) in _ENGLISH else "zh"
        first, second = (english, chinese) if language == "en" else (chinese, english)
        return str(first or second or "")


class OmniGUI:
    """A set on disk. Rows are read application by application when an episode is asked for, media step by step.

    Args:
        root: Its directory: that of the applications, of one application, or of ``merged_sorted.json``.

    Attributes:
        root: The same.
        merged: Whether it is in the merged layout.

    Raises:
        UnreadableError: There is no set, or its lists of episodes are damaged.
    """

    def __init__(self, root: Path | str) -> None:
        self.root = Path(root)
        self.merged = (self.root / _MERGED).is_file()
        self.apps: Mapping[str, Path] = self._applications()
        if not self.merged and not self.apps:
            raise UnreadableError(
                f"{self.root} is no set of OmniGUI: expected {_MERGED}, or APP/{DIMENSIONS[0]}.jsonl and the like."
            )
        self._abouts: dict[str, tuple[str, str, Row]] = {}
        for app, folder in self.apps.items():
            for dimension, rows in _dimension_rows(folder).items():
                for about in rows.rows:
                    self._add_about(app, dimension, about)
        self._levels = self._read_levels()
        self._rows: dict[str, dict[str, list[Row]]] = {}
        self._folders: dict[str, tuple[Path, ...]] = {}

    def _applications(self) -> dict[str, Path]:
        """The directories with lists of episodes, by name."""
        if not self.root.is_dir():
            return {}
        if any((self.root / f"{name}.jsonl").is_file() for name in DIMENSIONS):
            return {self.root.resolve().name: self.root}
        above = self.root / _BENCHMARK if self.merged else self.root
        folders = sorted(path for path in above.iterdir() if path.is_dir()) if above.is_dir() else []
        return {f.name: f for f in folders if any((f / f"{name}.jsonl").is_file() for name in DIMENSIONS)}

    def _add_about(self, app: str, dimension: str, about: Row) -> None:
        name = about.get("ID")
        if not isinstance(name, str) or not _ID.fullmatch(name):
            raise UnreadableError(
                f"{self.apps[app] / dimension}.jsonl: expected an ID of letters, digits and -_., "
                f"got {show_value(name)}."
            )
        if name in self._abouts:
            raise UnreadableError(f"The episode {name} occurs twice: in {app} and in {self._abouts[name][0]}.")
        self._abouts[name] = app, dimension, about

    def _read_levels(self) -> Mapping[str, str]:
        path = self.root / _LEVELS
        try:
            found = parse_json(read_text(path, MAX_RECORD))
        except FileNotFoundError:
            return {}
        except UnreadableError as e:
            raise UnreadableError(f"{path}: {e}.") from None
        if not isinstance(found, Mapping) or not all(level in LEVELS for level in found.values()):
            raise UnreadableError(f"{path}: expected an object with {', '.join(LEVELS)} as values.")
        return found

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of all episodes, in the set's order."""
        if self.merged:
            return tuple(self._rows_of(""))
        return tuple(self._abouts)

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, name: str) -> DatasetEpisode:
        """An episode.

        Raises:
            UnknownNameError: There is none.
            UnreadableError: A step is missing or cannot be read.
        """
        if name not in self.ids:
            raise UnknownNameError("episode", name, self.ids)
        app, dimension, about = self._abouts.get(name, ("", "", {}))
        rows = self._rows_of("" if self.merged else app).get(name, [])
        steps = self._steps(name, rows, "" if self.merged else app)
        told = about.get("app") or rows[0].get("app") or app
        return DatasetEpisode(name, str(told), dimension, self._levels.get(name, ""), about, steps)

    def episodes(self) -> Iterator[tuple[str, DatasetEpisode | UnreadableError]]:
        """All episodes by id; of one that cannot be read the error, so that it is left out and not scored."""
        for name in self.ids:
            try:
                yield name, self[name]
            except UnreadableError as e:
                yield name, e

    def _rows_of(self, app: str) -> dict[str, list[Row]]:
        """The rows of an application, or of all, by episode."""
        if app not in self._rows:
            path = self.root / _MERGED if self.merged else self.apps[app] / f"dataset_{app}.json"
            grouped: dict[str, list[Row]] = defaultdict(list)
            try:
                rows = read_rows(path).rows
            except FileNotFoundError:
                raise UnreadableError(f"{path} is missing: it has the rows of all steps.") from None
            for row in rows:
                name = row.get("episode_id")
                if not isinstance(name, str) or not _ID.fullmatch(name):
                    raise UnreadableError(f"{path}: expected an episode_id as a plain name, got {show_value(name)}.")
                grouped[name].append(row)
            self._rows[app] = grouped
            above = self.root / _BENCHMARK
            merged = (above, *[folder / "media" for folder in self.apps.values()], *self.apps.values())
            self._folders[app] = merged if self.merged else (self.apps[app] / "media", self.apps[app])
        return self._rows[app]

    def _steps(self, name: str, rows: list[Row], app: str) -> tuple[DatasetStep, ...]:
        places = [row.get("step_id") for row in rows]
        length = next((row["episode_length"] for row in rows if isinstance(row.get("episode_length"), int)), len(rows))
        if length != len(rows) or not rows or sorted(map(repr, places)) != sorted(map(repr, range(length))):
            told = ", ".join(map(show_value, places[:20])) or "none"
            raise UnreadableError(f"The episode {name} has {length} steps, got rows for {told}.")
        steps = []
        for index, row in enumerate(sorted(rows, key=lambda row: int(row["step_id"]))):
            try:
                annotation = read_annotation(row)
            except ActionError as e:
                raise UnreadableError(f"Step {index} of {name}: {e}.") from None
            steps.append(DatasetStep(row, index, annotation, self._folders[app], self.root))
        return tuple(steps)


def _dimension_rows(folder: Path) -> dict[str, Rows]:
    """The lists of episodes of an application, by dimension; without those that it lacks.

    Raises:
        UnreadableError: One is damaged.
    """
    found = {}
    for dimension in DIMENSIONS:
        try:
            found[dimension] = read_rows(folder / f"{dimension}.jsonl")
        except FileNotFoundError:
            continue
    return found


def _inside(name: str) -> PurePosixPath:
    """A path that a row names.

    Raises:
        UnreadableError: It leaves the directory that it is relative to.
    """
    path = PurePosixPath(name)
    long = len(name) > MAX_PATH or any(len(part.encode("utf-8", "replace")) > MAX_NAME for part in path.parts)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name or not path.parts or long:
        raise UnreadableError(f"Expected a path below the set's media, got {show_value(name)}.")
    return path


# -- writing -----------------------------------------------------------------------------------------------------------


class OmniGUIWriter:
    """Writes a set by application: media at once, rows and lists when it is closed.

    Args:
        root: An empty directory, or one that is made.

    Raises:
        ConfigError: There are files in it.
    """

    def __init__(self, root: Path | str) -> None:
        self.root = Path(root)
        if self.root.exists() and any(self.root.iterdir()):
            raise ConfigError(f"{self.root} is not empty. Name another directory.")
        self._abouts: dict[str, dict[str, list[Row]]] = {}
        self._rows: dict[str, list[Row]] = {}
        self._levels: dict[str, str] = {}

    def add(
        self,
        about: Row,
        dimension: str,
        rows: Iterable[Row],
        media: Mapping[str, bytes],
        app: str = "",
        level: str = "",
    ) -> None:
        """Add an episode.

        Args:
            about: Its line: ID, app, instruction_zh, instruction_en.
            dimension: One of `DIMENSIONS`.
            rows: Of its steps, in order.
            media: The files of its folder by name, such as "1.png".
            app: The folder of its application; "" for the app of ``about``.
            level: One of `LEVELS`, or "".

        Raises:
            UnknownNameError: The dimension is none.
            UnreadableError: A name cannot be that of a file.
            OSError: It cannot be written.
        """
        if dimension not in DIMENSIONS:
            raise UnknownNameError("dimension", dimension, DIMENSIONS)
        app, name = app or str(about["app"]), str(about["ID"])
        for part in (name, *media):
            if not _ID.fullmatch(part):
                raise UnreadableError(f"Expected a plain name of a file, got {show_value(part)}.")
        if _inside(app).parts != (app,):
            raise UnreadableError(f"Expected the name of a folder as app, got {show_value(app)}.")
        rows = list(rows)
        folder = self.root / app / "media" / name
        folder.mkdir(parents=True)
        for file, content in media.items():
            replace_file(folder / file, content)
        write_rows(folder / f"{name}.json", rows, LIST)
        self._abouts.setdefault(app, {}).setdefault(dimension, []).append(about)
        self._rows.setdefault(app, []).extend(rows)
        if level:
            self._levels[name] = level

    def close(self) -> None:
        """Write what is not of one episode.

        Raises:
            OSError: It cannot be written.
        """
        for app, rows in self._rows.items():
            for dimension, abouts in self._abouts[app].items():
                write_rows(self.root / app / f"{dimension}.jsonl", abouts, LINES)
            write_rows(self.root / app / f"dataset_{app}.json", rows, LIST)
        if self._levels:
            replace_file(self.root / _LEVELS, json.dumps(self._levels, indent=1) + "\n")
