"""What a scenario is made of: intents, and the steps that serve them (OmniBench B.3, A.5).

An *intent* is something that somebody wants ("prepare the team offsite"). It has a persona, what it is about (its
stories), and steps: kinds of subtasks that serve it, each with the steps whose things it takes. What of it a task has
is drawn (`weaving`), so one intent stands for many graphs, and all nodes of one graph are about the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from omnigym.errors import ConfigError
from omnigym.tasks.subtask import CATEGORIES
from omnigym.tasks.templates import names_in

__all__ = ["Intent", "Scenario", "Step", "named", "step", "without"]


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of node of an intent's graphs.

    Attributes:
        name: Unique in the intent.
        subtasks: Ids of subtasks that do it; one of them is drawn.
        takes: For each thing that it takes, the names of the steps that make it, one of which has to be there; with ""
            among them it may also be there from the start.
        given: Parameters of its own, templates over the story's variables, instead of those of `fillings`.
    """

    name: str
    subtasks: tuple[str, ...]
    takes: tuple[tuple[str, ...], ...] = ()
    given: Mapping[str, str] = field(default_factory=dict)


def step(name: str, subtasks: str, takes: str = "", /, **given: str) -> Step:
    """A step, from words separated by spaces.

    Args:
        name: Its name.
        subtasks: Ids of subtasks.
        takes: What it takes; alternatives are separated by "|", and a final "|" says that it may be there already.
        **given: Parameters of its own.

    >>> step("send", "mail/send-file skype/send-file", "paper|table|").takes
    (('paper', 'table', ''),)
    """
    return Step(name, tuple(subtasks.split()), tuple(tuple(t.split("|")) for t in takes.split()), given)


def named(suffix: str, steps: Iterable[Step], /, **given: str) -> tuple[Step, ...]:
    """The same steps once more, under names that end in a suffix.

    >>> [s.name for s in named("2", [step("task", "todo/add-task"), step("due", "todo/due", "task")])]
    ['task2', 'due2']
    """
    steps = tuple(steps)
    own = {s.name for s in steps}
    return tuple(
        Step(
            s.name + suffix,
            s.subtasks,
            tuple(tuple(t + suffix if t in own else t for t in alternatives) for alternatives in s.takes),
            {**s.given, **given},
        )
        for s in steps
    )


def without(steps: Iterable[Step], *names: str) -> tuple[Step, ...]:
    """Steps without those of some names."""
    return tuple(s for s in steps if s.name not in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """Something that somebody wants.

    Attributes:
        name: Unique in its scenario.
        persona: Who wants it, and why.
        want: What is wanted, an order and a template over the story's variables: "Prepare {topic}".
        stories: What it may be about: each a set of values of the variables.
        steps: In an order in which they make sense: a step takes from earlier ones only.
        core: Names of steps of which every graph has at least one.

    Raises:
        ConfigError: A step takes from one that is not before it, names occur twice, or nothing is in the core.
    """

    name: str
    persona: str
    want: str
    stories: tuple[Mapping[str, str], ...]
    steps: tuple[Step, ...]
    core: tuple[str, ...]

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for s in self.steps:
            unknown = [t for alternatives in s.takes for t in alternatives if t and t not in seen]
            if unknown or s.name in seen:
                fault = f"takes from {unknown[0]!r}, which is no step before it" if unknown else "is there twice"
                raise ConfigError(f"Intent {self.name!r}: step {s.name!r} {fault}. Change the steps.")
            seen.add(s.name)
        missing = [c for c in self.core if c not in seen]
        if missing or not self.core or not self.stories:
            what = f"its core names {missing[0]!r}, which is no step" if missing else "it has no core or no story"
            raise ConfigError(f"Intent {self.name!r}: {what}. Change it.")

    @property
    def variables(self) -> frozenset[str]:
        """The variables that its wording needs."""
        return names_in(self.want)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario (OmniBench A.5).

    Attributes:
        name: As it is called: "Media Viewing".
        place: Its place among the scenarios.
        categories: The categories of applications that it combines; every task of it has a node of each. None for the
            scenario of all that is left.
        intents: What is wanted in it.
        online: Whether all its tasks need the network.

    Raises:
        ConfigError: There is no such category.
    """

    name: str
    place: int
    categories: tuple[str, ...]
    intents: Sequence[Intent]
    online: bool = False

    def __post_init__(self) -> None:
        for category in self.categories:
            if category not in CATEGORIES:
                raise ConfigError(f"Scenario {self.name!r}: there is no category {category!r} (OmniBench A.4).")

    @property
    def key(self) -> str:
        """Its name in ids and queries: "media-viewing"."""
        return self.name.casefold().replace(" ", "-")
