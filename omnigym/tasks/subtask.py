"""Subtasks: each does one thing in one app. ``@subtask(...)`` on its oracle registers it.

One family of subtasks is one file below `omnigym.tasks.apps`, found by `omnigym.discovery`::

    @subtask(
        id="files/create-folder",
        app="file_manager",
        instruction="Create a folder named '{name}' in {folder}.",
        parameters=({"name": "Reports", "folder": "Documents"}, ...),
        conditions=(Condition("folder_exists", {"path": "{folder}/{name}"}),),
        needs=(Need(Resource("folder", "{folder}"), (MakeDir("{folder}"),)),),
        produces=(Resource("folder", "{folder}/{name}"),),
    )
    def create_folder(ui: UI, name: str, folder: str) -> Iterator[Action]:
        yield from ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from omnigym.actions import Action
from omnigym.devices.backend import Wants
from omnigym.devices.config import devices_for
from omnigym.devices.protocol import PLATFORMS, Platform
from omnigym.errors import ConfigError, TaskFileError, UnknownNameError
from omnigym.evaluation.condition import Condition, all_of, any_of, negate
from omnigym.evaluation.dag import Dag
from omnigym.evaluation.world.effects import Effect
from omnigym.tasks.app_metadata import category_of_app
from omnigym.tasks.oracle import UI
from omnigym.tasks.parts import Part, order_of
from omnigym.tasks.setup import (
    AddItem,
    AddRow,
    ClickControl,
    DateFile,
    Launch,
    MakeDir,
    RemoveRows,
    SetClipboard,
    SetSetting,
    SetupStep,
    TurnWheel,
    WriteFile,
)
from omnigym.tasks.templates import names_in

__all__ = [
    "CATEGORIES",
    "UI",
    "AddItem",
    "AddRow",
    "ClickControl",
    "Condition",
    "DateFile",
    "Effect",
    "Launch",
    "MakeDir",
    "Need",
    "Oracle",
    "Part",
    "RemoveRows",
    "Resource",
    "SetClipboard",
    "SetSetting",
    "SetupStep",
    "Subtask",
    "TurnWheel",
    "WriteFile",
    "all_of",
    "any_of",
    "known_oracle",
    "known_subtasks",
    "negate",
    "oracle",
    "register",
    "subtask",
]

#: The twelve categories of OmniBench A.4, with the scenario that A.5 derives from each left to composition.
CATEGORIES: tuple[str, ...] = (
    "Social Communication",
    "Multimedia Playback",
    "Multimedia Editing",
    "Office",
    "Utility Tools",
    "Programming",
    "System Management",
    "Web Browsing",
    "Screen Capture",
    "Task Management",
    "Note Management",
    "Lifestyle",
)

Oracle: TypeAlias = Callable[..., Iterator[Action]]


@dataclass(frozen=True, slots=True)
class Resource:
    """A typed resource that a subtask needs or produces (OmniBench B.3).

    Attributes:
        kind: What it is: "folder", "file", "document", "clipboard_text"... Kinds that begin with "clipboard"
            exist once: who makes one replaces what was there.
        value: Which one, a template: "{folder}/{name}". Paths are portable.
    """

    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Need:
    """A resource that must exist before the subtask can be done.

    Attributes:
        resource: What is needed.
        unless_provided: How to make it when no predecessor in the task produces it.
        consumes: Whether doing the subtask uses it up (a file that is renamed is gone under its old name).
        given: Whether only that will do which ``unless_provided`` makes, since the subtask is about what is in it: a
            sheet with these numbers. Then no predecessor provides it.
    """

    resource: Resource
    unless_provided: tuple[SetupStep, ...] = ()
    consumes: bool = False
    given: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Subtask:
    """A subtask (OmniBench C.1), its evaluation (C.3) and its oracle.

    Attributes:
        id: "family/name", unique.
        app: omnigym's name of the app; "" where it takes none, such as to submit an answer.
        instruction: An imperative sentence, a template: "Create a folder named '{name}' in {folder}."
        parameters: The parameter sets; at least two, so that there are training and held-out ones.
        conditions: Latch in order; when the last has passed the subtask is complete.
        parts: Instead of conditions: a small graph of what is judged, and pays, by itself. A node of the subtask
            expands to these parts when it is evaluated, and is complete when all of them are.
        oracle: ``(ui, **parameters)`` yields ordinary actions that do it from any legal start. Only a definition
            that came from a file has none.
        category: One of `CATEGORIES` (OmniBench A.4). It is what the app declares; only a subtask of an app that no
            device declares says it.
        needs, produces: Resources in and out.
        setup: Done before the episode, besides what unprovided needs ask for.
        capabilities: What the device must have ("files", "apps", "a11y", "clipboard", "settings"...).
        platforms: Those on which it can be done, of `omnigym.devices.protocol.Platform`. No backend is named: every
            device of these platforms that has the capabilities will do.
        desktops: The desktops of its platforms whose own things it is about, such as "xfce"; none for every desktop.
        effects: What doing it may do to the user's data besides what follows from its conditions; all else is to stay
            as it is. None where nobody knows: then anything may be done.
        implied: Parameters that the conditions need and the instruction does not quote, since they follow from what it
            says or from what can be seen: a result, the name of a setting, the id of what is called something.
        disturbs: Kinds of once-only resources that doing it may replace, though it is not about them
            ("clipboard" for a copy of a file).
        alone: Whether it is about all that is somewhere, or about an order: then nothing is put beside what its setup
            puts there (`omnigym.tasks.worlds.neighbours`).
        covers: Ids of subtasks that it does along when it works on the same thing; composition keeps them apart.
        milestones: Conditions on the way there, the one nearest to the goal last: a document is open, a dialog is. They
            never count for the score; they are the potential of ``reward="progress"``. The first, that the app has a
            window, need not be said. Those of a subtask of parts stand in its parts.
        tags: For queries.
        collection: The benchmark that it belongs to alone, such as "crab": it is found by its id and not among
            `all_subtasks`, from which tasks of every suite are made.
        types: The declared type of each attribute, by name, where a benchmark composes by types (CRAB 4.4); parameters
            that are no attributes follow from these.
        heard: Parameters that a sound tells, and where the task's level is "critical" nothing else does (OmniGUI 3.2).
            Of two parameter sets that differ in these alone each is the other's twin.
        watched: The same, of what only moves between two screenshots.
        draws: The kind of each parameter that may be drawn, by its name: one of
            `omnigym.tasks.parameter_sampling.KINDS`, or "listed" for a value of the parameter sets. Only parameters
            from which no other follows.
        output: The declared type of what is known after it, as of an attribute of another subtask; "" for nothing.
    """

    id: str
    app: str
    instruction: str
    parameters: tuple[Mapping[str, object], ...]
    conditions: tuple[Condition, ...] = ()
    parts: tuple[Part, ...] = ()
    oracle: Oracle | None = None
    category: str = ""
    needs: tuple[Need, ...] = ()
    produces: tuple[Resource, ...] = ()
    setup: tuple[SetupStep, ...] = ()
    capabilities: tuple[str, ...] = ("files", "apps", "a11y")
    platforms: tuple[Platform, ...] = ("windows", "linux")
    desktops: tuple[str, ...] = ()
    effects: tuple[Effect, ...] | None = ()
    implied: tuple[str, ...] = ()
    disturbs: tuple[str, ...] = ()
    alone: bool = False
    covers: tuple[str, ...] = ()
    milestones: tuple[Condition, ...] = ()
    tags: tuple[str, ...] = ()
    collection: str = ""
    types: Mapping[str, str] = field(default_factory=dict)
    output: str = ""
    draws: Mapping[str, str] = field(default_factory=dict)
    heard: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.category:
            object.__setattr__(self, "category", category_of_app(self.app))
            if not self.category:
                raise ConfigError(
                    f"Subtask {self.id!r} is of the app {self.app!r}, which no device declares. Correct its name "
                    "or add category=."
                )
        if self.category not in CATEGORIES:
            raise UnknownNameError("category", self.category, CATEGORIES)
        for platform in self.platforms:
            if platform not in PLATFORMS:
                raise UnknownNameError("platform", platform, PLATFORMS)
        if not self.parameters or not (self.conditions or self.parts):
            raise ConfigError(f"Subtask {self.id!r} needs at least one parameter set and one condition.")
        if self.parts and (self.conditions or self.milestones):
            raise TaskFileError(f"Subtask {self.id!r} has parts, so its conditions and milestones go into these.")
        try:
            _ = self.inside
        except TaskFileError as e:
            raise TaskFileError(f"Subtask {self.id!r}, parts: {e}") from None
        for name in (*self.implied, *self.types, *self.draws, *self.heard, *self.watched):
            if name not in self.parameters[0]:
                raise UnknownNameError("parameter", name, self.parameters[0])
        wanted = names_in(self.instruction)
        for n, values in enumerate(self.parameters):
            if not wanted <= values.keys():
                missing = ", ".join(sorted(wanted - values.keys()))
                raise ConfigError(
                    f"Parameter set {n} of subtask {self.id!r} lacks {missing}: its instruction names it."
                )

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def inside(self) -> Dag:
        """The graph of the subtask's parts; empty if it has none."""
        return order_of(self.parts)

    @property
    def apps(self) -> frozenset[str]:
        """The app of the subtask, if it takes one, and those of its parts."""
        return frozenset([app for app in (self.app, *[p.app for p in self.parts]) if app])

    @property
    def needed(self) -> frozenset[str]:
        """The device capabilities that the subtask needs in any task, whether or not a node provides its needs."""
        return _needed(self)

    @property
    def devices(self) -> frozenset[str]:
        """The names of the devices that run the subtask, among those that `omnigym.devices.config` finds."""
        return devices_for(Wants(frozenset(self.platforms), self.needed, self.apps, frozenset(self.desktops)))

    @property
    def parameter_names(self) -> frozenset[str]:
        """The names that a parameter set must have."""
        return frozenset(self.parameters[0])


