"""GRPO on a language model made from nothing, over the tasks of `suite:hello` that take one click.

    pip install 'omnigym[train]' transformers
    python examples/grpo_tiny/train.py                    # one seed: some minutes of a CPU core
    python examples/grpo_tiny/train.py --seeds 5 --control --out runs/grpo-tiny

Groups of rollouts are played by `omnigym rollout`'s own function, which writes ``rollouts.jsonl`` with the token ids
and log-probabilities of every answer. The trainer reads that file and nothing else. README.md says what came of it, and
how the same runs with vLLM.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from tiny_model import TinyModel, make_model, make_tokenizer
from transformers import LlamaForCausalLM
from transformers.utils import logging

import omnigym  # noqa: F401 - registers the ids
from omnigym.agents.chat import ChatAgent
from omnigym.agents.config import ChatConfig
from omnigym.agents.oracle_model import RehearsedAgent
from omnigym.baselines.agent import Agent, make_agent
from omnigym.baselines.rollout_runs import RolloutPlan, play_rollouts, read_groups
from omnigym.recording.rollouts import RolloutRecord
from omnigym.tasks import list_tasks

HERE = Path(__file__).parent
ENVS = {"sim": "OmniBench-Win11-v0", "ubuntu": "OmniBench-Linux-v0"}
TASKS = "suite:hello level:1 tag:tab,select,press,menu,tick,open,close"
#: Of each set of tasks the device and the split. ``held out`` was played while settings were chosen, ``unseen`` never.
SETS: dict[str, tuple[str, str | None]] = {
    "train": ("sim", "train"),
    "held out": ("sim", "heldout"),
    "unseen": ("ubuntu", None),
}
#: How the model sees and acts. For a model that is served, `url` is its address: nothing else differs.
CHAT = ChatConfig(
    model="tiny",
    url="http://127.0.0.1:1/v1",
    form="json",
    screenshot=False,
    tree=150,
    turns=0,
    max_actions=1,
    prompts=HERE / "prompts",
)


def play(
    folder: Path, agent: Callable[[], Agent], tasks: Sequence[str], group: int, device: str = "sim"
) -> list[RolloutRecord]:
    """Play a group of rollouts of one click for each task, and write them into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    plan = RolloutPlan(env=ENVS[device], agent={}, tasks=tuple(tasks), group=group, max_steps=1)
    made = {"device": device, "observation": "a11y", "tasks": TASKS, "disable_env_checker": True}
    make = partial(gymnasium.make, ENVS[device], **made)
    return list(play_rollouts(folder, plan, [make], agent))


def readable(folder: Path, name: str) -> dict[str, list[str]]:
    """The texts of each task of a set whose element the model can see; the oracle knows which element it is.

    They are kept in a file of the folder.
    """
    device, split = SETS[name]
    kept = folder / f"{name}.json"
    if kept.exists():
        return dict(json.loads(kept.read_text(encoding="utf-8")))
    found = {}
    tasks = [t.id for t in list_tasks(TASKS, split=split, device=device)]
    for record in play(folder / "oracle", lambda: RehearsedAgent(CHAT), tasks, 1, device):
        *seen, said = [m.content for m in record.steps[0].messages]
        number = re.search(r'"element": (\d+)', said)
        if record.is_success and number and f"[{number[1]}]" in "\n".join(seen):
            found[record.task_id] = seen
    kept.write_text(json.dumps(dict(sorted(found.items())), indent=1), encoding="utf-8")
    return dict(sorted(found.items()))


