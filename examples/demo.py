"""The program behind ``make demo``: PPO learns from nothing, dense beats sparse reward, and PPO lifts a cloned policy.

    python examples/demo.py [--out runs/demo] [--seed 0]

1. PPO from nothing on ``suite:hello level:1``: one action, told in words, on a desktop that looks different each time.
2. PPO with dense and with sparse reward on chains of three of these, the same steps each.
3. Behaviour cloning of the oracles on a one-node suite of three apps, then PPO from that policy; both are compared with
   random and the oracle on held-out parameters.
4. ``curves.png``, a GIF of a chain before and after training, trajectories, and a Minari dataset.

A curve begins once 100 episodes have ended: those that end first are the short ones, which are the successful ones.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gymnasium
import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
from rich.console import Console

from omnigym.baselines import bc, ppo
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.cli.console import print_table, progress
from omnigym.evaluation.report import Report, summarise
from omnigym.recording import Trajectory, find_trajectories, read_trajectory, to_minari, write_video
from omnigym.wrappers import RecordTrajectory

WIN11 = "OmniBench-Win11-v0"
HELLO, CHAINS = "suite:hello level:1", "suite:hello level:4 nodes:3"
#: Explorer, Word and Notepad: 32 subtasks, each by itself.
ONE_NODE = "suite:one-node subtask:files/*,word/*,text/*"
VARIED = {"variation": "all"}
#: PPO that begins from a cloned policy takes smaller steps.
NEAR: Mapping[str, Any] = {"learning_rate": 5e-4, "stay": 0.05, "entropy": 0.003}


def timed(title: str, train: Callable[..., Any], config: Any, total: int | None) -> float:
    """Run a learner with its progress shown, and return the CPU seconds that it took."""
    begun, done = time.process_time(), 0
    with progress(title, total) as advance:

        def told(so_far: int, note: str = "") -> None:
            nonlocal done
            advance(so_far - done, note)
            done = so_far

        train(config, told)
    return time.process_time() - begun


def evaluate(agent: str, tasks: str, episodes: int, seed: int, **kwargs: Any) -> Report:
    """Report an agent's episodes on held-out parameters."""
    player = make_agent(agent, seed)
    env = gymnasium.make(WIN11, tasks=tasks, split="heldout", observation=player.observation, **kwargs)
    records = []
    with progress(f"Evaluating {agent.partition(':')[0]}", episodes) as advance:
        for record in run_episodes(env, player, episodes, seed, agent):
            records.append(record)
            advance(1, record.task_id)
    env.close()
    return summarise(records)


def show(reports: Mapping[str, Report]) -> None:
    """Print a line an agent."""
    lines = []
    for name, report in reports.items():
        interval = " - ".join(f"{end:.2f}" for end in report["success_interval"] or ())
        lines.append([name, f"{report['success_rate']:.2f}", interval, f"{report['coverage_rate']:.2f}"])
        lines[-1] += [str(report["tasks"]), str(report["episodes"])]
    print_table(["held out", "success rate", "95 % interval", "coverage rate", "tasks", "episodes"], lines)


def record(name: str, agent: str, tasks: str, episodes: int, seed: int, out: Path) -> list[Trajectory]:
    """Record episodes, and make a Minari dataset of them."""
    player, folder = make_agent(agent, seed), out / "trajectories" / name
    env = gymnasium.make(WIN11, tasks=tasks, split="heldout", **VARIED)
    recorder = RecordTrajectory(env, folder, arrays=True)
    known = set(find_trajectories(folder)) if folder.exists() else set()
    with progress(f"Recording {name}", episodes) as advance:
        for episode in run_episodes(recorder, player, episodes, seed, agent):
            advance(1, episode.task_id)
    made = [path for path in find_trajectories(folder) if path not in known]
    os.environ["MINARI_DATASETS_PATH"] = str((out / "minari").resolve())
    to_minari(made, f"omnigym/hello-{name}-v0", env, algorithm=name)
    recorder.close()
    return [read_trajectory(path) for path in made]


