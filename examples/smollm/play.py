"""Tasks of the example, demonstrations of the oracle, and evaluation.

python examples/smollm/play.py --out runs/smollm/zero-shot                                   # before any training
python examples/smollm/play.py --checkpoint runs/smollm/sft-0/last.pt --out runs/smollm/sft-0/tested
python examples/smollm/play.py --checkpoint runs/smollm/sft-0/last.pt --blind --out runs/smollm/sft-0/blind
"""

from __future__ import annotations

import argparse
import csv
import json
import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import gymnasium
import torch
from choices import MOST_ROWS, choices_of, same_call
from small_model import ChoiceModel, SmallModel, load_model

import omnigym  # noqa: F401 - registers the ids
from omnigym.agents.chat import ChatAgent
from omnigym.agents.config import ChatConfig
from omnigym.agents.oracle_model import RehearsedAgent
from omnigym.baselines.agent import Agent
from omnigym.baselines.rollout_runs import RolloutPlan, play_rollouts
from omnigym.errors import ConfigError
from omnigym.recording.rollouts import RolloutRecord, RolloutStep
from omnigym.tasks import list_tasks

__all__ = ["ONE_CLICK", "SETS", "Example", "SmallAgent", "agent_of", "examples", "outcome", "play", "tasks_of"]

HERE: Final = Path(__file__).parent
TASKS: Final = "suite:hello level:1"
#: Tasks of one click: a rollout is one answer. Of the others it is two, since a field is clicked, and then typed into.
ONE_CLICK: Final = f"{TASKS} tag:open,close,press,tab,select,tick,menu"


class Set(NamedTuple):
    """Tasks that are played together.

    Attributes:
        env, device: Where.
        split: The part of the parameters; None for all.
    """

    env: str
    device: str
    split: str | None


#: "train" is trained on, "held out" has other options of the same groups, "unseen" other apps on another desktop.
SETS: Final = {
    "train": Set("OmniBench-Win11-v0", "sim", "train"),
    "held out": Set("OmniBench-Win11-v0", "sim", "heldout"),
    "unseen": Set("OmniBench-Linux-v0", "ubuntu", None),
}
#: How the model sees and acts; `choices` makes its own prompt of that.
CHAT: Final = ChatConfig(
    model="smollm2-135m",
    url="http://127.0.0.1:1/v1",
    form="json",
    screenshot=False,
    tree=3000,
    turns=0,
    max_actions=1,
    prompts=HERE / "prompts",
)


class Example(NamedTuple):
    """A step of a demonstration.

    Attributes:
        task: Id of the task.
        instruction, screen: What is seen.
        right: The index of the oracle's choice.
    """

    task: str
    instruction: str
    screen: str
    right: int


def tasks_of(name: str, query: str = TASKS) -> list[str]:
    """Return the ids of a set."""
    return [task.id for task in list_tasks(query, split=SETS[name].split, device=SETS[name].device)]


def play(
    folder: Path,
    agent: Callable[[], Agent],
    name: str,
    tasks: Sequence[str],
    group: int = 1,
    about: dict[str, Any] | None = None,
    seeds: Sequence[int] = (0,),
    steps: int = 2,
    **options: Any,
) -> list[RolloutRecord]:
    """Play a group of rollouts for each task and seed into a folder; what is played there is not played again."""
    env, device, _ = SETS[name]
    plan = RolloutPlan(env=env, agent=about or {}, tasks=tuple(tasks), seeds=tuple(seeds), group=group, max_steps=steps)
    made = {"device": device, "observation": "a11y", "tasks": TASKS, "disable_env_checker": True, **options}
    return list(play_rollouts(folder, plan, [partial(gymnasium.make, env, **made)], agent))


def screen_of(step: RolloutStep) -> str:
    """Return the screen that was shown at a step."""
    return next((m.content for m in step.messages if m.role == "user"), "")


