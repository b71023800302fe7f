"""Groups of similar one-action tasks, read from the TOML file of each desktop.

Each group is a subtask, and each of its options a parameter set: ten keys of a keypad, the tabs of a window, the
fields of a form. All options of a group are on the same screen in different places, so only the instruction says which
one is meant. Of the options of a group the first choice counts: who clicks another one has guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from omnigym.a11y import Role
from omnigym.devices.protocol import Platform
from omnigym.evaluation.condition import Condition, all_of, another_came, any_of, negate
from omnigym.foreign import parse_toml
from omnigym.tasks.node_binding import fill_condition
from omnigym.tasks.subtask import AddRow, ClickControl, Launch, Need, Resource, SetupStep, TurnWheel, WriteFile

__all__ = ["COLLECTION", "Group", "Kind", "groups"]

#: The collection of the subtasks, and the prefix of their ids.
COLLECTION = "hello"

Kind: TypeAlias = Literal["open", "close", "press", "tab", "select", "tick", "menu", "type", "drag", "scroll"]

#: The role of a kind's options where a group does not say it.
_ROLES: Mapping[str, str] = {
    "press": "button",
    "tab": "tab",
    "select": "list_item",
    "tick": "checkbox",
    "menu": "menu_item",
    "type": "text_field",
    "drag": "list_item",
}
#: The state that an option has in the end where a group names no check.
_STATES: Mapping[str, str] = {"tab": "selected", "select": "selected", "tick": "checked"}

#: The kinds of which several may be done at once, and may not: that is how all are tried.
_SEVERAL = frozenset({"open", "close", "type"})


class Rows(BaseModel):
    """Rows for a table of an app: path of its file, names of the columns, and the values of each row."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    columns: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]


