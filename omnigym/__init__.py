"""omnigym: computer use as a reinforcement-learning problem.

Importing it registers the environments, so that ``gymnasium.make("OmniBench-Win11-v0")`` works.
"""

import omnigym.envs as _envs  # registers the ids

__all__: list[str] = []
del _envs
