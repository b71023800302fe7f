"""Whether tasks that need ears are solved by ear: success of the listener, of its controls and of random.

    python benchmarks/hearing.py                                  # every parameter set of each subtask that is heard
    python benchmarks/hearing.py --subtasks "phone-cards/*" --episodes 2

An episode is a task of one node. Chance is one through the number of twins. A subtask is *spoken* if its twins differ
in words at each step at which their oracles part. In others tones and times decide, which it cannot tell apart.
Needs `pip install 'omnigym[listen]'`.
"""

from __future__ import annotations

import argparse
from fnmatch import fnmatchcase

import gymnasium
import numpy as np

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.cli.console import print_table, progress
from omnigym.evaluation.intervals import interval
from omnigym.tasks.modality_levels import twins_of
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.task import Task, TaskNode

AGENTS = ("oracle", "audio_oracle", "audio_oracle:deaf", "audio_oracle:foreign", "random:elements")
LEVEL = "level:critical"


def main() -> None:
    """Print a table with a row for each subtask, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--subtasks", default="*", help="a pattern of ids")
    parser.add_argument("--agents", default=",".join(AGENTS), help="names with commas between them")
    parser.add_argument("--episodes", type=int, default=1, help="episodes of each task and agent")
    parser.add_argument("--most", type=int, default=12, help="parameter sets of a subtask, evenly drawn")
    options = parser.parse_args()
    agents = options.agents.split(",")
    heard = [s for s in all_subtasks("omnigui") if s.heard and LEVEL in s.tags and fnmatchcase(s.id, options.subtasks)]
    rows, totals = [], {name: dict[str, dict[str, list[float]]]() for name in ("yes", "no")}
    chances: dict[str, list[float]] = {"yes": [], "no": []}
    with progress("Playing", len(heard) * len(agents)) as advance:
        for subtask in heard:
            kept = np.linspace(0, len(subtask.parameters) - 1, min(options.most, len(subtask.parameters)))
            tasks = [
                Task(id=f"{subtask.id}@{n}", nodes=(TaskNode("1", subtask.id, subtask.parameters[n]),))
                for n in kept.round().astype(int).tolist()
            ]
            scores, drew = {agent: dict[str, list[float]]() for agent in agents}, False
            for name in agents:
                agent = make_agent(name)
                with gymnasium.make("OmniBench-Android-v0", tasks=tasks, audio=True, observation="a11y") as env:
                    for record in run_episodes(env, agent, options.episodes * len(tasks)):
                        drew = drew or bool(getattr(agent, "drew", False))
                        if not record.unscored:
                            scores[name].setdefault(record.task_id, []).append(float(record.end_reason == "success"))
                advance(1, subtask.id)
            spoken, chance = "no" if drew else "yes", [1 / (1 + len([*twins_of(task)])) for task in tasks]
            chances[spoken] += chance
            for name in agents:
                totals[spoken].setdefault(name, {}).update(scores[name])
            means = [f"{np.mean([np.mean(s) for s in scores[name].values()]):.2f}" for name in agents]
            rows.append([subtask.id, spoken, str(len(tasks)), f"{np.mean(chance):.2f}", *means])
    for spoken, found in totals.items():
        if found:
            means = [str(interval(found[name])) for name in agents]
            mean = f"{np.mean(chances[spoken]):.2f}"
            rows.append(["all [95 % CI]", spoken, str(len(chances[spoken])), mean, *means])
    print_table(("subtask", "spoken", "n", "chance", *agents), rows, markdown=True)


if __name__ == "__main__":
    main()
