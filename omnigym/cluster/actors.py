"""The actors on the nodes: a server of environments, or a player of episodes."""

from __future__ import annotations

import io
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from omnigym.baselines.episodes import Recording
from omnigym.baselines.workers import Worker
from omnigym.cluster.nodes import is_draining, ray
from omnigym.garbage import spare_collector
from omnigym.plugins import use_plugins
from omnigym.runs import EpisodeLine
from omnigym.serve.server import EnvServer, ServerSettings
from omnigym.serve.session import is_packed

__all__ = ["ActorLook", "ActorTurn", "EnvActor", "PlayerActor"]

#: The lease of a client whose connection is gone, in seconds.
_LEASE_S: Final = 30.0


class ActorLook(NamedTuple):
    """The status of an actor.

    Attributes:
        url: Where its server is; another one after a restart.
        node: The id of its node.
        draining: Whether that is drained.
    """

    url: str
    node: str
    draining: bool


class EnvActor:
    """A server of environments on a node: a pack of simulated ones, or one real device.

    Args:
        envs: The ids that are given, and the device of each.
        token: What clients must know.
        most: The most environments.
        plugins: The driver's.
        warm: What is played before somebody comes, as of `omnigym.serve.pool.PoolSettings`; None for a moment of each
            id.
    """

    def __init__(
        self,
        envs: Mapping[str, str | None],
        token: str,
        most: int,
        plugins: tuple[str, ...],
        warm: list[tuple[str, dict[str, Any]]] | None,
    ) -> None:
        use_plugins(*plugins)
        packed = all(is_packed(name, device) for name, device in envs.items())
        pool: dict[str, object] = {"packs": int(packed), "private": False}
        if not packed or warm is not None:
            pool["warm"] = warm or []
        address = ray.util.get_node_ip_address()
        settings = ServerSettings(envs, token, address=address, most=most, lease_s=_LEASE_S, pool=pool)
        self._server = EnvServer(settings)
        self._node = ray.get_runtime_context().get_node_id()

    def look(self) -> ActorLook:
        """Return the status."""
        return ActorLook(self._server.url, self._node, is_draining())

    def end(self) -> None:
        """Close the devices."""
        self._server.close()


class ActorTurn(NamedTuple):
    """An episode that was played on a node.

    Attributes:
        played: The episode.
        recording: The files of its recording, as a tar archive; None if it is not recorded.
        draining: Whether the node is drained.
    """

    played: EpisodeLine
    recording: bytes | None
    draining: bool


class PlayerActor:
    """Plays episodes on a node.

    Args:
        make: Makes who plays; called with where episodes are recorded, which is a folder of this node.
        recording: Where the driver keeps them; None for nowhere.
        plugins: The driver's.
    """

    def __init__(
        self,
        make: Callable[[Recording | None], Worker[EpisodeLine]],
        recording: Recording | None,
        plugins: tuple[str, ...],
    ) -> None:
        use_plugins(*plugins)
        self._folder = tempfile.TemporaryDirectory(prefix="omnigym-")
        here = None if recording is None else Recording(Path(self._folder.name), recording.first, recording.kept)
        self._make = partial(make, here)
        self._player: Worker[EpisodeLine] | None = None

    def look(self) -> None:
        """Answer as soon as the actor can play."""
        if self._player is None:
            self._player = self._make()
            spare_collector()

    def play(self, episode: int) -> ActorTurn:
        """Play an episode."""
        assert self._player is not None
        played = self._player(episode)
        files = None
        if played.trajectory is not None:
            files = _packed(Path(self._folder.name) / played.trajectory)
        return ActorTurn(played, files, is_draining())

    def end(self) -> None:
        """Close the devices."""
        if self._player is not None:
            self._player.close()
        self._folder.cleanup()


def _packed(folder: Path) -> bytes:
    """A folder as a tar archive, and gone."""
    found = io.BytesIO()
    with tarfile.open(fileobj=found, mode="w") as archive:
        archive.add(folder, folder.name)
    shutil.rmtree(folder)
    return found.getvalue()
