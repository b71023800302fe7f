"""The hierarchy of demands (OS-MAP 3.2, Figure 4): 6 domains, 18 needs, 45 scenarios, by their public labels."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

__all__ = ["DOMAINS", "HIERARCHY", "SCENARIOS", "domain_of", "slug"]

#: By domain and need, the scenarios.
HIERARCHY: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    domain: {need: tuple(scenarios) for need, scenarios in needs.items()}
    for domain, needs in json.loads(Path(__file__).with_name("demand_hierarchy.json").read_text()).items()
}
#: The domains, in the paper's order.
DOMAINS: tuple[str, ...] = tuple(HIERARCHY)
#: Each scenario with its domain and its need, in the paper's order.
SCENARIOS: Mapping[str, tuple[str, str]] = {
    scenario: (domain, need)
    for domain, needs in HIERARCHY.items()
    for need, scenarios in needs.items()
    for scenario in scenarios
}


def domain_of(scenario: str) -> str:
    """The domain of a scenario, a key of `SCENARIOS`.

    >>> domain_of("Emailing")
    'Office'
    """
    return SCENARIOS[scenario][0]


def slug(scenario: str) -> str:
    """A scenario as ids and queries have it.

    >>> slug("App Installation")
    'app-installation'
    """
    return "-".join(scenario.casefold().split())
