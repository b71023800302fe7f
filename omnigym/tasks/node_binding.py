"""Binding: the subtask of a node with all templates filled by the node's parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from omnigym.errors import TaskFileError
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.graph import part_id
from omnigym.evaluation.world.effects import Effect
from omnigym.foreign import show_value
from omnigym.tasks.parts import Part
from omnigym.tasks.setup import SetupStep, fill_step
from omnigym.tasks.subtask import Need, Resource, Subtask
from omnigym.tasks.templates import fill
from omnigym.tasks.worlds import World

__all__ = ["BoundNode", "bind_node", "fill_condition", "need_key", "resource_key"]


@dataclass(frozen=True)
class BoundNode:
    """A subtask with one set of parameters; each part is filled when it is first read.

    Attributes:
        id: Id of the node.
        subtask: The subtask.
        parameters: The values of its parameters.
        world: What fills the blanks of setup and conditions; None leaves them, so that those of two nodes compare
            whatever the task.
    """

    id: str
    subtask: Subtask
    parameters: Mapping[str, object]
    world: World | None = None

    @cached_property
    def instruction(self) -> str:
        """The instruction of the subtask."""
        return str(fill(self.subtask.instruction, self.parameters))

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions, in order, of a subtask without parts."""
        return self._filled(self.subtask.conditions)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The nodes that the evaluator sees: its parts under the ids "node/part", or one part that is the whole node.

        Each says its app, and its milestones begin with that app's window.
        """
        own = self.subtask
        if own.parts:
            return tuple(self._part(p, part_id(self.id, p.id), self._filled(p.conditions)) for p in own.parts)
        return (self._part(Part(self.id, (), milestones=own.milestones), self.id, self.conditions),)

    def _part(self, part: Part, name: str, conditions: tuple[Condition, ...]) -> Part:
        app = part.app or self.subtask.app
        opened = (Condition("app_open", {"app": app}),) if "apps" in self.subtask.capabilities else ()
        device = str(fill(part.device, self.parameters))
        milestones = (*opened, *self._filled(part.milestones))
        return replace(part, id=name, conditions=conditions, app=app, device=device, milestones=milestones)

    def _filled(self, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
        return tuple(fill_condition(c, self.parameters, self.world) for c in conditions)

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        """The resources that the subtask needs."""
        return tuple(
            replace(n, resource=self._resource(n.resource), unless_provided=self._steps(n.unless_provided))
            for n in self.subtask.needs
        )

    @cached_property
    def produces(self) -> tuple[Resource, ...]:
        """The resources that the subtask produces."""
        return tuple(self._resource(r) for r in self.subtask.produces)

    @cached_property
    def effects(self) -> tuple[Effect, ...] | None:
        """The permitted changes to the user's data beyond those that follow from its conditions; None if unknown."""
        if self.subtask.effects is None:
            return None
        return tuple(_fill_effect(e, self.parameters) for e in self.subtask.effects)

    @cached_property
    def setup(self) -> tuple[SetupStep, ...]:
        """The setup steps of the subtask, except those for needs that another node provides."""
        return self._steps(self.subtask.setup)

    def _steps(self, steps: tuple[SetupStep, ...]) -> tuple[SetupStep, ...]:
        return tuple(fill_step(s, self.parameters, self.world) for s in steps)

    def _resource(self, template: Resource) -> Resource:
        return Resource(template.kind, str(fill(template.value, self.parameters)))


def resource_key(resource: Resource) -> tuple[str, str]:
    """Return the key by which resources are compared, without letter case, kind of slash and final slash.

    >>> resource_key(Resource("folder", "Documents/Work/"))
    ('folder', 'documents/work')
    """
    return resource.kind, resource.value.replace("\\", "/").rstrip("/").casefold()


def need_key(need: Need) -> tuple[str, str]:
    """Return the key of a need; the key of a given resource matches nothing that a subtask makes.

    >>> need_key(Need(Resource("sheet", "Documents/a.xlsx"), given=True))
    ('sheet, given', 'documents/a.xlsx')
    """
    kind, value = resource_key(need.resource)
    return (f"{kind}, given" if need.given else kind), value


def fill_condition(condition: Condition, parameters: Mapping[str, object], world: World | None = None) -> Condition:
    """Return the condition with its templates filled, and its blanks if there is a world; inside combinators too."""
    args = {
        name: _fill_parts(value, parameters, world) if name == "of" else _fill(value, parameters, world)
        for name, value in condition.args.items()
    }
    return Condition(condition.check, args)


def _fill(value: object, parameters: Mapping[str, object], world: World | None) -> object:
    filled = fill(value, parameters)
    return filled if world is None else world.fill(filled)


def _fill_parts(value: object, parameters: Mapping[str, object], world: World | None) -> object:
    if isinstance(value, Condition):
        return fill_condition(value, parameters, world)
    return tuple(_fill_parts(v, parameters, world) for v in value) if isinstance(value, list | tuple) else value


def _fill_effect(effect: Effect, parameters: Mapping[str, object]) -> Effect:
    rows = {name: fill(getattr(effect, name), parameters) for name in ("row", "was")}
    parts = tuple(str(fill(p, parameters)) for p in effect.parts)
    return replace(effect, at=str(fill(effect.at, parameters)), parts=parts, **rows)


def bind_node(
    node_id: str, subtask: Subtask, parameters: Mapping[str, object], world: World | None = None
) -> BoundNode:
    """Fill a subtask; see `BoundNode`.

    Raises:
        TaskFileError: A parameter is missing, unknown or of the wrong type.
    """
    _check_parameters(node_id, subtask, parameters)
    return BoundNode(node_id, subtask, parameters, world)


def _check_parameters(node_id: str, subtask: Subtask, parameters: Mapping[str, object]) -> None:
    example = subtask.parameters[0]
    place = f"Node {node_id!r} (subtask {subtask.id!r})"
    for name, value in example.items():
        if name not in parameters:
            raise TaskFileError(
                f"{place}: parameter {name!r} is missing. Add it, for example {name!r}: {show_value(value)}."
            )
        if type(parameters[name]) is not type(value):
            got = parameters[name]
            raise TaskFileError(
                f"{place}: parameter {name!r} should be {_kind(value)}, such as {show_value(value)}, "
                f"got {_kind(got)}: {show_value(got)}."
            )
    unknown = sorted(parameters.keys() - example.keys())
    if unknown:
        expected = ", ".join(sorted(example)) or "none"
        raise TaskFileError(f"{place}: unknown parameter {show_value(unknown[0])}. Its parameters are: {expected}.")


def _kind(value: object) -> str:
    return _KINDS.get(type(value), type(value).__name__)


_KINDS: Mapping[type, str] = {
    str: "a string",
    bool: "true or false",
    int: "an integer",
    float: "a number",
    list: "a list",
    dict: "an object",
    type(None): "null",
}
