"""A directory that is looked at: a run of `omnigym evaluate`, or any directory with recordings, curves or rollouts."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from omnigym.errors import ConfigError, RecordingError
from omnigym.evaluation.report import Report, summarise
from omnigym.recording.files import META, find_trajectories
from omnigym.runs import EPISODES, HEADER, RunHeader, read_header
from omnigym.view.beneath import beneath
from omnigym.view.branches import rollout_files
from omnigym.view.curves import curve_files
from omnigym.view.listing import Entry, entries_of_run, entry_of_recording

__all__ = ["Run"]

#: What is said of a run at its head, in this order.
_ABOUT = ("env", "device", "agent", "tasks", "split", "seed", "episodes", "disturbances", "variation", "parameters")

_FIGURES = ("success_rate", "coverage_rate", "collateral", "unscored", "device_errors")


class Run:
    """What a directory holds, as it is when it is asked for; what changes later is seen by another `Run`.

    Args:
        path: The directory: a run's, one with recordings at any depth, a single recording's, or a file of rollouts.

    Raises:
        ConfigError: There is nothing to look at.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._is_run = (self.path / HEADER).exists() or (self.path / EPISODES).exists()
        self.root = self.path.parent if self.path.is_file() else self.path
        if not self.path.exists():
            raise ConfigError(f"There is no {self.path}. Name a run's directory, or one with recordings.")
        if not (self._is_run or self.curves or self.rollouts or self.entries):
            raise ConfigError(
                f"There is no episode, learning curve or rollout in {self.path}. Make some: omnigym evaluate --out "
                f"{self.path}, or omnigym record -o {self.path}"
            )

    @cached_property
    def entries(self) -> list[Entry]:
        """The episodes, by number."""
        if self._is_run:
            return entries_of_run(beneath(self.root, EPISODES))
        if self.path.is_file():
            return []
        if (self.path / META).exists():
            return [entry_of_recording(self.path, self.path, 0)]
        return [entry_of_recording(self.path, p, n) for n, p in enumerate(find_trajectories(self.path))]

    @cached_property
    def curves(self) -> list[Path]:
        """Files with learning curves."""
        return curve_files(self.path)

    @cached_property
    def rollouts(self) -> list[Path]:
        """Files of rollouts."""
        return rollout_files(self.path)

    def entry(self, number: int) -> Entry:
        """The episode of a number.

        Raises:
            RecordingError: There is none.
        """
        found = next((e for e in self.entries if e.number == number), None)
        if found is None:
            raise RecordingError(f"{self.path} has no episode {number}. It has {len(self.entries)}.")
        return found

    def recording(self, entry: Entry) -> Path | None:
        """Where an episode is recorded; None where it is not.

        Raises:
            RecordingError: It is said to be outside of the directory.
        """
        if entry.recording is None:
            return None
        return beneath(self.root, entry.recording)

    def facts(self) -> dict[str, object]:
        """For the page: what the directory is, and how the agent did in it."""
        header, problem = self._header()
        about = {} if header is None else {key: getattr(header, key) for key in _ABOUT}
        records = [e.record for e in self.entries if e.record is not None]
        report: Report | None = summarise(records) if records else None
        return {
            "name": self.path.resolve().name,
            "path": str(self.path),
            "about": {
                key: str(value)
                for key, value in about.items()
                if not (value is None or value is False or value == "none")
            },
            "report": {k: v for k, v in report.items() if k in _FIGURES} if report is not None else None,
            "episodes": len(self.entries),
            "curves": len(self.curves),
            "rollouts": len(self.rollouts),
            "problem": problem,
        }

    def _header(self) -> tuple[RunHeader | None, str]:
        """What ``run.json`` says, and what is wrong with it."""
        try:
            return read_header(beneath(self.root, HEADER)), ""
        except ConfigError:  # there is none
            return None, ""
        except RecordingError as e:
            return None, str(e)
