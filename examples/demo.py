"""What ``make demo`` runs: an agent learns to use a desktop, and the same environment drives a real one.

    python examples/demo.py [--epochs 24] [--steps 3000] [--out runs/demo] [--seed 0]

1. clones the oracles on the training parameters of 32 subtasks in three apps, and trains the clone further by PPO,
2. evaluates random, the clone, PPO and the oracle on the held-out parameters,
3. lets the oracle work on a real X desktop, where one can be started,
4. writes the learning curve, a GIF of each desktop, the trajectories and a Minari data set to ``--out``.
"""

from __future__ import annotations

import argparse
import csv
import os
from pathlib import Path

import gymnasium
import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
from rich.console import Console

from omnigym.baselines.agent import make_agent
from omnigym.baselines.clone import CloneConfig, read_clone
from omnigym.baselines.clone import train as train_clone
from omnigym.baselines.evaluate import run_episodes
from omnigym.baselines.ppo import TrainConfig, train
from omnigym.cli.console import progress
from omnigym.cli.evaluate import report_table
from omnigym.errors import DeviceError, MissingDependencyError
from omnigym.evaluation.report import Report, summarise
from omnigym.recording import find_trajectories, read_trajectory, to_minari, write_video
from omnigym.wrappers import RecordTrajectory

WIN11, LINUX = "OmniBench-Win11-v0", "OmniBench-Linux-v0"
#: The subtasks of Explorer, Word and Notepad, each by itself: what the policy's size and the figures were made for.
SUITE = "suite:one-node subtask:files/*,word/*,text/*"


def evaluate(
    env_id: str, agent: str, episodes: int, seed: int, split: str | None = "heldout", device: str = "sim"
) -> Report:
    """The report of an agent's episodes."""
    player = make_agent(agent, seed)
    env = gymnasium.make(env_id, device=device, tasks=SUITE, split=split, observation=player.observation)
    with progress(f"Evaluating {agent.split(':')[0]}", episodes) as advance:
        records = []
        for record in run_episodes(env, player, episodes, seed, agent):
            records.append(record)
            advance(1, record.task_id)
    env.close()
    return summarise(records)


def record(env_id: str, agent: str, episodes: int, seed: int, out: Path, device: str = "sim") -> None:
    """Record episodes below ``out/trajectories`` and make a GIF of the longest one that succeeded."""
    player = make_agent(agent, seed)
    name = agent.split(":")[0]
    env = gymnasium.make(env_id, device=device, tasks=SUITE, split="heldout")
    dataset = f"omnigym/{name}-{env_id.split('-')[1].lower()}-v0"
    folder = out / "trajectories" / f"{name}-{env_id}"
    recorder = RecordTrajectory(env, folder, arrays=True)
    known = set(find_trajectories(folder)) if folder.exists() else set()
    with progress(f"Recording {name} on {env_id}", episodes) as advance:
        for episode in run_episodes(recorder, player, episodes, seed, agent):
            advance(1, episode.task_id)
    made = [path for path in find_trajectories(folder) if path not in known]
    solved = [t for t in map(read_trajectory, made) if t.info["is_success"]]
    if solved:
        longest = max(solved, key=lambda t: len(t.steps))
        write_video(longest, out / f"{name}-{env_id}.gif", width=800)
    os.environ["MINARI_DATASETS_PATH"] = str((out / "minari").resolve())
    to_minari(made, dataset, env, algorithm=name)
    recorder.close()


def plot(cloning: list[float], curve: Path, reports: dict[str, Report], out: Path) -> None:
    """What cloning and PPO made of the training tasks, and what each agent reaches on held-out parameters."""
    with curve.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained", sharey=True)
    left.plot(range(1, len(cloning) + 1), cloning, color="#9333ea", lw=2)
    left.set(
        xlabel="epochs of cloning", ylabel="share", title="the oracle's actions that are likely", ylim=(-0.02, 1.05)
    )
    for column, label, colour in (
        ("success_rate", "training tasks, actions drawn", "#93c5fd"),
        ("judged", "judged", "#2563eb"),
    ):
        some = [r for r in rows if r[column]]
        steps, rates = [int(r["steps"]) for r in some], [float(r[column]) for r in some]
        right.plot(steps, rates, label=label, color=colour, lw=2, marker="o" if column == "judged" else None)
    for name, colour in (("oracle", "#16a34a"), ("ppo", "#2563eb"), ("clone", "#9333ea"), ("random", "#dc2626")):
        rate = reports[name]["success_rate"]
        if rate is not None:
            right.axhline(rate, ls="--", lw=1.2, color=colour, label=f"{name}, held out: {rate:.2f}")
    right.set(xlabel="steps of PPO", title="episodes that succeed")
    right.legend(loc="lower right", fontsize=8)
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(out, dpi=150)


def main() -> None:
    """Do all of it and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=24, help="of cloning")
    parser.add_argument("--steps", type=int, default=3000, help="of PPO, after cloning")
    parser.add_argument("--episodes", type=int, default=100, help="held-out episodes for each agent")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("runs/demo"))
    args = parser.parse_args()
    console = Console(highlight=False)
    same = {"epochs": args.epochs, "seed": args.seed, "out": args.out / "clone"}
    # few lessons, in the tasks' own words alone: what is asked here is other parameters
    cloning = CloneConfig(tasks=SUITE, torn=1, varied=1, reworded=0, processes=2, threads=2, **same)
    likely: list[float] = []
    with progress("Cloning the oracles", args.epochs) as advance:

        def told(epoch: int, right: float) -> None:
            likely.append(right)
            advance(1, f"{right:.0%} of the actions are likely after {epoch} epochs")

        clone = train_clone(cloning, told)
    assert clone is not None, "nothing stops it"
    config = TrainConfig(tasks=SUITE, steps=args.steps, seed=args.seed, judge_every=3, threads=2, out=args.out)
    with progress("Training PPO", args.steps) as advance:
        model = train(config, read_clone(clone), advance)
    agents = {"random": "random:elements", "clone": f"clone:{clone}", "ppo": f"ppo:{model}", "oracle": "oracle"}
    reports = {name: evaluate(WIN11, agent, args.episodes, args.seed) for name, agent in agents.items()}
    console.print(f"\n[b]{WIN11}[/b], simulated, one subtask of Explorer, Word or Notepad, held-out parameters")
    console.print(report_table(reports))
    plot(likely, args.out / "curve.csv", reports, args.out / "curve.png")
    record(WIN11, agents["ppo"], 10, args.seed, args.out)
    try:
        real = {"oracle": evaluate(LINUX, "oracle", 12, args.seed, split=None, device="x11")}
        console.print(f"\n[b]{LINUX}[/b], a real X desktop, one subtask of its file manager or text editor")
        console.print(report_table(real))
        record(LINUX, "oracle", 3, args.seed, args.out, device="x11")
    except (MissingDependencyError, DeviceError) as error:
        console.print(f"\nThe real X desktop cannot be started here: {error}", markup=False, soft_wrap=True)
    console.print(f"\nCurve, GIFs, trajectories, Minari data sets and model: {args.out}", soft_wrap=True)


if __name__ == "__main__":
    main()
