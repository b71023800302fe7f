"""omnigym: computer use as a reinforcement-learning problem.

Importing it registers the environments, so that ``gymnasium.make("OmniBench-Win11-v0")`` works. `connect` and
`connect_vec` make environments of a server that `omnigym serve` runs, or on the nodes of a cluster.
"""

from typing import Any as _Any

import omnigym.envs as _envs  # registers the ids
from omnigym.plugins import load_plugins as _load_plugins

__all__: list[str] = ["connect", "connect_vec"]
_load_plugins()  # those of the process that started this one
_envs.register_all()  # those of plugins
del _envs, _load_plugins


def __getattr__(name: str) -> _Any:
    """Import what speaks with servers and clusters when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'omnigym' has no attribute {name!r}")
    from omnigym import cluster

    return getattr(cluster, name)
