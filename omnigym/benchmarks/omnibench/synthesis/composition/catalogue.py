"""The scenarios, found by looking through their package."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from omnigym.benchmarks.omnibench.synthesis.composition import scenarios
from omnigym.benchmarks.omnibench.synthesis.composition.scenario_model import Scenario
from omnigym.discovery import load_all
from omnigym.errors import ConfigError, UnknownNameError

__all__ = ["all_scenarios", "reachable", "scenario_named"]


@cache
def all_scenarios() -> tuple[Scenario, ...]:
    """Every scenario, by its place."""
    found = [s for module in load_all(scenarios.__name__) for s in module.SCENARIOS]
    return tuple(sorted(found, key=lambda s: s.place))


def scenario_named(name: str) -> Scenario:
    """The scenario with a name or a key.

    Raises:
        UnknownNameError: There is none; the message has similar ones.
    """
    known = {s.key: s for s in all_scenarios()}
    key = name.casefold().replace(" ", "-")
    if key not in known:
        raise UnknownNameError("scenario", name, known)
    return known[key]


def reachable(chosen: Collection[Scenario], pool: Collection[str]) -> tuple[Scenario, ...]:
    """The scenarios of which some intent can begin with subtasks of a pool.

    Args:
        chosen: The scenarios.
        pool: Ids of subtasks.

    Raises:
        ConfigError: There is none: the message names what the first one takes and nobody makes.
    """
    missing: dict[str, str] = {}
    out = []
    for scenario in chosen:
        for intent in scenario.intents:
            can: set[str] = set()
            for step in intent.steps:
                takes = all(any(t == "" or t in can for t in alternatives) for alternatives in step.takes)
                if takes and any(i in pool for i in step.subtasks):
                    can.add(step.name)
                else:
                    missing.setdefault(
                        scenario.key, f"step {step.name!r} of {intent.name!r} ({' '.join(step.subtasks)})"
                    )
            if can & set(intent.core):
                out.append(scenario)
                break
    if not out:
        which = next(iter(missing.values()), "everything")
        raise ConfigError(
            f"The {len(pool)} subtasks of the pool serve no intent: for example {which} cannot be reached. "
            "Allow more apps or scenarios."
        )
    return tuple(out)
