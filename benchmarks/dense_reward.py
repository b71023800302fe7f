"""What dense reward is worth: success and coverage by steps, on chains of subtasks, for three ways to pay.

    python benchmarks/dense_reward.py [--seeds 5] [--workers 0] [--out runs/dense]

*sparse* pays 1 at the end of a success, *coverage* the Coverage Rate at the end of the episode, *completion* each
node's weight at the step that completes it (OmniBench 4.1; the default reward). The undiscounted return of the
last two is the same: they differ in which action is credited.

* Left: chains of 1 to 5 of ``suite:hello`` in any order, PPO from nothing.
* Right: chains of 1 to 3 real subtasks of three apps, GRPO from a weak behaviour-cloned policy of single subtasks. Its
  advantages are those of the whole return, or of each node by itself.

Each (part, chain length, reward, seed) is one run. Completed runs are kept in ``results.jsonl`` and skipped, so you can
resume. ``dense.png`` and the table are made of that file; intervals are over seeds.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import json
import os
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import gymnasium
import matplotlib as mpl
import numpy as np

mpl.use("Agg")
import matplotlib.pyplot as plt

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines import bc, grpo, ppo
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.cli.console import print_table, progress
from omnigym.evaluation.metrics.coverage_rate import coverage_rate

WIN11 = "OmniBench-Win11-v0"
#: Colour of each way to pay.
PAID = {"sparse": "#dc2626", "coverage": "#f59e0b", "completion": "#2563eb"}
LENGTHS = {"hello": (1, 2, 3, 4, 5), "real": (1, 2, 3)}
#: Environment steps of a run, by part and chain length.
STEPS = {"hello": {1: 4_000, 2: 6_000, 3: 9_000, 4: 12_000, 5: 12_000}, "real": {1: 8_000, 2: 8_000, 3: 8_000}}
#: Explorer, Word and Notepad.
_SINGLE = "suite:one-node subtask:files/*,word/*,text/*"
_VARIED = {"variation": "all"}


@dataclass(frozen=True, order=True)
class Job:
    """One run.

    Attributes:
        part: "hello" or "real".
        length: Subtasks of a chain.
        paid: One of `PAID`.
        seed: Seeds all of it.
    """

    part: str
    length: int
    paid: str
    seed: int

    @property
    def name(self) -> str:
        """The directory of the run."""
        return f"{self.part}-{self.length}-{self.paid}-{self.seed}"


def tasks_of(part: str, length: int) -> str:
    """The query of the chains; the real ones are the dataset's whose subtasks are all of the three apps."""
    if part == "hello":
        return f"suite:hello level:4 nodes:{length}" if length > 1 else "suite:hello level:1 subtask:hello/open"
    return f"suite:omnibench nodes:{length} subtask:files/*,word/*,text/* -app:{','.join(_other_apps())}"


def _other_apps() -> list[str]:
    from omnigym.tasks.registry import all_subtasks

    return sorted({a for s in all_subtasks() for a in s.apps} - {"file_manager", "word", "text_editor"})


def clone(seed: int, out: Path) -> None:
    """Train the weak behaviour-cloned policy of a seed: five epochs on single subtasks."""
    path = out / f"bc-{seed}"
    if not (path / "model.safetensors").is_file():
        bc.train(bc.Config(tasks=_SINGLE, epochs=5, seed=seed, out=str(path)))


