"""Learners of other libraries with their own plain networks, on `RankedElements` and without it, beside the controls.

    OMP_NUM_THREADS=1 python benchmarks/ranked_elements.py [--seeds 5] [--levels 1] [--cpu 90] [--out runs/ranked]

Each (row, level, seed) trains in a process of its own for so many seconds of CPU, then plays every held-out task once,
with the likeliest actions: with the task's step limit, and with one step alone. Completed runs are kept in
``results.jsonl`` and skipped, so you can resume. Rows:

* ``sb3``: MaskablePPO of sb3-contrib with ``MultiInputPolicy`` (examples/how_to/train_sb3_ranked.py)
* ``loop``: PPO in one loop with a plain network (examples/how_to/train_plain_ppo.py)
* ``blind``: ``sb3`` without the instruction: no match, ranks in the order of the tree
* ``unwrapped``: ``sb3`` on `ElementActions`, with ``MultiInputPolicy`` over its padded arrays
* ``first_rank``, ``first_rank:turn``, ``random:ranked``, ``noop``: agents that learn nothing
"""

from __future__ import annotations

import argparse
import json
import runpy
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch

from omnigym.baselines.agent import Agent, Env, make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.evaluation.intervals import Interval, difference, interval
from omnigym.wrappers import ElementActions, RankedElements

PROGRAMS = Path(__file__).parents[1] / "examples" / "how_to"
ID, VARIED = "OmniBench-Win11-v0", {"variation": "all", "observation": "a11y"}
#: What acts: an observation and its mask to a number.
Choose = Callable[[Mapping[str, Any], Any], int]


