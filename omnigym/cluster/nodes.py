"""Ray itself: the connection to a cluster, its nodes, and the drained ones. Nothing else imports what is private.

Ray opens a dashboard and sends usage statistics unless it is told not to. A Ray that is started here does neither.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

from omnigym.errors import ConfigError, MissingDependencyError, ServerLostError, UnknownNameError

try:
    import ray
    from ray import exceptions
    from ray.core.generated import autoscaler_pb2
except ModuleNotFoundError as e:
    raise MissingDependencyError(str(e.name), "A cluster", "pip install 'omnigym[ray]'") from None

__all__ = ["ClusterNode", "could_hold", "drain", "exceptions", "is_draining", "nodes", "ray", "reach", "room_for"]

#: Of an address: what stands after it is as `ray.init` takes it.
_SCHEME: Final = "ray:"


@dataclass(frozen=True)
class ClusterNode:
    """A node of the cluster.

    Attributes:
        id: By which Ray knows it.
        address: Its IP address.
        resources: All that it has, by Ray's names.
        draining: Whether no new actor is placed there.
    """

    id: str
    address: str
    resources: dict[str, float]
    draining: bool


def reach(address: str) -> None:
    """Connect this process to a cluster, unless it is connected.

    Args:
        address: ``"ray:auto"``, ``"ray:HOST:PORT"``, ``"ray:local"`` for a new one on this machine, or, as Ray has it
            for its client, ``"ray://HOST:PORT"``; what stands after ``ray:`` also alone.

    Raises:
        ServerLostError: There is no cluster.
        ConfigError: The address is none.
    """
    if ray.is_initialized():
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    is_client = address.startswith(f"{_SCHEME}//")
    named = address if is_client else address.removeprefix(_SCHEME)
    if not named:
        raise ConfigError(
            f"Expected a cluster as ray:auto, ray:HOST:PORT, ray:local or ray://HOST:PORT, got {address}."
        )
    own: dict[str, object] = {"include_dashboard": False} if named == "local" else {}
    try:
        ray.init(address=named, log_to_driver=False, logging_level="error", configure_logging=True, **own)
    except (ConnectionError, TimeoutError, RuntimeError) as e:
        raise ServerLostError(f"Cannot reach the cluster {address}: {e}. Start one with: ray start --head") from None
    except ValueError as e:
        raise ConfigError(f"The cluster {address} is no address that Ray takes: {e}") from None
    except ImportError:
        raise MissingDependencyError("Ray's client", address, "pip install 'ray[client]'") from None


def nodes() -> tuple[ClusterNode, ...]:
    """Return the nodes that are alive; not over Ray's client."""
    drained = ray._private.state.state.get_draining_nodes()
    return tuple(
        ClusterNode(found["NodeID"], found["NodeManagerAddress"], found["Resources"], found["NodeID"] in drained)
        for found in ray.nodes()
        if found["Alive"]
    )


def is_draining() -> bool:
    """Return whether this actor's node is drained: by `drain`, by Ray's autoscaler, or by removal of its machine."""
    return ray.get_runtime_context().get_node_id() in ray._private.state.state.get_draining_nodes()


def drain(node: str) -> None:
    """Stop new actors on a node. It leaves the cluster when the actors on it have ended.

    Args:
        node: Its id.

    Raises:
        UnknownNameError: There is no such node.
        ServerLostError: The cluster refuses.
    """
    known = {each.id for each in nodes()}
    if node not in known:
        raise UnknownNameError("node", node, known)
    client = ray._raylet.GcsClient(address=ray.get_runtime_context().gcs_address)
    preempted = autoscaler_pb2.DRAIN_NODE_REASON_PREEMPTION
    accepted, problem = client.drain_node(node, preempted, "omnigym cluster drain", 0)
    if not accepted:
        raise ServerLostError(f"The cluster does not drain {node}: {problem}")


def room_for(wanted: dict[str, float]) -> int:
    """Return the approximate number of actors for which room exists now.

    Args:
        wanted: What one takes.
    """
    free = ray.available_resources()
    return int(min((free.get(name, 0.0) // amount for name, amount in wanted.items()), default=1))


def could_hold(wanted: dict[str, float]) -> bool:
    """Return whether a node that is alive has room for an actor when nothing else runs there.

    Args:
        wanted: What the actor takes.
    """
    alive = [found["Resources"] for found in ray.nodes() if found["Alive"]]
    return any(all(has.get(name, 0.0) >= amount for name, amount in wanted.items()) for has in alive)
