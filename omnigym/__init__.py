"""omnigym: computer use as a reinforcement-learning problem.

Importing it registers the environments, so that ``gymnasium.make("OmniBench-Win11-v0")`` works.
"""

import omnigym.envs as _envs  # registers the ids
from omnigym.plugins import load_plugins as _load_plugins

__all__: list[str] = []
_load_plugins()  # those of the process that started this one
del _envs, _load_plugins