def run(job: Job, out: Path, steps: int, episodes: int) -> dict[str, Any]:
    """Train, then play held-out chains; returns the line of ``results.jsonl``."""
    begun = time.process_time()
    path, tasks = out / job.name, tasks_of(job.part, job.length)
    same: dict[str, Any] = {"tasks": tasks, "seed": job.seed, "steps": steps, "out": str(path)}
    kwargs = _VARIED if job.part == "hello" else {}
    if job.part == "hello":
        ppo.train(ppo.Config(**same, reward=job.paid, env_kwargs=kwargs))
    else:
        start = str(out / f"bc-{job.seed}" / "model.safetensors")
        grpo.train(grpo.Config(**same, advantage="node" if job.paid == "completion" else job.paid, start=start))
    env = gymnasium.make(WIN11, tasks=tasks, split="heldout", observation="a11y", **kwargs)
    agent = make_agent(f"ppo:{path / 'model.safetensors'},drawn", job.seed)
    records = list(run_episodes(env, agent, episodes, job.seed))
    env.close()
    with (path / "curve.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {
        **dataclasses.asdict(job),
        "success": float(np.mean([r.success for r in records])),
        "coverage": float(np.mean([coverage_rate(r) for r in records])),
        "cpu_s": round(time.process_time() - begun, 1),
        "curve": [[int(r["steps"]), float(r["success_rate"]), float(r["coverage_rate"])] for r in rows],
    }


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean over seeds and the half-width of its 95 % interval (Student's t)."""
    t = {1: float("nan"), 2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78}.get(len(values), 2.57)
    spread = np.std(values, ddof=1) if len(values) > 1 else 0.0
    return float(np.mean(values)), float(t * spread / np.sqrt(len(values)))


def draw(results: Iterable[dict[str, Any]], out: Path) -> None:
    """Draw success (solid) and coverage (dashed) by steps: a row a part, a column a length."""
    found = list(results)
    parts = {p: [k for k in LENGTHS[p] if any((r["part"], r["length"]) == (p, k) for r in found)] for p in LENGTHS}
    parts = {part: lengths for part, lengths in parts.items() if lengths}
    columns = max(map(len, parts.values()))
    figure, axes = plt.subplots(
        len(parts),
        columns,
        figsize=(max(2.3 * columns, 7), 2.9 * len(parts)),
        layout="constrained",
        sharey=True,
        squeeze=False,
    )
    for line, (part, lengths) in zip(axes, parts.items(), strict=True):
        for place, length in zip(line, lengths, strict=False):
            for paid, colour in PAID.items():
                some = [r["curve"] for r in found if (r["part"], r["length"], r["paid"]) == (part, length, paid)]
                if not some:
                    continue
                shortest = min(map(len, some))
                curves = np.array([c[:shortest] for c in some], float)
                steps, mean = curves[0, :, 0], curves.mean(0)
                place.plot(steps, mean[:, 1], color=colour, lw=1.8, label=paid)
                place.plot(steps, mean[:, 2], color=colour, lw=0.9, ls="--")
                place.fill_between(steps, curves[..., 1].min(0), curves[..., 1].max(0), color=colour, alpha=0.13, lw=0)
            what = "of hello, from nothing" if part == "hello" else "real, from weak BC"
            place.set(title=f"{length} {what}", ylim=(-0.02, 1.02), xlabel="steps")
            place.title.set_fontsize(8)
            place.xaxis.label.set_fontsize(7)
            place.tick_params(labelsize=7)
            place.spines[["top", "right"]].set_visible(False)
        for unused in line[len(lengths) :]:
            unused.set_visible(False)
        line[0].set_ylabel("success (solid), coverage (dashed)", fontsize=7)
    axes[0, 0].legend(fontsize=7, frameon=False, loc="upper left")
    figure.savefig(out / "dense.png", dpi=150)


def main() -> None:
    """Run what is not done yet, draw, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--parts", nargs="+", choices=list(LENGTHS), default=list(LENGTHS))
    parser.add_argument("--lengths", nargs="+", type=int, help="default: all of a part")
    parser.add_argument("--steps", type=int, help="of each run (default: by chain length, 4000 to 12000)")
    parser.add_argument("--episodes", type=int, default=60, help="held-out episodes of each run (default: 60)")
    parser.add_argument("--workers", type=int, default=0, help="processes (default: 0, one per core)")
    parser.add_argument("--out", type=Path, default=Path("runs/dense"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    kept = args.out / "results.jsonl"
    results = [json.loads(line) for line in kept.read_text().splitlines()] if kept.is_file() else []
    done = {Job(r["part"], r["length"], r["paid"], r["seed"]) for r in results}
    todo = [
        job
        for seed in range(args.seeds)
        for part in args.parts
        for length in args.lengths or LENGTHS[part]
        for paid in PAID
        if length in LENGTHS[part] and (job := Job(part, length, paid, seed)) not in done
    ]
    with (
        ProcessPoolExecutor(args.workers or os.cpu_count(), mp_context=get_context("spawn")) as pool,
        progress("Training", len(todo)) as advance,
    ):
        seeds = sorted({job.seed for job in todo if job.part == "real"})
        list(pool.map(clone, seeds, [args.out] * len(seeds)))
        running = [
            pool.submit(run, job, args.out, args.steps or STEPS[job.part][job.length], args.episodes) for job in todo
        ]
        for future in as_completed(running):
            results.append(future.result())
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(results[-1]) + "\n")
            advance(1, f"{results[-1]['part']} {results[-1]['length']} {results[-1]['paid']}")
    draw(results, args.out)
    lines = []
    for part, lengths in LENGTHS.items():
        for length in lengths:
            for paid in PAID:
                some = [r for r in results if (r["part"], r["length"], r["paid"]) == (part, length, paid)]
                if some:
                    cells = [interval([r[what] for r in some]) for what in ("success", "coverage")]
                    cpu = np.mean([r["cpu_s"] for r in some])
                    told = [f"{mean:.2f} ± {half:.2f}" for mean, half in cells]
                    lines.append([f"{part}, {length}, {paid}", *told, str(len(some)), f"{cpu:.0f}"])
    print_table(["chains", "success, held out", "coverage, held out", "seeds", "CPU s a run"], lines)


if __name__ == "__main__":
    main()