class Group(BaseModel):
    """A group of similar tasks.

    Attributes:
        id: What the subtask is called after "hello/".
        kind: What is done.
        platform, desktops: Where.
        app: The app in whose window it is done; "" for the desktop.
        instruction: Of the subtask; has "{option}", and "{word}" where something is typed.
        role: The role of the options, in lower case.
        options: The names of the controls; or with further parameters, such as the "name" of an app. What is scrolled
            to has the "pane" that is scrolled, and the "turn" of the wheel: "up" or "down".
        start: What is done before the episode: "launch APP", "launch APP PATH", "click NAME" or "scroll NAME NOTCHES".
            By default the app is launched.
        files, rows: What is made before that, to fill a folder, a list or a page: paths, or paths with contents.
        via: What leads there, as "group: option": of another group that opens a menu or a page. It is done before the
            episode, unless a node before does it.
        check, args: What must hold in the end; by default the option has the state that follows from the kind.
        words: What can be typed.
        onto: The name of the control that an option is dragged onto.
        alone: Whether it hides other groups of the same window, as an opened menu does; no task has both.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    kind: Kind
    platform: Platform
    desktops: tuple[str, ...] = ()
    app: str = ""
    instruction: str
    role: str = ""
    options: Annotated[tuple[str | dict[str, str], ...], Field(min_length=2)]
    start: tuple[Annotated[str, Field(pattern="^(launch .+|click .+|scroll .+ -?[0-9]+)$")], ...] = ()
    files: tuple[str | tuple[str, str], ...] = ()
    rows: tuple[Rows, ...] = ()
    via: str = ""
    check: str = ""
    args: dict[str, Any] = {}
    words: tuple[str, ...] = ()
    onto: str = ""
    alone: bool = False

    @property
    def subtask(self) -> str:
        """The id of the subtask."""
        return f"{COLLECTION}/{self.id}"

    @property
    def desktop(self) -> str:
        """The desktop of the group's tasks: "windows", "android", "gnome" or "xfce"."""
        return self.desktops[0] if self.desktops else self.platform

    @property
    def target(self) -> Role | None:
        """The role of the options; None for apps, which are opened and closed in several places."""
        role = self.role or _ROLES.get(self.kind, "")
        return Role[role.upper()] if role else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the options."""
        return tuple([choice["option"] for choice in self.choices])

    @property
    def choices(self) -> tuple[dict[str, str], ...]:
        """The parameters of each option, without a word."""
        return tuple([{"option": o} if isinstance(o, str) else o for o in self.options])

    def rivals(self, option: str) -> tuple[dict[str, str], ...]:
        """The options to which another action leads, those after this one first."""
        at = self.names.index(option)
        ways = [(c["pane"], c["turn"]) if self.kind == "scroll" else c["option"] for c in self.choices]
        return tuple([self.choices[n] for n in (*range(at + 1, len(ways)), *range(at)) if ways[n] != ways[at]])

    @property
    def parameters(self) -> tuple[Mapping[str, object], ...]:
        """The parameter sets: every option, with half of the words in turn if the option takes text."""
        if self.kind != "type":
            return self.choices
        return tuple([{**o, "word": w} for n, o in enumerate(self.choices) for w in self.words[n % 2 :: 2]])

    @property
    def implied(self) -> tuple[str, ...]:
        """The parameters that the instruction does not state."""
        return tuple([name for name in self.parameters[0] if f"{{{name}}}" not in self.instruction])

    @property
    def capabilities(self) -> tuple[str, ...]:
        """The capabilities that a device must have."""
        return ("files", "apps", "a11y") if self.check.startswith("file_") else ("apps", "a11y")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The goal, and the absence of other results and earlier choices in the group."""
        each = {o["option"]: fill_condition(self._goal, {**o, "word": "{word}"}) for o in self.choices}
        never = [another_came(each, than="{option}")]
        if self.kind == "scroll":
            panes = tuple(dict.fromkeys(c["pane"] for c in self.choices))
            never.append(Condition("another_scrolled", {"panes": panes, "than": "{pane}", "turn": "{turn}"}))
        elif self.kind != "type":  # to look into a field is no harm
            args = {"texts": self.names, "than": "{option}", "longer": self.kind == "open"}
            never.append(Condition("another_clicked", args))
        if self.kind in _SEVERAL:
            never += [all_of(a, b) for a, b in combinations(each.values(), 2)]
        return (all_of(self._goal, negate(any_of(*never))),)

    @property
    def _goal(self) -> Condition:
        if self.check:
            return Condition(self.check, self.args)
        if self.kind == "scroll":
            return Condition("control_exists", {"name": "{option}"})
        if self.kind in ("open", "close"):
            return Condition("app_open" if self.kind == "open" else "app_closed", {"app": "{name}"})
        wanted = {"value": "{word}"} if self.kind == "type" else {"states": _STATES[self.kind]}
        role = self.target.name.lower() if self.target is not None else ""
        return Condition("control_exists", {"name": "{option}", "role": role, **wanted})

    @property
    def needs(self) -> tuple[Need, ...]:
        """The window of its app, or its way to the screen, which a preceding node may provide."""
        if self.via:
            led = ClickControl(self.via.partition(": ")[2])
            return (Need(Resource("shown", self.via), (*map(_step, self.start or self._launch), led)),)
        if self.app and not self.start:
            return (Need(Resource("window", self.app), (Launch(self.app),)),)
        return ()

    @property
    def setup(self) -> tuple[SetupStep, ...]:
        """The additional setup before the episode."""
        made: list[SetupStep] = [WriteFile(f) if isinstance(f, str) else WriteFile(*f) for f in self.files]
        made += [AddRow(table.path, table.columns, values) for table in self.rows for values in table.values]
        return (*made, *(() if self.needs else map(_step, self.start)))

    @property
    def produces(self) -> tuple[Resource, ...]:
        """The window that the task opens, and the contents that other tasks may use."""
        if self.kind == "open":
            return (Resource("window", "{name}"),)
        return (Resource("shown", f"{self.id}: {{option}}"),)

    @property
    def _launch(self) -> tuple[str, ...]:
        return (f"launch {self.app}",)


def _step(text: str) -> SetupStep:
    verb, _, what = text.partition(" ")
    if verb == "scroll":
        name, _, notches = what.rpartition(" ")
        return TurnWheel(name, int(notches))
    return Launch(*what.split(" ", 1)) if verb == "launch" else ClickControl(what)


@cache
def groups() -> tuple[Group, ...]:
    """Return all groups of all desktops."""
    found: list[Group] = []
    for file in sorted(files(__package__).iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml") and file.name != "manifest.toml":
            shared = parse_toml(file.read_text("utf-8"))
            prefix = shared.pop("prefix", "")
            for own in shared.pop("group"):
                found.append(Group.model_validate({**shared, **own, "id": f"{prefix}{own['id']}"}))
    return tuple(found)
