"""The fixtures of the benchmarks' tests: those of tasks, of the command line and of agents."""

from tests.baselines.conftest import *  # noqa: F403
from tests.cli.conftest import fake_env, run, task_file
from tests.tasks.conftest import make_device, pool, pool_of_three

__all__ = ["fake_env", "make_device", "pool", "pool_of_three", "run", "task_file"]
