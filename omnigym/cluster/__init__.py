"""Environments on many machines: Ray places, restarts and drains servers; steps go directly to `omnigym.serve`.

`connect` and `connect_vec` take the address of a cluster, or that of a server, which needs no Ray.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gymnasium import Env
    from gymnasium.vector import VectorEnv

__all__ = ["connect", "connect_vec"]

_SCHEME = "ray:"


def connect(url: str, id: str, **arguments: Any) -> Env[Any, Any]:  # noqa: A002 - as in `gymnasium.make`
    """Return an environment of a server, or on a node of a cluster.

    Args:
        url: ``tcp://HOST:PORT`` or ``unix:///PATH`` of a server that `omnigym serve` runs: see
            `omnigym.serve.connect`. Or of a cluster, as of `connect_vec`.
        id: An environment's id.
        arguments: As of `omnigym.serve.connect`, or of `connect_vec`.

    Raises:
        OmnigymError: As of these.
    """
    if not url.startswith(_SCHEME):
        from omnigym import serve

        return serve.connect(url, id, **arguments)
    from omnigym.cluster.client import RayEnv

    return RayEnv(url, id, **arguments)


def connect_vec(url: str, id: str, n: int = 1, **arguments: Any) -> VectorEnv[Any, Any, Any]:  # noqa: A002
    """Return environments of a server, or on the nodes of a cluster, that are stepped at once.

    Args:
        url: Of a server: see `omnigym.serve.connect_vec`. Of a cluster ``ray:auto``, ``ray:HOST:PORT``, ``ray:local``
            for a new one on this machine, or ``ray://HOST:PORT`` by Ray's client.
        id: An environment's id.
        n: The number of environments.
        arguments: Of a server as of `omnigym.serve.connect_vec`. Of a cluster those of `gymnasium.make`, and

            * ``autoreset_mode``: as of `omnigym.envs.vector.OmniVectorEnv`;
            * ``device``: the name of the device; None for the id's own;
            * ``per_actor``: the most environments of an actor; by default they are spread over the free room;
            * ``needs``: what an actor takes of its node (`omnigym.cluster.needs.Needs`), if not what its device needs;
            * ``fleet``: a `omnigym.cluster.fleet.Fleet` whose actors are used, which several environments may share;
            * ``wait_s``: how long room is waited for, in seconds (300);
            * ``patience_s``: how long a broken connection is made again, in seconds (10);
            * ``deadline_s``: how long a step or reset may take, in seconds (600); None for ever.

    Raises:
        MissingDependencyError: Ray is not installed.
        ServerLostError: The cluster or the server cannot be reached.
        ServerBusyError: There is no room.
        ConfigError: An argument is wrong.
    """
    if not url.startswith(_SCHEME):
        from omnigym import serve

        return serve.connect_vec(url, id, n, **arguments)
    from omnigym.cluster.client import RayVectorEnv

    return RayVectorEnv(url, id, n, **arguments)