def examples(
    folder: Path, name: str, tasks: Sequence[str], seeds: Sequence[int] = (0,)
) -> tuple[list[Example], dict[str, str]]:
    """Return the steps of the oracle's demonstrations, and of each task that is left out the reason.

    Each seed but the first changes the layout of the screen.
    """
    records = play(folder / "plain", lambda: RehearsedAgent(CHAT), name, tasks)
    if len(seeds) > 1:
        records += play(
            folder / "varied", lambda: RehearsedAgent(CHAT), name, tasks, seeds=seeds[1:], variation="layout"
        )
    found: dict[str, list[Example]] = {}
    left_out: dict[str, str] = {}
    for record in records:
        steps = []
        for step in record.steps:
            said = next((m.content for m in step.messages if m.role == "assistant"), None)
            if said is None:
                continue
            screen = screen_of(step)
            right = same_call(said, choices_of(record.instruction, screen))
            if right is None:
                left_out[record.task_id] = "not among the rows" if '"click"' in said else "neither a click nor a word"
                break
            steps.append(Example(record.task_id, record.instruction, screen, right))
        else:
            if record.is_success:
                found[record.id + record.task_id] = steps
            else:
                left_out[record.task_id] = record.problem or str(record.end_reason)
    return [example for steps in found.values() for example in steps], left_out


def agent_of(small: SmallModel, seed: int | None = None, *, blind: bool = False) -> Callable[[], Agent]:
    """Return what makes agents that share a model, and what it has read."""
    model = ChoiceModel(small, seed, blind=blind)
    return lambda: ChatAgent(CHAT, model)


class SmallAgent(ChatAgent):
    """The agent for `omnigym evaluate --agent examples/smollm/play.py:SmallAgent:CHECKPOINT`; "" for zero-shot.

    Args:
        argument: The checkpoint.
        seed: Nothing is drawn.
    """

    def __init__(self, argument: str = "", seed: int = 0) -> None:
        del seed
        torch.set_num_threads(1)
        small = load_model()
        if argument:
            small.load(Path(argument))
        self._checkpoint = argument
        super().__init__(CHAT, ChoiceModel(small))

    def about(self) -> dict[str, object]:
        """Return the settings that determine its answers."""
        return {**super().about(), "checkpoint": Path(self._checkpoint).name, "choices": MOST_ROWS}


def wilson(right: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate.

    >>> [round(value, 2) for value in wilson(5, 10)]
    [0.24, 0.76]
    """
    z, rate = 1.96, right / count
    middle, half = rate + z * z / (2 * count), z * math.sqrt(rate * (1 - rate) / count + (z / (2 * count)) ** 2)
    return (middle - half) / (1 + z * z / count), (middle + half) / (1 + z * z / count)


def outcome(records: Sequence[RolloutRecord]) -> dict[str, Any]:
    """Return successes of scored rollouts, with the interval, and how many were not scored."""
    scored = [r for r in records if not r.unscored]
    right = sum(r.is_success for r in scored)
    low, high = wilson(right, len(scored)) if scored else (0.0, 1.0)
    return {
        "successes": right,
        "scored": len(scored),
        "unscored": len(records) - len(scored),
        "rate": round(right / max(1, len(scored)), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "without an answer": sum(not s.token_ids for r in records for s in r.steps),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Evaluate a model, greedily, and write ``scores.json`` and ``tasks.csv``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, help="adapters; without it the model is evaluated zero-shot")
    parser.add_argument("--model", type=Path, help="directory of another causal model (SmolLM2 of its package)")
    parser.add_argument("--sets", default="held out,unseen", help="sets of tasks (held out,unseen)")
    parser.add_argument("--blind", action="store_true", help="hide the instruction: a control")
    parser.add_argument("--out", type=Path, required=True, help="directory of the results")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)
    small = load_model(given.model)
    if given.checkpoint is not None:
        small.load(given.checkpoint)
    agent = agent_of(small, blind=given.blind)
    scores: dict[str, Any] = {}
    lines: list[tuple[str, str, object]] = []
    for name in given.sets.split(","):
        if name not in SETS:
            raise ConfigError(f"There is no set {name!r} of tasks. Choose from {', '.join(SETS)}.")
        about = {"checkpoint": str(given.checkpoint), "blind": given.blind}
        single = tasks_of(name, ONE_CLICK)
        several = [task for task in tasks_of(name) if task not in single]
        folder = given.out / name.replace(" ", "-")
        records = play(folder / "one-click", agent, name, single, about=about, steps=1)
        records += play(folder / "others", agent, name, several, about=about)
        scores[name] = outcome(records)
        lines += [(name, r.task_id, "" if r.unscored else int(r.is_success)) for r in records]
        print(name, scores[name], flush=True)
        (given.out / "scores.json").write_text(json.dumps(scores, indent=1) + "\n", encoding="utf-8")
    with (given.out / "tasks.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("set", "task", "success"), *lines])


if __name__ == "__main__":
    main()
