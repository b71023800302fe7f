"""How fast a step of several devices is, beside steps of each of them alone, in one process and in turns.

    python benchmarks/cross_step.py [--steps 2000] [--seed 0]

Three environments do the same actions (`sim_step.hits`): the simulated desktop alone, the phone alone, and both in one
episode, where every other action is on the phone. They take turns of 100 steps, and processor time is what counts, so
what else the machine does falls on all of them. The yardstick is the rate of the slower device alone, of which the
episode of both should have 80 %: an action touches one device, and the other one should cost nearly nothing. How much
it does cost is what a step takes beyond the mean of the same steps alone.

Then the evaluator alone: what a step costs besides the checks, with 11 nodes that wait for something that just changed,
beside any number of completed ones.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
import timeit
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import gymnasium
import numpy as np
from rich.console import Console
from rich.table import Table
from sim_step import hits

from omnigym.actions import On, Wait
from omnigym.devices.fake import FakeDevice
from omnigym.envs import MultiDeviceEnv, OmniEnv
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.evaluator import GraphEvaluator
from omnigym.evaluation.graph import EvalGraph, EvalNode
from omnigym.garbage import spare_collector
from omnigym.tasks.task import Task, TaskNode

_PHONE = {"backend": "sim", "platform": "android", "size": (270, 600), "scale": 0.75}
_ON_PHONE = "phone-messages/send-to-number", {"number": "555-0133-5771", "text": "Please bring the keys"}
_ON_DESKTOP = "files/create-folder", {"name": "Reports", "folder": "Documents"}
_ENDLESS: dict[str, Any] = {"max_steps": 10**9, "limits": {"max_idle_steps": 10**9}}
_TURN = 100


def _task(task_id: str, *nodes: TaskNode) -> Task:
    return Task(id=task_id, nodes=nodes)


def _alone(device: Any, subtask: tuple[str, Mapping[str, object]], **kwargs: Any) -> OmniEnv:
    return OmniEnv(device, _task("alone", TaskNode("1", *subtask)), **_ENDLESS, **kwargs)


def _both(**kwargs: Any) -> MultiDeviceEnv:
    nodes = TaskNode("1", *_ON_PHONE, "phone"), TaskNode("2", *_ON_DESKTOP, "desktop")
    return MultiDeviceEnv({"desktop": "sim", "phone": _PHONE}, _task("cross", *nodes), **_ENDLESS, **kwargs)


def rollout(env: gymnasium.Env[Any, Any], seed: int, devices: tuple[str, ...] = ("",)) -> Iterator[float]:
    """Yields the seconds of processor time of each step, endlessly; of several devices each is acted on in turn."""
    rngs: list[Any] = [np.random.default_rng(seed) for _ in devices]
    kept: Any = env.reset(seed=seed)
    for n in itertools.count(1):
        for name, rng in zip(devices, rngs, strict=True):
            tree = env.unwrapped.a11y(*filter(None, [name]))
            action = hits(tree, rng)
            start = time.thread_time()
            kept = env.step(On(name, action) if name else action)
            yield time.thread_time() - start
        if n % 100 == 0 or kept[2] or kept[3]:
            kept = env.reset()


def compare(steps: int, seed: int, **kwargs: Any) -> Mapping[str, list[float]]:
    """Seconds of the steps of each environment, by its name."""
    runs = {
        "desktop alone": rollout(_alone("sim", _ON_DESKTOP, **kwargs), seed),
        "phone alone": rollout(_alone(_PHONE, _ON_PHONE, **kwargs), seed),
        "both": rollout(_both(**kwargs), seed, ("desktop", "phone")),
    }
    times: dict[str, list[float]] = {name: [next(run)] for name, run in runs.items()}
    times["both"].append(next(runs["both"]))
    spare_collector()
    while len(times["both"]) < 2 * steps:
        for name, run in runs.items():
            times[name] += [next(run) for _ in range(2 * _TURN if name == "both" else _TURN)]
    return times


class _Bare(FakeDevice):
    """A device whose versions cost nothing, and whose files are other ones at every step."""

    def version(self, kind: str) -> int:  # type: ignore[override]
        del kind
        self.calls["version"] += 1
        return self.calls["version"]


def evaluator_us(active: int, completed: int) -> float:
    """Microseconds of an evaluator's step in which each open node is judged anew by a check that costs next to nothing.

    Args:
        active: The number of open nodes.
        completed: The number of nodes that were completed before.
    """
    device = _Bare()
    nodes = [EvalNode.of(f"done{n}", [Condition("app_closed", {"app": "nothing"})]) for n in range(completed)]
    nodes += [EvalNode.of(f"open{n}", [Condition("app_open", {"app": "nothing"})]) for n in range(active)]
    evaluator = GraphEvaluator(EvalGraph.of(nodes), device)
    evaluator.step()
    assert sum(s.name == "EVALUATING" for s in evaluator.statuses) == active
    checks = timeit.repeat(_checks(evaluator, active), number=200, repeat=9, timer=time.thread_time)
    whole = timeit.repeat(_step(evaluator), number=200, repeat=9, timer=time.thread_time)
    return (min(whole) - min(checks)) / 200 * 1e6


def _step(evaluator: GraphEvaluator) -> Callable[[], object]:
    action = Wait()

    def step() -> None:
        evaluator.before(action)
        evaluator.step()

    return step


def _checks(evaluator: GraphEvaluator, active: int) -> Callable[[], object]:
    """The checks alone, as often as a step calls them."""
    probe = evaluator._probes[""]
    folds = [n.folds[0] for n in evaluator.graph.nodes][-active:]

    def checks() -> None:
        probe.refresh(())
        for fold in folds:
            fold.step(fold.initial, (), probe)

    return checks


def main() -> None:
    """Run everything and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    console = Console(width=110)
    for title, kwargs in (("Screenshot and tree", {}), ("Tree only", {"observation": "a11y"})):
        table = Table(title=f"{title}: desktop 1024x768, phone 270x600, evaluator on")
        for column in ("environment", "median us", "mean us", "steps/s"):
            table.add_column(column, justify="left" if column == "environment" else "right")
        times = compare(args.steps, args.seed, **kwargs)
        rates = {name: 1 / statistics.fmean(seconds) for name, seconds in times.items()}
        for name, seconds in times.items():
            middle, mean = statistics.median(seconds), statistics.fmean(seconds)
            table.add_row(name, f"{middle * 1e6:,.0f}", f"{mean * 1e6:,.0f}", f"{rates[name]:,.0f}")
        console.print(table)
        share = rates["both"] / min(rates["desktop alone"], rates["phone alone"])
        beyond = 1 / rates["both"] - (1 / rates["desktop alone"] + 1 / rates["phone alone"]) / 2
        console.print(
            f"Both: {share:.0%} of the rate of the slower one alone; {beyond * 1e6:,.0f} us a step beyond the mean.\n"
        )
    table = Table(title="A step of the evaluator besides its checks, all open nodes judged anew")
    for column in ("open nodes", "completed nodes", "us"):
        table.add_column(column, justify="right")
    for active, completed in ((11, 0), (11, 100), (11, 400), (1, 400)):
        table.add_row(str(active), str(completed), f"{evaluator_us(active, completed):.1f}")
    console.print(table)


if __name__ == "__main__":
    main()
