"""An agent of one's own: a class with a method, played on tasks, with a report."""

from __future__ import annotations

from collections.abc import Mapping

import gymnasium

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.actions import Action, Click, Fail, Press
from omnigym.baselines.agent import Agent, Env
from omnigym.baselines.evaluate import run_episodes
from omnigym.evaluation.report import summarise


class MyAgent(Agent):
    """Asks a model; here it clicks on what the instruction names, and gives up when nothing is left."""

    observation = "a11y"

    def reset(self, env: Env, info: Mapping[str, object]) -> None:
        """Keep the environment, whose tree has the full texts."""
        self._env, self._wanted, self._tried = env, str(info["instruction"]), set[str]()

    def act(self, observation: object, info: Mapping[str, object]) -> Action:
        """An action: of `omnigym.actions`, or what a codec of `omnigym.codecs` makes of a model's answer."""
        del observation  # of which the tree has more
        tree = self._env.unwrapped.a11y()  # type: ignore[attr-defined]
        for node in tree:
            if node.name and node.name in self._wanted and node.name not in self._tried:
                self._tried.add(node.name)
                (x, y), (width, height) = node.center, tree.size
                return Click(((x + 0.5) / width, (y + 0.5) / height), count=2)
        return Fail() if info["steps"] else Press("meta")


def main(episodes: int = 20) -> float:
    """Play, print the report, and return the coverage rate."""
    env = gymnasium.make(
        "OmniBench-Win11-v0", tasks="suite:one-node", split="heldout", observation="a11y", max_steps=20
    )
    report = summarise(list(run_episodes(env, MyAgent(), episodes)))
    print("\n".join(f"{name}: {value}" for name, value in report.items()))
    return float(report["coverage_rate"])


if __name__ == "__main__":
    main()
