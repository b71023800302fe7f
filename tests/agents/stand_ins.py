"""The few names of trainers' packages that ``examples/trainers`` uses, where the packages are not installed."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "trainers"


def load(name: str, monkeypatch: pytest.MonkeyPatch, stand_ins: Mapping[str, Mapping[str, Any]]) -> ModuleType:
    """An example, with modules that stand in for those of its package."""
    for module, names in stand_ins.items():
        made = ModuleType(module)
        vars(made).update(names)
        monkeypatch.setitem(sys.modules, module, made)
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, found)
    spec.loader.exec_module(found)
    return found


# -- verifiers ---------------------------------------------------------------------------------------------------------


class _Given:
    """Takes any parameters of a class, and any arguments."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        self.args = args
        vars(self).update(kwargs)

    def __class_getitem__(cls, _: object) -> type:
        return cls


VERIFIERS = {
    "verifiers": {},
    "verifiers.v1": dict.fromkeys(
        ("TaskData", "TasksetConfig", "Task", "EnvConfig", "AgentConfig", "Env", "Taskset"), _Given
    ),
}


class Player:
    """An agent of verifiers: answers by a function until it has none; keeps the rewards that are recorded.

    Args:
        answer: Answers the text of the last message.
        errors: Those of the trace.
        heard: Keeps the messages of each turn.
        answers: Are given in sequence in place of the function's.
    """

    def __init__(
        self,
        answer: Callable[[str], str | None],
        errors: Iterable[str] = (),
        heard: list[list[Mapping[str, Any]]] | None = None,
        answers: Iterable[str | None] = (),
    ) -> None:
        self._answer, self._answers = answer, list(answers)
        self._heard = [] if heard is None else heard
        self.rewards: list[tuple[str, float]] = []
        self.trace = SimpleNamespace(errors=list(errors), record_reward=lambda *said: self.rewards.append(said))

    @contextlib.asynccontextmanager
    async def interaction(self, _task: object) -> AsyncIterator[Player]:
        yield self

    async def turn(self, said: list[Mapping[str, Any]]) -> SimpleNamespace:
        self._heard.append(said)
        answer = self._answers.pop(0) if self._answers else self._answer(str(said[-1]["content"]))
        return SimpleNamespace(terminated=answer is None, last_reply=answer)


# -- Inspect -----------------------------------------------------------------------------------------------------------


@dataclass
class Message:
    """A message of a chat, with calls of tools."""

    content: Any = ""
    tool_calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)


class _Store(dict[str, Any]):
    def set(self, name: str, value: object) -> None:
        self[name] = value


async def _execute(messages: list[Message], tools: list[Any]) -> tuple[list[Message], None]:
    known = {tool.name: tool.args[0] for tool in tools}
    return [Message(await known[name](**arguments)) for name, arguments in messages[-1].tool_calls], None


def inspect_names(answer: Callable[[Any], Message], store: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Inspect's modules with a model that answers the last message by a function."""

    async def generate(messages: list[Message], _tools: object) -> SimpleNamespace:
        return SimpleNamespace(message=answer(messages[-1].content))

    same: Callable[..., Any] = lambda made: made  # noqa: E731
    return {
        "inspect_ai": {"Task": _Given, "task": same},
        "inspect_ai.agent": {"AgentState": _Given, "agent": same},
        "inspect_ai.dataset": {"Sample": _Given},
        "inspect_ai.model": {
            "ChatMessageUser": Message,
            **dict.fromkeys(("ContentImage", "ContentText"), _Given),
            "execute_tools": _execute,
            "get_model": lambda: SimpleNamespace(generate=generate),
        },
        "inspect_ai.scorer": {
            **dict.fromkeys(("Score", "Scorer", "Target"), _Given),
            **dict.fromkeys(("mean", "stderr"), lambda: None),
            "scorer": lambda metrics: same,
        },
        "inspect_ai.solver": {"TaskState": _Given},
        "inspect_ai.tool": {"ToolDef": _Given, "ToolParams": SimpleNamespace(model_validate=same)},
        "inspect_ai.util": {"store": lambda: _Store(store) if not isinstance(store, _Store) else store},
    }


def inspect_store() -> dict[str, Any]:
    """What a sample of Inspect keeps."""
    return _Store()


# -- NeMo Gym ----------------------------------------------------------------------------------------------------------


class Refused(Exception):
    """An answer with a status that is not 200: fastapi.HTTPException."""

    def __init__(self, status: int, detail: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.headers = status, headers


class _Model(BaseModel):
    pass


class _Verified(BaseModel):
    reward: float


class _Server(BaseModel):
    config: Any


class Request:
    """A request of a session; its body is JSON, or none."""

    def __init__(self, session: str, body: object = None) -> None:
        self.session, self._body = {"session_id": session}, body

    async def json(self) -> object:
        if self._body is None:
            raise ValueError
        return self._body


NEMO_GYM = {
    "fastapi": {"FastAPI": _Given, "HTTPException": Refused, "Request": Request},
    "fastapi.responses": {"PlainTextResponse": lambda text: text},
    "nemo_gym": {},
    "nemo_gym.base_resources_server": {
        **dict.fromkeys(
            ("BaseResourcesServerConfig", "BaseSeedSessionRequest", "BaseSeedSessionResponse", "BaseVerifyRequest"),
            _Model,
        ),
        "BaseVerifyResponse": _Verified,
        "SimpleResourcesServer": _Server,
    },
    "nemo_gym.server_utils": {"SESSION_ID_KEY": "session_id"},
}
