"""Playing episodes by their numbers, recorded or not, in any process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from omnigym.baselines.agent import Agent, Env
from omnigym.baselines.evaluate import Player
from omnigym.runs.agent_log import AGENT_LOG, write_agent_log
from omnigym.runs.episode_record import EpisodeLine, Usage, tokens_of, total_usage
from omnigym.tasks.records import record_of
from omnigym.tasks.task import Task
from omnigym.wrappers.record_trajectory import RecordTrajectory

__all__ = ["EpisodePlayer", "Recording", "TouringPlayer", "lost_episode"]


@dataclass(frozen=True)
class Recording:
    """The place and the manner of recording episodes.

    Attributes:
        folder: A directory for each episode goes here.
        first: The number of the first episode's directory.
        kept: The arguments of `RecordTrajectory` that say what is kept.
    """

    folder: Path
    first: int = 0
    kept: Mapping[str, bool] = field(default_factory=dict)


class EpisodePlayer:
    """A player of episodes by their numbers, in any process.

    Args:
        make: Makes the environment.
        agent: Makes the agent.
        plan, seed, name: As of `Player`.
        recording: Where each episode is recorded; None for nowhere.
        around: Wraps the environment, recorded or not, before the agent does.
    """

    def __init__(
        self,
        make: Callable[[], Env],
        agent: Callable[[], Agent],
        plan: Sequence[int],
        seed: int,
        name: str,
        recording: Recording | None = None,
        around: Callable[[Env], Env] = lambda env: env,
    ) -> None:
        env = make()
        self._recording = recording
        self._recorder: RecordTrajectory | None = None
        if recording is not None:
            env = self._recorder = RecordTrajectory(env, recording.folder, **recording.kept)
        self._used: list[Usage] = []
        self._player = Player(around(env), agent(), plan, seed, name, self._hear)

    def __call__(self, episode: int) -> EpisodeLine:
        """Play an episode.

        Returns:
            Its ``trajectory`` is the name of its directory in the recording's folder.

        Raises:
            DeviceError: Three in a row could not begin.
            AgentError: What the agent runs on failed in three in a row.
        """
        self._used = []
        before = None
        if self._recorder is not None and self._recording is not None:
            before, self._recorder.number = self._recorder.path, self._recording.first + episode
        record = self._player(episode)
        usage = total_usage(self._used)
        if usage is not None:
            record = replace(record, tokens=tokens_of(usage))
        path = None if self._recorder is None else self._recorder.path
        return EpisodeLine(episode, record, path.name if path is not None and path != before else None, usage)

    def close(self) -> None:
        """Release the device."""
        self._player.close()

    def _hear(self, told: Mapping[str, object]) -> None:
        usage = told.get("usage")
        if isinstance(usage, Mapping):
            self._used.append({name: value for name, value in usage.items() if isinstance(value, int | float | None)})
        if self._recorder is None or self._recorder.path is None:
            return
        self._recorder.note(thought=str(told.get("thought") or ""))
        write_agent_log(self._recorder.path / AGENT_LOG, self._recorder.mask.plain(told))


class TouringPlayer:
    """A player of each episode in the environment of its task, which is made for its first episode.

    Args:
        makes: Makes the player of each environment; the agent of one knows nothing of the others.
        which: For each episode the place in ``makes`` of who plays it.
    """

    def __init__(self, makes: Sequence[Callable[[], EpisodePlayer]], which: Sequence[int]) -> None:
        self._makes, self._which = makes, which
        self._players: dict[int, EpisodePlayer] = {}

    def __call__(self, episode: int) -> EpisodeLine:
        """Play an episode; see `EpisodePlayer`."""
        which = self._which[episode]
        if which not in self._players:
            self._players[which] = self._makes[which]()
        return self._players[which](episode)

    def close(self) -> None:
        """Release the devices."""
        for player in self._players.values():
            player.close()


def lost_episode(episode: int, task: Task, seed: int, agent: str, problem: str) -> EpisodeLine:
    """Return the unscored record of an episode that was lost with its machine.

    Args:
        episode: Its number.
        task: What was to be done.
        seed: That of the run.
        agent: The agent's name.
        problem: What happened.
    """
    record = record_of(
        task,
        agent=agent,
        seed=seed + episode,
        end_reason="device_error",
        unscored=True,
        device_errors=1,
        problem=problem,
    )
    return EpisodeLine(episode, record)
