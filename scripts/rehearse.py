"""Twenty tasks of an id in every action space, form and structure, by a model that answers rightly: all must score.

    python scripts/rehearse.py [ID ...] [--tasks QUERY] [--number 20] [--http] [--pictures]

A task whose oracle does what a space has no words for (a drag, with OmniBench's) is passed over, and another one is
played. Prints a table: tasks that scored, of those that could be said, and how many were passed over. Exits with 1 if
one that could be said did not score.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import gymnasium
from rich.console import Console
from rich.table import Table

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.agents.config import ChatConfig
from omnigym.agents.dialects import FORMS, GRAMMARS, MODEL_SPACES, SPACES
from omnigym.agents.oracle_model import OracleModel, RehearsedAgent, rehearse
from omnigym.agents.serving import ChatServer
from omnigym.agents.structures import STRUCTURES


@contextmanager
def rehearsed(over_http: bool, **options: Any) -> Iterator[RehearsedAgent]:
    """An agent whose model answers rightly, over HTTP or at once."""
    oracle = OracleModel()
    with ExitStack() as stack:
        url = stack.enter_context(ChatServer(oracle.respond)).url if over_http else "http://127.0.0.1:1/v1"
        config = ChatConfig(model="oracle", url=url, retries=0, max_actions=1000, **options)
        yield RehearsedAgent(config, config.endpoint() if over_http else None, oracle)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play them and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", default=["OmniBench-Win11-v0", "OmniBench-Android-v0", "Crab-Cross-v0"])
    parser.add_argument("--tasks", help="a query that chooses the tasks")
    parser.add_argument("--number", type=int, default=20, help="so many tasks that can be said of each")
    parser.add_argument("--http", action="store_true", help="the model behind a local HTTP server")
    parser.add_argument("--pictures", action="store_true", help="with screenshots and set-of-marks")
    given = parser.parse_args(arguments)
    seen = {"screenshot": True, "marks": True, "size": (512, 384)} if given.pictures else {"screenshot": False}
    console, failed = Console(), 0
    kinds = [(s, f, "single") for s in SPACES for f in FORMS]
    kinds += [(s, "own" if s in GRAMMARS else "functions", "single") for s in MODEL_SPACES]
    kinds += [(s, f, structure) for s in ("omnigym", "crab") for structure in list(STRUCTURES)[1:] for f in FORMS]
    for env_id in given.ids:
        table = Table("space", "form", "structure", "scored", "cannot be said", title=env_id)
        observation = "pixels" if given.pictures else "a11y"
        base = gymnasium.make(env_id, observation=observation, **({"tasks": given.tasks} if given.tasks else {}))
        chosen = [t.id for t in base.unwrapped.tasks if all(n.subtask.oracle is not None for n in t.bound.values())]
        # spread over all of them, each once: a stride that has no factor in common with their number
        stride = next(
            n for n in range(max(len(chosen) // given.number, 1), len(chosen) + 2) if math.gcd(n, len(chosen)) == 1
        )
        chosen = [chosen[n * stride % len(chosen)] for n in range(min(len(chosen), 5 * given.number))]
        several = len(base.get_wrapper_attr("device_names")) > 1
        for space, form, structure in [k for k in kinds if not (several and k[0] in MODEL_SPACES)]:
            options = {"space": space, "form": form, "structure": structure, "tree": 3000, **seen}
            with rehearsed(given.http, **options) as agent:
                env, scores = agent.wrap(base), []
                for task in chosen:
                    if sum(s is not None for s in scores) == given.number:
                        break
                    scores.append(rehearse(env, agent, task))
                    if scores[-1] is False:
                        console.print(f"{task}: {space}, {form}, {structure} did not score", markup=False)
            said = [s for s in scores if s is not None]
            failed += len(said) - sum(said)
            table.add_row(space, form, structure, f"{sum(said)} of {len(said)}", str(len(scores) - len(said)))
        console.print(table)
        base.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