def learn(
    model: LlamaForCausalLM,
    optimizer: torch.optim.Optimizer,
    groups: Iterable[Sequence[RolloutRecord]],
    shuffle: np.random.Generator | None = None,
    epochs: int = 2,
    clip: float = 0.2,
    entropy: float = 0.05,
) -> int:
    """One update of GRPO from the groups of a file of rollouts.

    Args:
        model, optimizer: What learns.
        groups: As `omnigym.baselines.rollout_runs.read_groups` gives them: those that are not scored are left out, and
            a group of one has no advantage.
        shuffle: Deals the advantages of each group out at random, for the control; None for the real ones.
        epochs: Passes over the answers.
        clip: Of the probability ratio.
        entropy: Weight of the entropy bonus, without which the model soon says one popular number only.

    Returns:
        The number of answers that had a signal.
    """
    rows = []
    for group in groups:
        advantages = np.array([r.advantage or 0.0 for r in group])
        if shuffle is not None:
            advantages = shuffle.permutation(advantages)
        rows += [
            (s.prompt_token_ids, s.token_ids, s.logprobs, a)
            for r, a in zip(group, advantages, strict=True)
            for s in r.steps
            if a
        ]
    if not rows:
        return 0
    # padded on the left, so that all answers end at the same place; the mask leaves the padding out
    length, answer = max(len(p) + len(t) for p, t, _, _ in rows), max(len(t) for _, t, _, _ in rows)
    ids = torch.zeros((len(rows), length), dtype=torch.long)
    mask = torch.zeros((len(rows), length), dtype=torch.long)
    before = torch.zeros((len(rows), answer))
    told = torch.zeros((len(rows), answer))
    for n, (prompt, tokens, logprobs, _) in enumerate(rows):
        ids[n, length - len(prompt) - len(tokens) :] = torch.tensor([*prompt, *tokens])
        mask[n, length - len(prompt) - len(tokens) :] = 1
        before[n, answer - len(tokens) :] = torch.tensor(logprobs)
        told[n, answer - len(tokens) :] = 1
    gain = torch.tensor([a for *_, a in rows], dtype=torch.float32)[:, None]
    places = (mask.cumsum(1) - 1).clamp(min=0)
    for _ in range(epochs):
        logits = model(ids, attention_mask=mask, position_ids=places, logits_to_keep=answer + 1).logits[:, :-1]
        chances = logits.log_softmax(-1)
        ratio = (chances.gather(2, ids[:, -answer:, None])[:, :, 0] - before).exp()
        better = torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain)
        unsure = -(chances.exp() * chances).sum(-1)
        loss = -((better + entropy * unsure) * told).sum() / told.sum()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return len(rows)


def success(records: Sequence[RolloutRecord]) -> float:
    """The success rate of the scored rollouts."""
    return float(np.mean([r.is_success for r in records if not r.unscored]))


