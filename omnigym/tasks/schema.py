"""The native task file, field by field (pydantic). `omnigym.tasks.task_file` reads and writes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from omnigym.devices.cloud import CloudKind
from omnigym.devices.protocol import DISTURBANCES, Platform
from omnigym.errors import UnknownNameError
from omnigym.evaluation.registry import check_names
from omnigym.evaluation.world.effects import Effect, How
from omnigym.foreign.limits import MAX_EDGES, MAX_EFFECTS, MAX_EPISODE_STEPS, MAX_ID, MAX_NODES, MAX_PATH
from omnigym.tasks.scenarios import known_scenarios
from omnigym.tasks.setup.registry import step_types

__all__ = [
    "FORMAT",
    "ConditionModel",
    "DefinitionModel",
    "EffectModel",
    "LimitsModel",
    "NeedModel",
    "NodeModel",
    "PartModel",
    "ResourceModel",
    "TaskModel",
    "json_schema",
]

FORMAT = "omnigym-task/1"

_Id: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MAX_ID, pattern=r"^[^\x00-\x1f\x7f]+$")]


class _Strict(BaseModel):
    """No unknown field, no silent conversion: "3" is not 3."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def _known(scenario: str) -> str:
    if scenario and scenario not in known_scenarios():
        said = str(UnknownNameError("scenario", scenario, known_scenarios()))
        raise PydanticCustomError("scenario", "{said}", {"said": said})
    return scenario


#: The level of automation (OS-MAP 3.1) or of need for sound and video (OmniGUI 3.2), and the scenario.
Level: TypeAlias = Literal["", "L1", "L2", "L3", "L4", "L5", "critical", "supportive", "present"]
Scenario: TypeAlias = Annotated[str, AfterValidator(_known)]


def _may_happen(kind: str) -> str:
    if kind not in DISTURBANCES:
        said = str(UnknownNameError("disturbance", kind, DISTURBANCES))
        raise PydanticCustomError("disturbance", "{said}", {"said": said})
    return kind


#: A kind of disturbance.
Disturbance: TypeAlias = Annotated[str, AfterValidator(_may_happen)]


class NodeModel(_Strict):
    """A node of a task."""

    id: _Id
    subtask: _Id
    parameters: dict[str, object] = {}
    device: str = Field(default="", max_length=MAX_ID)


class LimitsModel(_Strict):
    """Limits of an episode."""

    max_steps: int | None = Field(default=None, ge=1, le=MAX_EPISODE_STEPS)
    max_idle_steps: int | None = Field(default=None, ge=1, le=MAX_EPISODE_STEPS)


class ConditionModel(_Strict):
    """A check with arguments, or one of the combinators ``all``, ``any``, ``not``."""

    check: str | None = None
    args: dict[str, Any] = {}
    all: list[ConditionModel] | None = None
    any: list[ConditionModel] | None = None
    not_: ConditionModel | None = Field(default=None, alias="not")


class ResourceModel(_Strict):
    """A typed resource that a subtask needs or makes; the value is a template."""

    kind: str
    value: str


class NeedModel(_Strict):
    """A resource that a subtask needs, and the way to make it if no predecessor does."""

    resource: ResourceModel
    unless_provided: list[dict[str, Any]] = []
    consumes: bool = False
    given: bool = False


class EffectModel(_Strict):
    """A permitted change to the user's data, in the form of `omnigym.evaluation.world.effects.Effect`."""

    how: How
    at: str = Field(min_length=1, max_length=MAX_PATH)
    parts: list[str] = Field(default=["*"], min_length=1)
    row: dict[str, Any] = {}
    was: dict[str, Any] = {}
    most: int | None = Field(default=None, ge=1)
    why: str = ""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        """What is said of rows is said of a table, and what is said of changes of a change."""
        if not self.at.startswith("content://") and (self.row or self.was or self.most is not None):
            raise PydanticCustomError("effect", "row, was and most are of a table, whose address begins content://")
        if self.how != "change" and (self.was or self.parts != ["*"]):
            raise PydanticCustomError("effect", "was and parts are of what is changed")
        return self

    def to_effect(self) -> Effect:
        """Return the effect."""
        return Effect(self.how, self.at, tuple(self.parts), self.row, self.was, self.most, why=self.why)


class PartModel(_Strict):
    """A part of a subtask: a node of its own graph."""

    id: _Id
    conditions: list[ConditionModel] = Field(min_length=1)
    after: list[str] = []
    app: str = ""
    device: str = Field(default="", max_length=MAX_ID)
    milestones: list[ConditionModel] = []
    passing: bool = False


class DefinitionModel(_Strict):
    """A subtask that is defined in the file instead of the package. It has no oracle; it has conditions, or parts."""

    id: _Id
    app: str
    category: str = ""
    instruction: str
    parameters: list[dict[str, object]] = Field(default=[{}], min_length=1)
    conditions: list[ConditionModel] = Field(default=[], min_length=1)
    parts: list[PartModel] = Field(default=[], min_length=1, max_length=MAX_NODES)
    needs: list[NeedModel] = []
    produces: list[ResourceModel] = []
    capabilities: list[str] = []
    implied: list[str] = []
    heard: list[str] = []
    watched: list[str] = []
    disturbs: list[str] = []
    effects: Annotated[list[EffectModel], Field(max_length=MAX_EFFECTS)] | None = None
    platforms: list[Platform] = ["windows", "linux"]
    setup: list[dict[str, Any]] = []
    milestones: list[ConditionModel] = []
    tags: list[str] = []


class TaskModel(_Strict):
    """A task file."""

    format: Literal["omnigym-task/1"] = "omnigym-task/1"
    id: _Id
    instruction: str = ""
    intent: str = ""
    suite: str = ""
    tags: list[str] = []
    nodes: list[NodeModel] = Field(min_length=1, max_length=MAX_NODES)
    edges: list[tuple[str, str]] = Field(default=[], max_length=MAX_EDGES)
    limits: LimitsModel = LimitsModel()
    network: bool = False
    shares: tuple[CloudKind, ...] = ()
    infeasible: bool = False
    level: Level = ""
    scenario: Scenario = ""
    secrets: dict[str, str] = {}
    disturbances: list[Disturbance] = []
    briefing: str = Field(default="", max_length=MAX_PATH)
    evaluate: Literal["each_step", "at_end", "in_silence"] = "each_step"
    setup: list[dict[str, Any]] = []
    post_config: list[dict[str, object]] = []
    #: Definitions without oracles, or what a file of subtasks has (`omnigym.tasks.subtask_file`), oracles included.
    subtasks: list[DefinitionModel] | dict[str, Any] = []
    allows: list[EffectModel] = Field(default=[], max_length=MAX_EFFECTS)


#: The fields that are lists of setup steps.
_STEPS = frozenset({"setup", "post_config", "unless_provided"})


def json_schema() -> dict[str, Any]:
    """Return the JSON schema of a task file, with the names of checks and of setup steps, for editors."""
    found: dict[str, Any] = TaskModel.model_json_schema(by_alias=True)
    found |= {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "omnigym task file"}
    found["$defs"]["ConditionModel"]["properties"]["check"] = {
        "enum": list(check_names()),
        "description": "omnigym checks lists them with their arguments.",
    }
    step = {"type": "object", "required": ["type"], "properties": {"type": {"enum": sorted(step_types())}}}
    for model in (found, *found["$defs"].values()):
        for name in _STEPS & model.get("properties", {}).keys():
            model["properties"][name]["items"] = step
    return found
