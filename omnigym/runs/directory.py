"""The directory of a run: creation, continuation and reading."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from pydantic import ValidationError

from omnigym.errors import ConfigError, RecordingError, UnreadableError
from omnigym.foreign import append_to, held_lock, parse_json, place_of, read_lines, read_text, replace_file, show_value
from omnigym.foreign.limits import MAX_LINE, MAX_RECORD
from omnigym.runs.episode_record import EpisodeLine
from omnigym.runs.header import RunHeader

__all__ = ["EPISODES", "HEADER", "REPORT", "TRAJECTORIES", "RunDirectory", "read_header", "read_played"]

HEADER, EPISODES, REPORT, TRAJECTORIES = "run.json", "episodes.jsonl", "report.json", "trajectories"


class RunDirectory:
    """A run on disk.

    Args:
        path: Its directory.

    Attributes:
        path: The directory.
        header: What its episodes follow from.

    Raises:
        ConfigError: There is no run.
        RecordingError: Its ``run.json`` is damaged.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.header = read_header(self.path / HEADER)

    @classmethod
    def begin(cls, path: str | Path, header: RunHeader) -> RunDirectory:
        """Make the directory of a new run.

        Raises:
            ConfigError: There is a run already, or the directory cannot be written.
        """
        path = Path(path)
        if (path / HEADER).exists():
            raise ConfigError(
                f"There is a run in {path} already. Go on with it: omnigym evaluate --resume {path}. Or name another "
                "directory."
            )
        try:
            path.mkdir(parents=True, exist_ok=True)
            replace_file(path / HEADER, header.model_dump_json(indent=2) + "\n")
        except OSError as e:
            raise ConfigError(f"Cannot write a run to {path}: {e.strerror}. Name a directory that can be.") from e
        return cls(path)

    def check(self, header: RunHeader) -> None:
        """Check that the current settings are those of this run.

        Raises:
            ConfigError: Something is other; says what.
        """
        differences = self.header.differences(header)
        if differences:
            raise ConfigError(
                f"The run {self.path} cannot be gone on with, as its episodes would be others: "
                f"{'; '.join(differences)}. Bring that back, or begin a new run with --out."
            )

    def played(self) -> list[EpisodeLine]:
        """Return the ended episodes by number; of two lines for one episode the later counts.

        Raises:
            RecordingError: A line is damaged; says which.
        """
        return sorted({p.episode: p for p in self._lines()}.values(), key=lambda p: p.episode)

    def missing(self) -> list[int]:
        """Return the numbers of the episodes that have not ended."""
        return sorted(set(range(self.header.episodes)) - {p.episode for p in self._lines()})

    @contextlib.contextmanager
    def going_on(
        self, again: Callable[[EpisodeLine], bool] = lambda _: False
    ) -> Iterator[Callable[[EpisodeLine], None]]:
        """Write episodes as long as the block runs.

        What a killed process left of its episodes is cleared away first: half a line, and recordings without one.

        Args:
            again: Which episodes are to be played again, as if they had never been.

        Yields:
            A function that adds the line of an episode: what was added outlives whatever ends this process.

        Raises:
            ConfigError: Another process goes on with the run.
            RecordingError: A line is damaged, or cannot be written; or a link stands where a file or the recordings
                should be, so that what is written would go elsewhere.
        """
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(held_lock(self.path / f"{EPISODES}.lock"))
            except BlockingIOError:
                raise ConfigError(f"Another process goes on with the run {self.path}. Wait for it.") from None
            except OSError as e:
                raise self._unwritable(e) from e
            if (self.path / TRAJECTORIES).is_symlink():
                raise RecordingError(f"{self.path / TRAJECTORIES} is a link: expected a directory. Remove it.")
            kept = [p for p in self.played() if not again(p)]
            try:
                replace_file(self.path / EPISODES, "".join(f"{p.to_line()}\n" for p in kept))
                self._sweep({p.trajectory for p in kept})
                file = stack.enter_context(append_to(self.path / EPISODES))
            except OSError as e:
                raise self._unwritable(e) from e
            yield lambda played: _add(file, played)

    def write_report(self, report: Mapping[str, object]) -> None:
        """Write ``report.json``.

        Raises:
            RecordingError: It cannot be written.
        """
        try:
            replace_file(self.path / REPORT, json.dumps(report, indent=2, ensure_ascii=False) + "\n")
        except OSError as e:
            raise RecordingError(
                f"Cannot write {self.path / REPORT}: {e.strerror}. The episodes are intact: free space, then resume it."
            ) from e

    def _lines(self) -> Iterator[EpisodeLine]:
        for found in read_played(self.path / EPISODES):
            if isinstance(found, RecordingError):
                raise found
            yield found

    def _sweep(self, kept: set[str | None]) -> None:
        for folder in (self.path / TRAJECTORIES).glob("[0-9]*"):
            if f"{TRAJECTORIES}/{folder.name}" not in kept:
                folder.unlink() if folder.is_symlink() else shutil.rmtree(folder)
        for part in self.path.glob("*.part"):
            part.unlink()

    def _unwritable(self, e: OSError) -> RecordingError:
        return RecordingError(f"Cannot write the run {self.path}: {e.filename}: {e.strerror}. Nothing was changed.")


def _add(file: BinaryIO, played: EpisodeLine) -> None:
    try:
        file.write(f"{played.to_line()}\n".encode())
        file.flush()
    except OSError as e:
        raise RecordingError(
            f"Cannot write {file.name}: {e.strerror}. What was written before is intact: free space and resume the run."
        ) from e


def read_header(path: Path) -> RunHeader:
    """Read a ``run.json``.

    Raises:
        ConfigError: There is none.
        RecordingError: It is damaged.
    """
    try:
        data = parse_json(read_text(path, MAX_RECORD))
        return RunHeader.model_validate(data)
    except FileNotFoundError:
        raise ConfigError(
            f"There is no run in {path.parent}: expected a directory that omnigym evaluate --out made."
        ) from None
    except UnreadableError as e:
        problem = str(e)
    except ValidationError as e:
        error = e.errors(include_url=False)[0]
        problem = f"{place_of(error['loc']) or 'whole'}: {error['msg']}, got {show_value(error['input'])}"
    raise RecordingError(f"{path}: {problem}. Bring the file back, or evaluate anew.")


def read_played(path: Path) -> Iterator[EpisodeLine | RecordingError]:
    """Yield the complete lines of an ``episodes.jsonl``, in order; a damaged line yields the error.

    Without the file there is none: the run was killed before its first episode ended.
    """
    number = 0
    try:
        for number, line in enumerate(read_lines(path, MAX_LINE), 1):
            try:
                yield EpisodeLine.from_line(line, f"{path}, line {number}")
            except RecordingError as e:
                yield e
    except FileNotFoundError:
        return
    except UnreadableError as e:
        yield RecordingError(f"{path}, line {number + 1}: {e}. Bring the file back.")
