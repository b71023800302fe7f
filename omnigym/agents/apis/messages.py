"""Anthropic's Messages, with the computer toolset of 2026-08-01."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from pydantic import BaseModel, Field, StrictStr

from omnigym.agents.apis.api import MOST_CALLS, Count, Text, encode_picture, join_texts, media_type
from omnigym.agents.model import Answer, Call, Part, PromptMessage, PromptPicture, PromptSound, Tool, Usage
from omnigym.errors import ConfigError
from omnigym.foreign import parse_json

__all__ = ["Messages"]

_VERSION: Final = "2023-06-01"
#: The API wants a limit; the option ``request.max_tokens`` says another one.
_MOST_TOKENS: Final = 4096


class Messages:
    """``POST /messages``. Results of calls and what is seen next are one message, results first, as the API wants it.

    Thinking goes back as it came, with its signature, and so do calls of the computer toolset with its name.
    """

    PATH: ClassVar[str] = "/messages"
    OWN: ClassVar[frozenset[str]] = frozenset({"model", "messages", "system", "tools", "stream"})
    ANSWER: ClassVar[str] = "message"

    def headers(self, key: str) -> Mapping[str, str]:
        """Return the key, and the version of the API."""
        return {"anthropic-version": _VERSION, **({"x-api-key": key} if key else {})}

    def body(self, model: str, messages: Sequence[PromptMessage], tools: Sequence[Tool]) -> dict[str, Any]:
        """Return system prompt, alternating messages, and tools."""
        body: dict[str, object] = {"model": model, "max_tokens": _MOST_TOKENS, "messages": _alternating(messages)}
        system = "\n\n".join([m.text for m in messages if m.role == "system"])
        return body | ({"system": system} if system else {}) | ({"tools": [_tool(t) for t in tools]} if tools else {})

    def read(self, data: object) -> Answer:
        """Return texts, calls and thinking of a message."""
        reply = _Reply.model_validate(data)
        blocks = [(kind, _BLOCKS[kind].model_validate(raw)) for raw in reply.content if (kind := _kind(raw)) in _BLOCKS]
        calls = [Call(b.name, json.dumps(b.input), b.id) for _, b in blocks if isinstance(b, _ToolUse)]
        usage = reply.usage or _Usage()
        return Answer(
            join_texts([b.text for _, b in blocks if isinstance(b, _Said)]),
            tuple(calls[:MOST_CALLS]),
            join_texts([b.thinking for _, b in blocks if isinstance(b, _Thinking)]),
            {"max_tokens": "length", "end_turn": "stop", "tool_use": "tool_calls"}.get(
                reply.stop_reason, reply.stop_reason
            ),
            Usage(usage.whole(), usage.output_tokens),
            items=tuple([raw for raw in reply.content if _kind(raw) in _BLOCKS]),
        )


# -- what comes back ---------------------------------------------------------------------------------------------------


def _kind(block: object) -> str:
    return str(block.get("type", "")) if isinstance(block, Mapping) else ""


class _Said(BaseModel):
    text: Text = ""


class _Thinking(BaseModel):
    thinking: Text = ""


class _ToolUse(BaseModel):
    name: StrictStr
    input: Any = None
    id: Text = ""


_BLOCKS: Final[Mapping[str, type[BaseModel]]] = {
    "text": _Said,
    "thinking": _Thinking,
    "redacted_thinking": _Thinking,
    "tool_use": _ToolUse,
}


class _Usage(BaseModel):
    input_tokens: Count = 0
    cache_creation_input_tokens: Count = 0
    cache_read_input_tokens: Count = 0
    output_tokens: Count = 0

    def whole(self) -> int:
        """The tokens of the prompt, cached or not."""
        return self.input_tokens + self.cache_creation_input_tokens + self.cache_read_input_tokens


class _Reply(BaseModel):
    content: Annotated[list[Any], Field(max_length=4096)]
    stop_reason: Text = ""
    usage: _Usage | None = None


# -- what is sent ------------------------------------------------------------------------------------------------------


def _tool(tool: Tool) -> dict[str, object]:
    if tool.native is not None:
        return dict(tool.native)
    return {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}


def _part(part: Part) -> dict[str, Any]:
    if isinstance(part, PromptPicture):
        source = {"type": "base64", "media_type": media_type(part), "data": encode_picture(part)}
        return {"type": "image", "source": source}
    if isinstance(part, PromptSound):
        raise ConfigError("Anthropic's Messages take no sound. Choose api=chat, or an agent that does not hear.")
    return {"type": "text", "text": part}


def _blocks(message: PromptMessage) -> list[dict[str, object]]:
    if message.role == "tool":
        return [{"type": "tool_result", "tool_use_id": message.call_id, "content": message.text}]
    if message.items:
        return [dict(item) for item in message.items if item.get("text") != ""]  # the API takes no empty text
    used = [{"type": "tool_use", "id": c.id, "name": c.name, "input": _object(c.arguments)} for c in message.calls]
    return [*[_part(part) for part in message.parts if part != ""], *used]


def _object(arguments: str) -> object:
    """Arguments as an object: what is none is told in one."""
    try:
        found = parse_json(arguments)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {"arguments": arguments}


def _alternating(messages: Sequence[PromptMessage]) -> list[dict[str, object]]:
    """Messages of user and assistant in turn, the first one the user's."""
    out: list[dict[str, Any]] = []
    for message in messages:
        blocks = _blocks(message) if message.role != "system" else []
        if not blocks:
            continue
        role = "assistant" if message.role == "assistant" else "user"
        if not out and role == "assistant":
            out.append({"role": "user", "content": [{"type": "text", "text": "(what was said before is left out)"}]})
        if out and out[-1]["role"] == role:
            out[-1]["content"] += blocks
        else:
            out.append({"role": role, "content": blocks})
    return out