def curve(path: Path, column: str) -> tuple[list[int], list[float]]:
    """The steps, and a column, of a run's ``curve.csv``, once there are 100 episodes for the mean."""
    with (path / "curve.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if float(row["episodes"]) >= 100]
    return [int(r["steps"]) for r in rows], [float(r[column]) for r in rows]


def plot(out: Path, reports: Mapping[str, Report]) -> None:
    """Draw the three parts side by side."""
    figure, (hello, chains, lift) = plt.subplots(1, 3, figsize=(11, 3.6), layout="constrained", sharey=True)
    hello.plot(*curve(out / "hello", "success_rate"), color="#2563eb", lw=2)
    hello.set(
        title="PPO from nothing, one action", xlabel="environment steps", ylabel="success rate", ylim=(-0.02, 1.05)
    )
    for reward, colour in (("dense", "#2563eb"), ("sparse", "#dc2626")):
        chains.plot(*curve(out / reward, "success_rate"), color=colour, lw=2, label=reward)
    chains.set(title="PPO from nothing, chains of three", xlabel="environment steps")
    chains.legend(loc="upper left", frameon=False)
    lift.plot(*curve(out / "bc-ppo", "success_rate"), color="#2563eb", lw=2, label="BC+PPO, training tasks")
    for name, colour in (("oracle", "#16a34a"), ("BC+PPO", "#2563eb"), ("BC", "#9333ea"), ("random", "#dc2626")):
        rate = reports[name]["success_rate"]
        if rate is not None:
            lift.axhline(rate, ls="--", lw=1.2, color=colour, label=f"{name}, held out: {rate:.2f}")
    lift.set(title="PPO from a cloned policy, three apps", xlabel="environment steps")
    lift.legend(loc="lower right", fontsize=7, frameon=False)
    for axes in (hello, chains, lift):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(out / "curves.png", dpi=150)


def main() -> None:
    """Do all of it and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=10_000, help="of PPO on one action (default: 10000)")
    parser.add_argument("--chain-steps", type=int, default=9_000, help="of PPO on chains (default: 9000)")
    parser.add_argument("--demonstrations", type=int, default=600, help="of the oracles (default: 600)")
    parser.add_argument("--epochs", type=int, default=5, help="of behaviour cloning (default: 5)")
    parser.add_argument("--lift-steps", type=int, default=12_000, help="of PPO after cloning (default: 12000)")
    parser.add_argument("--episodes", type=int, default=100, help="held-out episodes of each agent (default: 100)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("runs/demo"))
    args = parser.parse_args()
    console, out, seed, episodes = Console(highlight=False), args.out, args.seed, args.episodes

    def config(kind: Any, name: str, tasks: str, **more: Any) -> Any:
        return kind(tasks=tasks, seed=seed, out=str(out / name), **more)

    def model(name: str) -> str:
        return str(out / name / "model.safetensors")

    hello = config(ppo.Config, "hello", HELLO, steps=args.steps, env_kwargs=VARIED)
    seconds = timed("PPO from nothing", ppo.train, hello, args.steps)
    first = evaluate(f"ppo:{model('hello')}", HELLO, episodes, seed, **VARIED)
    console.print(f"\n[b]{HELLO}[/b]: PPO from nothing, {seconds:.0f} s of CPU")
    show({"random": evaluate("random:elements", HELLO, episodes, seed, **VARIED), "PPO": first})

    rows = {}
    for name, reward in (("dense", "completion"), ("sparse", "sparse")):
        chains = config(ppo.Config, name, CHAINS, steps=args.chain_steps, reward=reward, env_kwargs=VARIED)
        timed(f"PPO, {name} reward", ppo.train, chains, args.chain_steps)
        rows[name] = evaluate(f"ppo:{model(name)}", CHAINS, episodes, seed, **VARIED)
    console.print(f"\n[b]{CHAINS}[/b]: {args.chain_steps:,} steps with each reward")
    show(rows)

    weak = {"epochs": args.epochs, "demonstrations": args.demonstrations}
    timed("Behaviour cloning", bc.train, config(bc.Config, "bc", ONE_NODE, **weak), None)
    lifted = config(ppo.Config, "bc-ppo", ONE_NODE, steps=args.lift_steps, start=model("bc"), **NEAR)
    timed("PPO from BC", ppo.train, lifted, args.lift_steps)
    agents = {"random": "random:elements", "BC": f"bc:{model('bc')}", "BC+PPO": f"ppo:{model('bc-ppo')}"}
    reports = {n: evaluate(a, ONE_NODE, episodes, seed) for n, a in {**agents, "oracle": "oracle"}.items()}
    console.print("\n[b]One subtask of Explorer, Word or Notepad[/b]")
    show(reports)

    plot(out, reports)
    before = record("before", "random:elements", CHAINS, 10, seed, out)
    after = record("after", f"ppo:{model('dense')}", CHAINS, 10, seed, out)
    solved = next((n for n, played in enumerate(after) if played.info["is_success"]), 0)
    for name, played in (("before", before), ("after", after)):  # the same task, told in the same words
        write_video(played[solved], out / f"{name}.gif", width=800)
    console.print(f"\nCurves, GIFs, trajectories, Minari datasets and models: {out}", soft_wrap=True)


if __name__ == "__main__":
    main()
