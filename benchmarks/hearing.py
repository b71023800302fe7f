"""Whether tasks that need ears are solved by ear: success of the listener, of its controls and of random.

    python benchmarks/hearing.py                                  # every parameter set of each subtask that is heard
    python benchmarks/hearing.py --subtasks "phone-cards/*" --episodes 2

An episode is a task of one node. Chance is one through the number of twins. Needs `pip install 'omnigym[listen]'`.
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
from omnigym.tasks.omnigui.levels import twins_of
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.task import Task, TaskNode

AGENTS = ("oracle", "listener", "listener:deaf", "listener:foreign", "random:elements")
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
    rows, every = [], {agent: dict[str, list[float]]() for agent in agents}
    chances = list[float]()
    with progress("Playing", len(heard) * len(agents)) as advance:
        for subtask in heard:
            kept = np.linspace(0, len(subtask.parameters) - 1, min(options.most, len(subtask.parameters)))
            tasks = [
                Task(id=f"{subtask.id}@{n}", nodes=(TaskNode("1", subtask.id, subtask.parameters[n]),))
                for n in kept.round().astype(int).tolist()
            ]
            chance = [1 / (1 + len([*twins_of(task)])) for task in tasks]
            chances += chance
            line = [subtask.id, str(len(tasks)), f"{np.mean(chance):.2f}"]
            for agent in agents:
                scores = dict[str, list[float]]()
                with gymnasium.make("OmniBench-Android-v0", tasks=tasks, audio=True, observation="a11y") as env:
                    for record in run_episodes(env, make_agent(agent), options.episodes * len(tasks)):
                        if not record.unscored:
                            scores.setdefault(record.task_id, []).append(float(record.end_reason == "success"))
                every[agent] |= scores
                line.append(f"{np.mean([np.mean(s) for s in scores.values()]):.2f}")
                advance(1, subtask.id)
            rows.append(line)
    total = [str(interval(every[agent])) for agent in agents]
    rows.append(["all [95 % CI]", str(len(chances)), f"{np.mean(chances):.2f}", *total])
    print_table(("subtask", "n", "chance", *agents), rows, markdown=True)


if __name__ == "__main__":
    main()
