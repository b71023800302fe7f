"""GRPO on level 1 of `suite:hello`: adapters that supervised fine-tuning made are trained by reward.

    python examples/smollm/grpo.py --start runs/smollm/sft-0/last.pt --seed 0 --out runs/smollm/grpo-0

The same command goes on from the last checkpoint after a stop. docs/smollm.md has the recipe.
"""

from __future__ import annotations

import argparse
import shutil
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from choices import Choice, choices_of
from play import ONE_CLICK, agent_of, outcome, play, screen_of, tasks_of
from records import Curve
from small_model import SmallModel, batches, load_model

from omnigym.baselines.rollout_runs import read_groups
from omnigym.errors import TrainingError
from omnigym.recording.rollouts import RolloutRecord


class Prompt(NamedTuple):
    """A prompt with its answers.

    Attributes:
        choices: Among which the model chose.
        weights: Of each answer the sum of its advantages.
    """

    choices: tuple[Choice, ...]
    weights: defaultdict[tuple[int, ...], float]


def weighed(groups: Iterable[Sequence[RolloutRecord]]) -> dict[tuple[int, ...], Prompt]:
    """Return the answers to each prompt, each once with the sum of its advantages.

    Rollouts that could not be scored are in no group, and an answer of a model that had no choice has no tokens.
    """
    found: dict[tuple[int, ...], Prompt] = {}
    for group in groups:
        for record in group:
            for step in record.steps:
                if step.prompt_token_ids and step.token_ids and record.advantage:
                    choices = choices_of(record.instruction, screen_of(step))
                    prompt = found.setdefault(tuple(step.prompt_token_ids), Prompt(choices, defaultdict(float)))
                    prompt.weights[tuple(step.token_ids)] += record.advantage
    return found


def learn(
    small: SmallModel, optimizer: torch.optim.Optimizer, groups: Iterable[Sequence[RolloutRecord]], count: int
) -> int:
    """Do one update by the policy gradient, and return the number of different answers that had a signal.

    One update follows each batch of rollouts, so the ratio of GRPO is 1, and its clip has nothing to do.

    Args:
        small, optimizer: What learns.
        groups: As `omnigym.baselines.rollout_runs.read_groups` gives them.
        count: Rollouts of the batch.

    Raises:
        TrainingError: The loss is not finite.
    """
    told = 0
    for ids, prompt in weighed(groups).items():
        likelihoods = small.log_probabilities(ids, list(prompt.weights), small.branches(prompt.choices))
        pairs = zip(likelihoods, prompt.weights.values(), strict=True)
        loss = torch.stack([-weight / count * likelihood for likelihood, weight in pairs]).sum()
        if not torch.isfinite(loss):
            raise TrainingError("The loss is not finite. Lower the learning rate.")
        if loss.requires_grad:
            loss.backward()
        told += len(prompt.weights)
    if told:
        torch.nn.utils.clip_grad_norm_(small.adapters.values(), 1.0)
        optimizer.step()
    optimizer.zero_grad()
    return told


def train(
    small: SmallModel,
    tasks: Sequence[str],
    folder: Path,
    *,
    seed: int,
    updates: int,
    batch: int,
    group: int,
    rate: float,
    start: Path | None = None,
    minutes: float = float("inf"),
) -> int:
    """Train, and return the number of updates that are done.

    Args:
        small: What learns.
        tasks: Ids of the training tasks.
        folder: Gets ``last.pt`` and ``curve.csv``; a training that is there is gone on with.
        seed: Of tasks and answers.
        updates, batch, group, rate: How many updates, tasks of each, rollouts of each task, and Adam's learning rate.
        start: The checkpoint from which a new training begins; None for the model as it is.
        minutes: After so many it stops; the same call goes on.

    Raises:
        TrainingError: The loss is not finite.
        CheckpointError: A checkpoint cannot be read or written.
    """
    optimizer = torch.optim.AdamW(small.adapters.values(), lr=rate, weight_decay=0.0)
    done, last = 0, folder / "last.pt"
    if last.exists():
        state = small.load(last)
        optimizer.load_state_dict(state["optimizer"])
        done = int(state["done"])
    elif start is not None:
        small.load(start)
    names = ("update", "rollouts", "success", "answers", "unscored", "cpu_s")
    curve = Curve(folder / "curve.csv", names, done)
    began, cpu, spent = time.monotonic(), time.process_time(), curve.last("cpu_s")
    drawn = batches(len(tasks), batch, seed)
    for update in range(updates):
        rows = next(drawn)
        if update < done:
            continue
        if time.monotonic() - began > 60 * minutes:
            break
        played = folder / "rollouts"
        shutil.rmtree(played, ignore_errors=True)
        drawing = int(np.random.default_rng([seed, update]).integers(2**31))
        records = play(played, agent_of(small, drawing), "train", [tasks[row] for row in rows], group, steps=1)
        told = learn(small, optimizer, read_groups(played), len(records))
        scores = outcome(records)
        done = update + 1
        # together, so that a stop loses no update
        small.save(last, {"done": done, "optimizer": optimizer.state_dict()})
        seconds = round(spent + time.process_time() - cpu, 1)
        curve.add(done, done * batch * group, scores["rate"], told, scores["unscored"], seconds)
        print(f"seed {seed}: update {done} of {updates}, success {scores['rate']:.2f}, {told} answers", flush=True)
    return done


def main(arguments: Sequence[str] | None = None) -> None:
    """Train with rollouts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, help="directory of another causal model (SmolLM2 of its package)")
    parser.add_argument("--start", type=Path, help="checkpoint to begin with; without it the model as it is")
    parser.add_argument("--seed", type=int, default=0, help="seed of tasks and answers (0)")
    parser.add_argument("--updates", type=int, default=40, help="updates (40)")
    parser.add_argument("--batch", type=int, default=8, help="tasks of an update (8)")
    parser.add_argument("--group", type=int, default=8, help="rollouts of each task (8)")
    parser.add_argument("--rate", type=float, default=5e-4, help="learning rate (0.0005)")
    parser.add_argument("--minutes", type=float, default=60, help="stop after so many; the same command goes on (60)")
    parser.add_argument("--out", type=Path, default=Path("runs/smollm/grpo-0"), help="directory of the run")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)
    train(
        load_model(given.model, given.seed),
        tasks_of("train", ONE_CLICK),
        given.out,
        seed=given.seed,
        updates=given.updates,
        batch=given.batch,
        group=given.group,
        rate=given.rate,
        start=given.start,
        minutes=given.minutes,
    )


if __name__ == "__main__":
    main()