@lru_cache(maxsize=1024)
def _needed(subtask: Subtask) -> frozenset[str]:
    steps = (*subtask.setup, *(s for n in subtask.needs for s in n.unless_provided))
    return frozenset(subtask.capabilities).union(s.needs for s in steps if s.needs)


_SUBTASKS: dict[str, Subtask] = {}


def _called(known: Subtask) -> str:
    """The name of a subtask's oracle: a module that is loaded once more registers the same ones again."""
    return getattr(known.oracle, "__qualname__", "") or repr(known.oracle)


def register(new: Subtask) -> Subtask:
    """Register a subtask under its id.

    Raises:
        ConfigError: The id is taken by another one, or it has no oracle; one of a collection may have none, where no
            device of its platform has the app yet.
    """
    if new.oracle is None and not new.collection:
        raise ConfigError(f"Subtask {new.id!r} has no oracle, so nothing could prove it. Give it one.")
    known = _SUBTASKS.get(new.id)
    if known is not None and known.oracle is not None and _called(known) != _called(new):
        raise ConfigError(f"There is a subtask {new.id!r} already. Choose another id.")
    _SUBTASKS[new.id] = new
    return new


def subtask(**attributes: Any) -> Callable[[Oracle], Oracle]:
    """Register the decorated oracle's subtask; the arguments are the attributes of `Subtask`."""

    def decorate(oracle: Oracle) -> Oracle:
        register(Subtask(oracle=oracle, **attributes))
        return oracle

    return decorate


_ORACLES: dict[str, Oracle] = {}


def oracle(*subtasks: str) -> Callable[[Oracle], Oracle]:
    """Make the decorated generator the oracle of subtasks that a file declares without steps."""

    def decorate(run: Oracle) -> Oracle:
        _ORACLES.update(dict.fromkeys(subtasks, run))
        return run

    return decorate


def known_subtasks() -> Mapping[str, Subtask]:
    """Return the registered subtasks by id; `omnigym.tasks.registry` loads all others."""
    return _SUBTASKS


def known_oracle(subtask_id: str) -> Oracle | None:
    """Return the oracle that a module gives to a subtask of a file; None if no loaded module does."""
    return _ORACLES.get(subtask_id)
