"""Playing episodes on a cluster: whole episodes go to actors, and their records and recordings come back."""

from __future__ import annotations

import io
import tarfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from omnigym.baselines.episodes import Recording
from omnigym.baselines.workers import Worker
from omnigym.cluster.actors import ActorTurn, PlayerActor
from omnigym.cluster.needs import needs_of
from omnigym.cluster.nodes import exceptions, ray, reach, room_for
from omnigym.errors import ConfigError, DeviceLostError, ServerBusyError
from omnigym.plugins import plugins
from omnigym.runs import EpisodeLine

__all__ = ["play_on"]

#: An episode whose node or actor is lost is played again so often; then it is not scored.
_RETRIES: Final = 2
#: After so many actors in a row that could not be made, the run ends.
_FAILURES: Final = 3
#: How long the first actor is waited for, in seconds.
_START_S: Final = 300.0
#: How often something is looked at that no actor says, in seconds.
_LOOK_S: Final = 1.0
#: How long devices may take to close, in seconds.
_END_S: Final = 20.0


def play_on(
    address: str,
    env: str,
    device: str | None,
    most: int | None,
    make: Callable[[Recording | None], Worker[EpisodeLine]],
    recording: Recording | None,
    episodes: Iterable[int],
    unscored: Callable[[int, str], EpisodeLine],
) -> Iterator[tuple[int, EpisodeLine]]:
    """Play all episodes on a cluster, and yield each as it is done, in no particular order.

    Actors are added while the cluster has room and episodes are left, and given back when none is. A node that is
    drained gets no new episode. An episode that is lost with its actor is played again on another one; the third time
    it is not scored. An error of a player ends all, as does leaving the iteration.

    Args:
        address: The cluster's, as of `omnigym.cluster.nodes.reach`.
        env, device: What is played, as of `omnigym.cluster.needs.needs_of`.
        most: The most actors; None for as many as have room.
        make: Makes a player, on its node; to be pickled, as are the results.
        recording: Where recordings are kept, on this machine.
        episodes: Their numbers.
        unscored: An episode that was lost, and why.

    Raises:
        MissingDependencyError: Ray is not installed.
        ServerBusyError: The cluster has no room for any actor.
        DeviceLostError: Actors cannot be made.
    """
    needs = needs_of(env, device)
    reach(address)
    actor = ray.remote(PlayerActor).options(scheduling_strategy="SPREAD", **needs.options)
    party = _Party(lambda: actor.remote(make, recording, plugins()), needs.plain, deque(episodes), most)
    try:
        while party.busy:
            for episode, turn in party.next():
                if isinstance(turn, str):
                    yield episode, unscored(episode, turn)
                    continue
                if turn.recording is not None and recording is not None:
                    _unpack(turn.recording, recording)
                yield episode, turn.played
    finally:
        party.close()


class _Party:
    """The actors of a run.

    Args:
        make: Starts one.
        needs: What one takes of its node.
        todo: The episodes that are left.
        most: The most actors.
    """

    def __init__(self, make: Callable[[], Any], needs: dict[str, float], todo: deque[int], most: int | None) -> None:
        self._make, self._needs, self._todo = make, needs, todo
        self._most = len(todo) if most is None else min(most, len(todo))
        self._doing: dict[object, tuple[object, int | None]] = {}  # by the awaited answer: an actor, and its episode
        self._ending: list[object] = []
        self._lost: dict[int, int] = {}
        self._failures, self._since = 0, time.monotonic()
        self._grow(max(1, room_for(needs)))

    @property
    def busy(self) -> bool:
        """Whether something is left to do."""
        return bool(self._todo) or any(episode is not None for _, episode in self._doing.values())

    def _grow(self, count: int) -> None:
        for _ in range(min(count, self._most - len(self._doing), len(self._todo))):
            made = self._make()
            self._doing[made.look.remote()] = made, None

    def next(self) -> Iterator[tuple[int, ActorTurn | str]]:
        """The next episodes that are done; or why one is not scored.

        Raises:
            ServerBusyError, DeviceLostError: As of `play_on`.
        """
        starting = sum(episode is None for _, episode in self._doing.values())
        if not starting:  # there always is one that Ray may place as soon as there is room
            self._grow(1)
        if starting == len(self._doing) and time.monotonic() - self._since > _START_S:
            needs = ", ".join(f"{name} {amount:g}" for name, amount in self._needs.items())
            raise ServerBusyError(f"The cluster had no room for a player within {_START_S:g} s. It takes {needs}.")
        ready, _ = ray.wait(list(self._doing), num_returns=1, timeout=_LOOK_S)
        for ref in ready:
            actor, episode = self._doing.pop(ref)
            try:
                said = ray.get(ref)
            except exceptions.RayActorError as e:
                yield from self._gone(episode, str(e))
            except exceptions.RayTaskError as e:
                self._end(actor)
                raise e.cause from None
            else:
                self._failures, self._since = 0, time.monotonic()
                if episode is not None:
                    yield episode, said
                if self._todo and not (episode is not None and said.draining):
                    self._play(actor)
                else:
                    self._end(actor)

    def _play(self, actor: Any) -> None:
        episode = self._todo.popleft()
        self._doing[actor.play.remote(episode)] = actor, episode

    def _gone(self, episode: int | None, problem: str) -> Iterator[tuple[int, str]]:
        """An actor is lost: with an episode, or before its first one."""
        problem = problem.strip().rpartition("\n")[2]
        if episode is None:
            self._failures += 1
            if self._failures >= _FAILURES:
                why = f"{self._failures} actors in a row could not be made: {problem}"
                raise DeviceLostError("cluster", "play", why)
            return
        self._lost[episode] = self._lost.get(episode, 0) + 1
        if self._lost[episode] > _RETRIES:
            yield episode, f"The episode was lost with its actor {self._lost[episode]} times: {problem}"
        else:
            self._todo.appendleft(episode)

    def _end(self, actor: Any) -> None:
        self._ending.append(actor.end.remote())
        actor.__ray_terminate__.remote()  # when it has ended

    def close(self) -> None:
        """Give all actors back; episodes that are being played are given up."""
        if not ray.is_initialized():
            return
        for actor, _ in self._doing.values():
            ray.kill(actor)
        if self._ending:
            ray.wait(self._ending, num_returns=len(self._ending), timeout=_END_S)


def _unpack(archive: bytes, recording: Recording) -> None:
    recording.folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files:  # Python 3.11.2 has no filter for `extractall`
            target = recording.folder / member.name
            if ".." in target.parts or not target.is_relative_to(recording.folder):
                raise ConfigError(f"A recording of the cluster has a file outside of its folder: {member.name!r}.")
            content = files.extractfile(member) if member.isfile() else None
            if content is not None:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read())