def train(
    seed: int,
    folder: Path,
    texts: dict[str, list[str]],
    tests: dict[str, Sequence[str]],
    *,
    updates: int,
    tasks: int,
    group: int,
    rate: float,
    shuffled: bool = False,
    say: Callable[[str], Any] = print,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[list[float], dict[str, float], LlamaForCausalLM]:
    """Train one model.

    Args:
        seed: Of the weights and of all that is drawn.
        folder: Rollouts, and at the end the model in ``model``.
        texts: The training tasks, each with the texts of its start: of these the tokenizer is made.
        tests: Tasks that are played before and after, and never trained on, by the name of their set.
        updates: How many.
        tasks: Tasks of an update.
        group: Rollouts of each.
        rate: Adam's learning rate.
        shuffled: Whether the advantages are dealt out at random: the control.
        say: Is given a line an update.
        stop: Is asked before each update whether this is enough.

    Returns:
        The success rate of each update's rollouts; those of the sets before and after, greedy; the model.
    """
    torch.set_num_threads(1)  # so small a model is slower with more
    tokenizer = make_tokenizer([text for told in texts.values() for text in told])
    model = make_model(tokenizer, seed)
    # queries and keys alone: with all weights trained, so small a model learns numbers by heart and forgets to read
    for name, weights in model.named_parameters():
        weights.requires_grad_("q_proj" in name or "k_proj" in name)
    optimizer = torch.optim.AdamW([w for w in model.parameters() if w.requires_grad], lr=rate, weight_decay=0.0)
    chance = np.random.default_rng(seed)
    curve: list[float] = []
    rates: dict[str, float] = {}

    def evaluate(when: str) -> None:
        for name, ids in tests.items():
            records = play(folder / "evaluation", agent(None), ids, 1, SETS[name][0])
            rates[f"{name}, {when}"] = success(records)
            say(f"seed {seed}: {name}, greedy, {when} {success(records):.2f} (n={len(records)})")

    def agent(drawing: int | None) -> Callable[[], Agent]:
        return lambda: ChatAgent(CHAT, TinyModel(model, tokenizer, drawing))

    evaluate("before")
    for update in range(updates):
        if stop():
            break
        drawn = chance.choice(list(texts), size=min(tasks, len(texts)), replace=False)
        drawing = int(chance.integers(2**31))
        records = play(folder / "rollouts", agent(drawing), [str(t) for t in drawn], group)
        told = learn(model, optimizer, read_groups(folder / "rollouts"), chance if shuffled else None)
        curve.append(success(records))
        say(
            f"seed {seed}: update {update + 1}, success {curve[-1]:.2f}, {told} of {len(records)} answers with a signal"
        )
    evaluate("after")
    model.save_pretrained(folder / "model")
    tokenizer.save_pretrained(folder / "model")
    return curve, rates, model


def main(arguments: Sequence[str] | None = None) -> None:
    """Train with each seed, and write ``curve.csv`` and ``scores.json``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1, help="number of seeds (1)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--updates", type=int, default=40, help="updates of each run (40)")
    parser.add_argument("--tasks", type=int, default=8, help="tasks of an update (8)")
    parser.add_argument("--group", type=int, default=8, help="rollouts of each task (8)")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate (0.001)")
    parser.add_argument("--control", action="store_true", help="each seed once more, with shuffled advantages")
    parser.add_argument("--random", action="store_true", help="the agent random:elements, too")
    parser.add_argument("--out", type=Path, default=Path("runs/grpo-tiny"), help="directory of the runs")
    given = parser.parse_args(arguments)
    logging.disable_progress_bar()
    texts = readable(given.out / "tasks", "train")
    sets = {name: texts if name == "train" else readable(given.out / "tasks", name) for name in SETS}
    print(", ".join(f"{len(found)} tasks {name}" for name, found in sets.items()))
    scores: dict[str, Any] = {"tasks": {name: len(found) for name, found in sets.items()}, "runs": []}
    scores["any element"] = {
        name: float(np.mean([1 / len(re.findall(r"^\s*\[\d+\]", told[-1], re.MULTILINE)) for told in found.values()]))
        for name, found in sets.items()
    }
    if given.random:
        scores["random:elements"] = {
            name: success(
                play(given.out / "random", lambda: make_agent("random:elements"), list(found), 20, SETS[name][0])
            )
            for name, found in sets.items()
        }
    lines = []
    for seed in range(given.first, given.first + given.seeds):
        for arm in ("grpo", "shuffled")[: 1 + given.control]:
            curve, rates, _ = train(
                seed,
                given.out / f"{arm}-{seed}",
                texts,
                {name: list(found) for name, found in sets.items() if name != "train"},
                updates=given.updates,
                tasks=given.tasks,
                group=given.group,
                rate=given.rate,
                shuffled=arm == "shuffled",
                say=lambda line, arm=arm: print(f"{arm}, {line}", flush=True),
            )
            lines += [(arm, seed, n + 1, f"{value:.4f}") for n, value in enumerate(curve)]
            scores["runs"].append({"arm": arm, "seed": seed, **{k: round(v, 4) for k, v in rates.items()}})
            with (given.out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([("arm", "seed", "update", "success"), *lines])
            (given.out / "scores.json").write_text(json.dumps(scores, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
