"""Three agents on the same tasks, and what the numbers say of them."""

from __future__ import annotations

import gymnasium

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.evaluation.report import summarise


def main(episodes: int = 10) -> dict[str, float]:
    """Play, print a line an agent, and return the success rates."""
    rates = {}
    for name in ("noop", "random", "oracle"):
        env = gymnasium.make("OmniBench-Win11-v0", tasks="suite:composed nodes:3", observation="a11y", max_steps=60)
        report = summarise(list(run_episodes(env, make_agent(name), episodes, seed=1)))
        # success: every node done, and nothing damaged; coverage: the share of the graph, deeper nodes weighing more
        print(f"{name:8} success {report['success_rate']:.2f}  coverage {report['coverage_rate']:.2f}")
        rates[name] = float(report["success_rate"])
    return rates


if __name__ == "__main__":
    main()
