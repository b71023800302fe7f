"""Supervised fine-tuning: adapters of SmolLM2 are trained on demonstrations of the oracle.

    python examples/smollm/sft.py --seed 0 --out runs/smollm/sft-0

The same command goes on from the last checkpoint after a stop. docs/smollm.md has the recipe.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from choices import choices_of, same_call
from play import Example, examples, tasks_of
from records import Curve
from small_model import SmallModel, batches, load_model, prompt_of

from omnigym.errors import TrainingError

_NUMBER: Final = re.compile(r"\[(\d+)\]")


def augmented(example: Example, chance: np.random.Generator, most: int = 20) -> Example:
    """Return an example on a smaller screen: some rows are left out, and the numbers are others.

    Nobody can learn by heart then which number is right, and short prompts are cheap.

    Args:
        example: It.
        chance: Decides.
        most: So many marked rows are left at most.
    """
    lines = example.screen.splitlines()
    call = choices_of(example.instruction, example.screen)[example.right].call
    clicked = re.search(r'"element": (\d+)', call)
    marked = [n for n, line in enumerate(lines) if _NUMBER.search(line)]
    needed = {n for n in marked if "(focused" in lines[n] or (clicked and f"[{clicked[1]}]" in lines[n])}
    others = [n for n in marked if n not in needed]
    count = min(len(others), int(chance.integers(most // 3, most)))
    left = needed | {int(n) for n in chance.choice(others, size=count, replace=False)} if others else needed
    number = int(chance.integers(1, 60))
    new: dict[str, str] = {}
    kept = []
    for n, line in enumerate(lines):
        if n in left:
            old = _NUMBER.search(line)
            assert old is not None
            new[old[1]] = str(number)
            line, number = line.replace(old[0], f"[{number}]", 1), number + 1
        elif n in marked:
            continue
        kept.append(line)
    screen = "\n".join(kept)
    if clicked:
        call = call.replace(f'"element": {clicked[1]}', f'"element": {new[clicked[1]]}')
    right = same_call(call, choices_of(example.instruction, screen))
    assert right is not None, "the row that is chosen is left"
    return example._replace(screen=screen, right=right)


def loss_of(small: SmallModel, example: Example) -> torch.Tensor:
    """Return the negative log-likelihood of the right choice."""
    branches = small.branches(choices_of(example.instruction, example.screen))
    prompt = prompt_of(small.tokenizer, example.instruction, example.screen)
    (likelihood,) = small.log_probabilities(prompt, [branches.answers[example.right]], branches)
    return -likelihood


def train(
    small: SmallModel,
    taught: Sequence[Example],
    folder: Path,
    *,
    seed: int,
    updates: int,
    batch: int,
    rate: float,
    minutes: float = float("inf"),
) -> int:
    """Train, and return the number of updates that are done.

    Args:
        small: What learns.
        taught: The demonstrations.
        folder: Gets ``last.pt`` and ``curve.csv``; a training that is there is gone on with.
        seed: Of the order, and of what is left out.
        updates, batch, rate: How many updates, the examples of each, and Adam's learning rate, which falls to 0.
        minutes: After so many it stops; the same call goes on.

    Raises:
        TrainingError: The loss is not finite.
        CheckpointError: The checkpoint cannot be read or written.
    """
    optimizer = torch.optim.AdamW(small.adapters.values(), lr=rate, weight_decay=0.0)
    done, last = 0, folder / "last.pt"
    if last.exists():
        state = small.load(last)
        optimizer.load_state_dict(state["optimizer"])
        done = int(state["done"])
    curve = Curve(folder / "curve.csv", ("update", "examples", "tokens", "loss", "cpu_s"), done)
    began, spent = time.monotonic(), curve.last("cpu_s")
    cpu = time.process_time()
    tokens = int(curve.last("tokens"))
    drawn = batches(len(taught), batch, seed)
    for update in range(updates):
        rows = next(drawn)
        if update < done:
            continue
        if time.monotonic() - began > 60 * minutes:
            break
        chance = np.random.default_rng([seed, update])
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1.0, (update + 1) / 10) * (1 - update / updates)
        total = 0.0
        for row in rows:
            example = augmented(taught[row], chance)
            loss = loss_of(small, example) / batch
            if loss.requires_grad:
                loss.backward()
            total += float(loss.detach())
            tokens += len(prompt_of(small.tokenizer, example.instruction, example.screen))
        if not np.isfinite(total):
            raise TrainingError(f"The loss of update {update + 1} is {total}. Lower the learning rate, {rate}.")
        torch.nn.utils.clip_grad_norm_(small.adapters.values(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        done = update + 1
        curve.add(done, done * batch, tokens, round(total, 4), round(spent + time.process_time() - cpu, 1))
        if done % 10 == 0 or done == updates:
            small.save(last, {"done": done, "optimizer": optimizer.state_dict()})
            print(f"seed {seed}: update {done} of {updates}, loss {curve.mean('loss', 10):.3f}", flush=True)
    small.save(last, {"done": done, "optimizer": optimizer.state_dict()})
    return done


def main(arguments: Sequence[str] | None = None) -> None:
    """Demonstrate, and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, help="directory of another causal model (SmolLM2 of its package)")
    parser.add_argument("--seed", type=int, default=0, help="seed of adapters and order (0)")
    parser.add_argument("--updates", type=int, default=80, help="updates (80)")
    parser.add_argument("--batch", type=int, default=4, help="examples of an update (4)")
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate (0.002)")
    parser.add_argument("--minutes", type=float, default=60, help="stop after so many; the same command goes on (60)")
    parser.add_argument("--out", type=Path, default=Path("runs/smollm/sft-0"), help="directory of the run")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)
    taught, left_out = examples(given.out / "demonstrations", "train", tasks_of("train"))
    print(f"{len(taught)} examples of {len({e.task for e in taught})} tasks; {len(left_out)} tasks are left out")
    small = load_model(given.model, given.seed)
    train(
        small,
        taught,
        given.out,
        seed=given.seed,
        updates=given.updates,
        batch=given.batch,
        rate=given.rate,
        minutes=given.minutes,
    )


if __name__ == "__main__":
    main()