class Unread(gymnasium.Wrapper):
    """A control: the instruction is empty for the wrappers around this one."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, {**info, "instruction": ""}


#: The wrappers of each row that learns, the innermost first.
WRAPPERS: dict[str, tuple[Callable[[Env], Env], ...]] = {
    "sb3": (RankedElements,),
    "loop": (RankedElements,),
    "blind": (Unread, RankedElements),
    "unwrapped": (ElementActions,),
}
HEAD = ["level", "row", "% success (95 % CI)", "over the first rank", "with one step", "over the first rank"]
HEAD += ["by seed", "tasks", "seeds"]
CONTROLS = ("first_rank", "first_rank:turn", "random:ranked", "noop")


class Greedy(Agent):
    """A learned policy, with the wrappers that it was trained with."""

    def __init__(self, wrappers: tuple[Callable[[Env], Env], ...], choose: Choose) -> None:
        self._wrappers, self._choose = wrappers, choose

    def wrap(self, env: Env) -> Env:
        """Add the wrappers."""
        for wrapper in self._wrappers:
            env = wrapper(env)
        return env

    def act(self, observation: Mapping[str, Any], info: Mapping[str, object]) -> int:
        """Return the likeliest action."""
        return self._choose(observation, info["action_mask"])


def learned(row: str, tasks: str, seed: int, stop: Callable[[], bool]) -> Agent:
    """Train a row until ``stop()``."""
    made: dict[str, Any] = {"tasks": tasks, "wrap": WRAPPERS[row], "seed": seed, "stop": stop, "steps": 10**7}
    if row == "loop":
        program = runpy.run_path(str(PROGRAMS / "train_plain_ppo.py"))
        network = program["train"](**made)

        def choose(observation: Mapping[str, Any], mask: Any) -> int:
            seen = {"elements": observation["elements"][None]}
            with torch.no_grad():
                return int(network(*program["tensors"](seen, {"action_mask": mask[None]}))[0].argmax())

        return Greedy(WRAPPERS[row], choose)
    model = runpy.run_path(str(PROGRAMS / "train_sb3_ranked.py"))["train"](**made)
    return Greedy(WRAPPERS[row], lambda seen, mask: int(model.predict(seen, action_masks=mask, deterministic=True)[0]))


def play(agent: Agent, tasks: str, seed: int, **arguments: Any) -> dict[str, bool]:
    """Whether an agent solves each held-out task."""
    env = gymnasium.make(ID, tasks=tasks, split="heldout", **VARIED, **arguments)
    count = len(env.unwrapped.tasks)  # type: ignore[attr-defined]
    records = list(run_episodes(env, agent, count, seed))
    env.close()
    return {record.task_id: record.success for record in records}


def run(row: str, level: int, seed: int, cpu_s: float) -> dict[str, Any]:
    """Train if the row learns, and play; returns the line of ``results.jsonl``."""
    torch.set_num_threads(1)
    tasks, steps, begun = f"suite:hello level:{level}", 0, time.process_time()

    def stop() -> bool:
        nonlocal steps
        steps += 1
        return time.process_time() - begun >= cpu_s

    agent = make_agent(row, seed) if row in CONTROLS else learned(row, tasks, seed, stop)
    used = time.process_time() - begun
    one = play(agent, tasks, seed, max_steps=1) if level == 1 else {}
    return {
        "row": row,
        "level": level,
        "seed": seed,
        "cpu_s": round(used, 1),
        "asked": steps,
        "solved": play(agent, tasks, seed),
        "at_once": one,
    }


def scores(results: list[dict[str, Any]], part: str, seeds: set[int]) -> dict[str, list[float]]:
    """By task, the success of each of these seeds."""
    some = sorted((r for r in results if r["seed"] in seeds), key=lambda r: r["seed"])
    return {task: [float(r[part][task]) for r in some] for task in some[0][part]}


def percent(found: Interval, sign: str = "") -> str:
    """A rate or a difference with its interval."""
    return f"{100 * found.mean:{sign}.0f} ({100 * found.low:{sign}.0f} to {100 * found.high:{sign}.0f})"


def against(results: list[dict[str, Any]], control: list[dict[str, Any]], part: str) -> str:
    """The points over a control, paired by task and seed; "" without a common seed."""
    both = {r["seed"] for r in results} & {r["seed"] for r in control}
    if not both or results[0]["row"] in CONTROLS or not results[0][part]:
        return ""
    return percent(difference(*(scores(rs, part, both) for rs in (control, results)), shared=True), "+")


def job_of(result: dict[str, Any]) -> tuple[str, int, int]:
    """Row, level and seed of a run."""
    return result["row"], result["level"], result["seed"]


def table(results: list[dict[str, Any]]) -> list[list[str]]:
    """A line for each level and row."""
    lines = []
    for level in sorted({r["level"] for r in results}):
        for row in (*WRAPPERS, *CONTROLS):
            some = [r for r in results if (r["row"], r["level"]) == (row, level)]
            if some:
                seeds = sorted(100 * float(np.mean(list(r["solved"].values()))) for r in some)
                control = [r for r in results if (r["row"], r["level"]) == ("first_rank", level)]
                cells = []
                for part in ("solved", "at_once"):
                    every = {r["seed"] for r in some}
                    rate = percent(interval(scores(some, part, every), shared=True)) if some[0][part] else ""
                    cells += [rate, against(some, control, part)]
                each = f"{seeds[0]:.0f}-{seeds[-1]:.0f}" if len(seeds) > 1 else ""
                lines.append([str(level), row, *cells, each, str(len(some[0]["solved"])), str(len(some))])
    return lines


def main() -> None:
    """Run what is not done yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--levels", nargs="+", type=int, default=[1])
    parser.add_argument("--rows", nargs="+", choices=[*WRAPPERS, *CONTROLS], default=[*WRAPPERS, *CONTROLS])
    parser.add_argument("--cpu", type=float, default=90.0, help="seconds of CPU to train (default: 90)")
    parser.add_argument("--workers", type=int, default=1, help="processes at once (default: 1)")
    parser.add_argument("--out", type=Path, default=Path("runs/ranked"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    kept = args.out / "results.jsonl"
    results = [json.loads(line) for line in kept.read_text().splitlines()] if kept.is_file() else []
    done = {job_of(r) for r in results}
    every = [(row, level, seed) for level in args.levels for seed in range(args.seeds) for row in args.rows]
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        running = [pool.submit(run, *job, args.cpu) for job in every if job not in done]
        for future in as_completed(running):
            results.append(future.result())
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(results[-1]) + "\n")
            print(*job_of(results[-1]), f"{np.mean(list(results[-1]['solved'].values())):.2f}", flush=True)
    for line in (HEAD, ["---"] * len(HEAD), *table(results)):
        print("|", " | ".join(line), "|")


if __name__ == "__main__":
    main()
