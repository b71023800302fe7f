"""What can be said: the share of oracle episodes that node actions can say whole, and that then score 1.0.

    python scripts/sayable.py [DEVICE] [--platform android] [--tasks QUERY] [--every N]

Every ordinary action of the oracle is said in node actions, and these are done instead. An episode counts if each
action could be said and the task was then complete. Prints those that do not count, and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing

from omnigym.baselines.oracle import OracleAgent
from omnigym.envs import OmniEnv
from omnigym.wrappers import NodeActions


def said(env: NodeActions, task: str, seed: int = 0) -> str:
    """Play the oracle's episode in node actions: "" if it was said whole and scored 1.0, else what was in the way."""
    observation, info = env.reset(seed=seed, options={"task": task})
    oracle = OracleAgent()
    oracle.reset(env, info)
    ended = False
    while not ended:
        rest = oracle.act(observation, info)
        while rest is not None and not ended:
            saying = env.say(rest)
            if saying is None:
                return f"no words for {rest}"
            action, rest = saying
            observation, _, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
    return "" if info["is_success"] else f"ended by {info['end_reason']}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play them and print the share."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("device", nargs="?", default="sim")
    parser.add_argument("--platform", help="the phone: android")
    parser.add_argument("--tasks", default="nodes:1", help="a query that chooses the tasks")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth task alone")
    options = parser.parse_args(arguments)
    base = OmniEnv(options.device, options.tasks, observation="a11y", platform=options.platform)
    with closing(NodeActions(base)) as env:
        chosen = base.tasks[:: options.every]
        failed = 0
        for task in chosen:
            problem = said(env, task.id)
            failed += bool(problem)
            if problem:
                print(f"{task.id}: {problem}", flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} episodes can be said: {1 - failed / len(chosen):.3f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
