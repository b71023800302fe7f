"""The interface between an agent and any model: the request and the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

__all__ = ["Answer", "Call", "Model", "Part", "PromptMessage", "PromptPicture", "PromptSound", "Tool", "Usage"]


@dataclass(frozen=True, slots=True, eq=False)
class PromptPicture:
    """A picture in a message.

    Attributes:
        data: The bytes of its file.
        kind: The format: "png" or "jpeg".
        url: The same as a ``data:`` URL.
    """

    data: bytes
    kind: Literal["png", "jpeg"]
    url: str


@dataclass(frozen=True, slots=True, eq=False)
class PromptSound:
    """A sound in a message.

    Attributes:
        data: The bytes of a .wav file.
    """

    data: bytes


#: A text, a picture or a sound of a message.
Part: TypeAlias = str | PromptPicture | PromptSound


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that the model may call.

    Attributes:
        name: Letters, digits and underscores.
        description: What it does, for the model.
        parameters: The JSON schema of its arguments, an object.
        native: The whole entry of a tool that the endpoint defines itself, such as ``{"type": "computer"}``; None for
            a function.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    native: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A function that the model calls.

    Attributes:
        name: As the model says it: there may be no such function.
        arguments: JSON as the model says it: it may be none.
        id: By which the result is told.
    """

    name: str
    arguments: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """The resources that answers used.

    Attributes:
        prompt_tokens, completion_tokens: As the endpoint counts them.
        cost: In US dollars; None where nobody knows.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None

    def __add__(self, other: Usage) -> Usage:
        costs = [c for c in (self.cost, other.cost) if c is not None]
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            sum(costs) if costs else None,
        )


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """A message of a conversation.

    Attributes:
        role: Who says it; a "tool" tells the result of a call.
        parts: Texts, pictures and sounds in order.
        calls: What the assistant calls.
        call_id: Of a tool's message, the `Call.id` whose result it is.
        items: Of an assistant's message, `Answer.items`.
    """

    role: Literal["system", "user", "assistant", "tool"]
    parts: tuple[Part, ...] = ()
    calls: tuple[Call, ...] = ()
    call_id: str = ""
    items: tuple[Mapping[str, Any], ...] = ()

    @property
    def text(self) -> str:
        """The texts, without pictures and sounds."""
        return "\n".join([part for part in self.parts if isinstance(part, str)])


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a model.

    Attributes:
        text: What it says; "" for nothing.
        calls: What it calls.
        thought: What it thought before, where the endpoint tells.
        finish_reason: Why it ended, in the endpoint's words: "stop", "tool_calls", "length"...
        usage: What it took.
        retries: How often it was asked again before it answered.
        seconds: How long that took, waiting included.
        token_ids: The tokens of the answer; None where the endpoint does not tell.
        prompt_token_ids: Those of the prompt, likewise.
        logprobs: The log-probability of each token of the answer when it was drawn, likewise.
        items: The answer as the endpoint's API has it, where the API wants that back word for word: signed or encrypted
            reasoning, calls of its own tools.
        checks: What the endpoint wants a person to look at before its calls are done; () for nothing.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    thought: str = ""
    finish_reason: str = ""
    usage: Usage = field(default_factory=Usage)
    retries: int = 0
    seconds: float = 0.0
    token_ids: tuple[int, ...] | None = None
    prompt_token_ids: tuple[int, ...] | None = None
    logprobs: tuple[float, ...] | None = None
    items: tuple[Mapping[str, Any], ...] = ()
    checks: tuple[str, ...] = ()


#: A conversation, the system's message first.
Conversation: TypeAlias = Sequence[PromptMessage]


class Model(Protocol):
    """A language model that supports conversations; any object with this method."""

    def answer(self, messages: Conversation, tools: Sequence[Tool] = ()) -> Answer:
        """Return the model's answer.

        Args:
            messages: The conversation so far; the last message is not the assistant's.
            tools: What it may call.

        Raises:
            AgentError: It gave none, which says nothing about what it can do.
        """
        ...
