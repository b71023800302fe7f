"""Many environments at once: one worker process per core, and one batch in shared memory; see `OmniVectorEnv`."""

from __future__ import annotations

from omnigym.envs.vector.env import OmniVectorEnv
from omnigym.envs.vector.making import make_vector

__all__ = ["OmniVectorEnv", "make_vector"]
