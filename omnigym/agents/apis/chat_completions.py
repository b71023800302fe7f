"""OpenAI's Chat Completions, which nearly every server supports, and vLLM's additions for trainers."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, Field, StrictStr, model_validator

from omnigym.agents.apis.api import MOST_CALLS, Count, Logprob, Text, Tokens
from omnigym.agents.model import Answer, Call, Part, PromptMessage, PromptPicture, PromptSound, Tool, Usage

__all__ = ["ChatCompletions"]

#: By which vLLM gives the id of a token in place of its text (``return_tokens_as_token_ids``).
_TOKEN_ID = "token_id:"


class ChatCompletions:
    """``POST /chat/completions``.

    Tokens are told by vLLM with ``request.return_token_ids=true``, log-probabilities by most servers with
    ``request.logprobs=true``.
    """

    PATH: ClassVar[str] = "/chat/completions"
    OWN: ClassVar[frozenset[str]] = frozenset({"model", "messages", "tools", "stream"})
    ANSWER: ClassVar[str] = "chat completion"

    def headers(self, key: str) -> Mapping[str, str]:
        """Return the key as a bearer token."""
        return {"Authorization": f"Bearer {key}"} if key else {}

    def body(self, model: str, messages: Sequence[PromptMessage], tools: Sequence[Tool]) -> dict[str, Any]:
        """Return messages, and tools as functions."""
        body: dict[str, object] = {"model": model, "messages": [_message(m) for m in messages]}
        return body | ({"tools": [_tool(t) for t in tools]} if tools else {})

    def read(self, data: object) -> Answer:
        """Return the first choice of a completion."""
        completion = _Completion.model_validate(data)
        choice, usage = completion.choices[0], completion.usage or _Usage()
        message = choice.message
        return Answer(
            _text(message.content),
            tuple([Call(c.function.name, c.text(), c.id) for c in message.called()]),
            _text(message.reasoning_content or message.reasoning),
            choice.finish_reason,
            Usage(usage.prompt_tokens, usage.completion_tokens, usage.cost),
            token_ids=choice.tokens(),
            prompt_token_ids=completion.prompt_token_ids,
            logprobs=None if choice.logprobs is None else choice.logprobs.values(),
        )


# -- what comes back ---------------------------------------------------------------------------------------------------


class _Usage(BaseModel):
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cost: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None


class _Function(BaseModel):
    name: StrictStr
    arguments: Any = None


class _ToolCall(BaseModel):
    function: _Function
    id: Text = ""

    def text(self) -> str:
        """The arguments; some servers have read them already."""
        told = self.function.arguments or "{}"
        return told if isinstance(told, str) else json.dumps(told)


class _Message(BaseModel):
    content: Any = None
    reasoning_content: Any = None
    reasoning: Any = None
    tool_calls: Annotated[list[Any] | None, BeforeValidator(lambda calls: calls or None)] = None

    def called(self) -> list[_ToolCall]:
        """The first of its calls, each checked as it is read.

        Raises:
            ValidationError: One is none.
        """
        return [_ToolCall.model_validate(call) for call in (self.tool_calls or ())[:MOST_CALLS]]


class _Logprobs(BaseModel):
    content: tuple[Logprob, ...] | None = None

    def values(self) -> tuple[float, ...] | None:
        """The numbers; None where the server writes that there are none."""
        return None if self.content is None else tuple([token.logprob for token in self.content])


class _Choice(BaseModel):
    message: _Message
    finish_reason: Text = ""
    logprobs: _Logprobs | None = None
    token_ids: Tokens | None = None

    @model_validator(mode="after")
    def _aligned(self) -> _Choice:
        """Log-probabilities of other tokens would train something else than was drawn."""
        found = self.logprobs.values() if self.logprobs is not None else None
        if found is not None and self.token_ids is not None and len(found) != len(self.token_ids):
            raise ValueError(f"expected a log-probability for each of {len(self.token_ids)} tokens, got {len(found)}")
        return self

    def tokens(self) -> tuple[int, ...] | None:
        """The ids, wherever they stand."""
        if self.token_ids is not None or self.logprobs is None or not self.logprobs.content:
            return self.token_ids
        told = [t.token.removeprefix(_TOKEN_ID) for t in self.logprobs.content if t.token.startswith(_TOKEN_ID)]
        whole = len(told) == len(self.logprobs.content)
        return tuple(map(int, told)) if whole and all(t.isdecimal() and len(t) < 11 for t in told) else None


def _first(choices: object) -> object:
    return choices[:1] if isinstance(choices, list) else choices


class _Completion(BaseModel):
    choices: Annotated[list[_Choice], Field(min_length=1), BeforeValidator(_first)]
    usage: _Usage | None = None
    prompt_token_ids: Tokens | None = None


def _text(content: object) -> str:
    """The text of a content, which some servers give in parts."""
    if isinstance(content, list):
        return "\n".join([str(p.get("text", "")) for p in content if isinstance(p, Mapping)])
    return content if isinstance(content, str) else ""


# -- what is sent ------------------------------------------------------------------------------------------------------


def _tool(tool: Tool) -> dict[str, object]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _part(part: Part) -> dict[str, Any]:
    match part:
        case PromptPicture():
            return {"type": "image_url", "image_url": {"url": part.url}}
        case PromptSound():
            heard = {"data": base64.b64encode(part.data).decode(), "format": "wav"}
            return {"type": "input_audio", "input_audio": heard}
    return {"type": "text", "text": part}


def _message(message: PromptMessage) -> dict[str, object]:
    """A message as the endpoint takes it."""
    out: dict[str, object] = {"role": message.role}
    if all(isinstance(part, str) for part in message.parts):
        out["content"] = message.text
    else:
        out["content"] = [_part(part) for part in message.parts]
    if message.calls:
        out["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
            for c in message.calls
        ]
        out["content"] = out["content"] or None
    if message.role == "tool":
        out["tool_call_id"] = message.call_id
    return out
