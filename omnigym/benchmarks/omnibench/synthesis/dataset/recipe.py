"""What the candidate with a number is: its scenario, how large it is, whether it needs the network, its split.

The shares are OmniBench's where the paper gives them (Figure 3): 46 % need the network, an instruction has 52 words in
the mean. Every 31st candidate is one that tests a capability (Table 12), in turn, so none of the ten is rare.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

from omnigym.benchmarks.omnibench.synthesis.composition.catalogue import all_scenarios
from omnigym.benchmarks.omnibench.synthesis.composition.composing import Composer
from omnigym.benchmarks.omnibench.synthesis.composition.demands import Demands
from omnigym.tasks.complexity import CAPABILITY_TASKS
from omnigym.tasks.split import Split
from omnigym.tasks.task import Task, stable_hash

__all__ = ["COUNT", "NETWORK_SHARE", "SCENARIOS", "DatasetRecipe"]

#: OmniBench's number of tasks, and the share of those that need the network (Figure 3).
COUNT, NETWORK_SHARE = 36_076, 0.4605
#: The number of scenarios (A.5).
SCENARIOS = 20
#: The share of candidates of training parameters alone.
_TRAIN_SHARE = 0.75
#: One of so many candidates is for a capability.
_FOR_CAPABILITY = 31


@dataclass(frozen=True)
class DatasetRecipe:
    """The candidates of a dataset.

    Attributes:
        seed: Selects them.
        suite: The suite that they belong to.
    """

    seed: int = 0
    suite: str = "omnibench"

    def candidate(self, number: int) -> Task | None:
        """The candidate with a number, or None if its draws lead to none."""
        rng = random.Random(stable_hash([self.seed, "recipe", number]))
        scenarios = self._composers["", True, "train"].reached
        # By its place, so that a scenario whose apps came later changes none of the others' candidates.
        scenario = next((s for s in scenarios if s.place == number % SCENARIOS + 1), None)
        if scenario is None:
            return None
        online = sum(s.online for s in all_scenarios())
        # Some scenarios are online throughout, so of the others fewer tasks need the network.
        share = (NETWORK_SHARE * SCENARIOS - online) / (SCENARIOS - online)
        network = scenario.online or rng.random() < share
        split: Split = "train" if rng.random() < _TRAIN_SHARE else "heldout"
        capability = ""
        if number % _FOR_CAPABILITY == 0:
            names = tuple(CAPABILITY_TASKS)
            capability = names[number // _FOR_CAPABILITY % len(names)]
        return self._composers[capability, *((None, None) if capability else (network, split))].candidate(
            number, scenario
        )

    @cached_property
    def _composers(self) -> dict[tuple[str, bool | None, Split | None], Composer]:
        """By capability, network and split. What tests a capability is rare, so nothing else is asked of it."""
        asked: list[tuple[str, bool | None, Split | None]] = [(c, None, None) for c in CAPABILITY_TASKS]
        splits: tuple[Split, ...] = ("train", "heldout")
        asked += [("", network, split) for network in (True, False) for split in splits]
        return {key: self._composer(*key) for key in asked}

    def _composer(self, capability: str, network: bool | None, split: Split | None) -> Composer:
        demands = Demands.for_capability(capability) if capability else Demands.of(network)
        return Composer(self.seed, demands, split=split, prefix=self.suite, suite=self.suite)
