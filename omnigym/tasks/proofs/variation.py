"""The proof "varied": the oracle scores 1.0 and damages nothing where the seed changes the start.

The seeds follow from the task's id. So its proof does not depend on the tasks that are proved with it, and tasks have
different layouts.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.app_names import Devices
from omnigym.devices.protocol import Variation
from omnigym.errors import DeviceError, OmnigymError
from omnigym.tasks.episode_variation import Variety
from omnigym.tasks.parameter_sampling import next_drawn
from omnigym.tasks.rollout import Stage
from omnigym.tasks.task import Task, stable_hash

__all__ = ["USUAL", "Starts", "unsolved_start"]


class Starts(NamedTuple):
    """The starts in which the oracle of a task is played besides the usual one.

    Attributes:
        variation: What the seed changes; "none" for no further start.
        seeds: How many.
    """

    variation: Variation = "none"
    seeds: int = 3


USUAL = Starts()


def unsolved_start(task: Task, devices: Devices, starts: Starts) -> str:
    """The first start in which the oracle does not score 1.0, and why; "" if there is none.

    Args:
        task: The task; with the variation "all" its parameters are drawn, too, as an environment does it.
        devices: The device, or all devices by the names that the nodes use; they are reset.
        starts: The starts.

    Raises:
        DeviceError: The device failed.
    """
    variety = Variety(starts.variation)
    first = stable_hash(["varied", task.id]) % 2**31
    for seed in range(first, first + starts.seeds):
        drawn = next_drawn(task, seed, None) if variety.filled else task
        if problem := _problem(Stage(drawn, devices, seed, variety.layout(seed), filled=variety.filled)):
            return f"{drawn.id} with seed {seed} and variation {starts.variation!r}: {problem}"
    return ""


def _problem(stage: Stage) -> str:
    """What is wrong after the oracle; "" for nothing."""
    try:
        outcome = stage.play(stage.oracle())
    except DeviceError:
        raise
    except OmnigymError as e:
        return str(e)
    finally:
        stage.end()
    if outcome.coverage < 1.0:
        return f"The oracle scores {outcome.coverage:.3f}. {outcome.problem}".rstrip()
    if damage := stage.evaluator.damage:
        return f"Besides what was asked for the oracle has {damage[0]}."
    return ""
