"""OpenAI's Responses API, with its computer tool."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from pydantic import BaseModel, Field, StrictStr

from omnigym.agents.apis.api import MOST_CALLS, Count, Logprob, Text, join_texts
from omnigym.agents.model import Answer, Call, Part, PromptMessage, PromptPicture, PromptSound, Tool, Usage
from omnigym.errors import ConfigError

__all__ = ["COMPUTER", "Responses"]

#: The name of a call of the computer tool, whose arguments are ``{"actions": [...]}``.
COMPUTER: Final = "computer"
#: Letters of a safety check that are kept.
_LONGEST: Final = 500


class Responses:
    """``POST /responses``; the server keeps nothing, and each request contains the whole conversation.

    The result of a computer call is a screen. So the picture that follows in the conversation goes there; of a call
    whose screen is not shown any more, call and result are told as text. Reasoning goes back as it came, encrypted.

    Safety checks of a call are in `Answer.checks`. A conversation that goes on after that acknowledges them.
    """

    PATH: ClassVar[str] = "/responses"
    OWN: ClassVar[frozenset[str]] = frozenset(
        {"model", "input", "tools", "stream", "store", "previous_response_id", "background", "conversation"}
    )
    ANSWER: ClassVar[str] = "response"

    def headers(self, key: str) -> Mapping[str, str]:
        """Return the key as a bearer token."""
        return {"Authorization": f"Bearer {key}"} if key else {}

    def body(self, model: str, messages: Sequence[PromptMessage], tools: Sequence[Tool]) -> dict[str, Any]:
        """Return the conversation as items."""
        body: dict[str, object] = {"model": model, "input": _items(messages), "store": False}
        return body | ({"tools": [_tool(t) for t in tools]} if tools else {})

    def read(self, data: object) -> Answer:
        """Return texts, calls and reasoning of a response."""
        response = _Response.model_validate(data)
        items = [_ITEMS.get(kind, _Item).model_validate(raw) for raw in response.output if (kind := _kind(raw))]
        texts = [text for item in items if isinstance(item, _Said) for text in item.texts()]
        calls = [item.call() for item in items if isinstance(item, _FunctionCall | _ComputerCall)]
        drawn = [p.logprobs for item in items if isinstance(item, _Said) for p in item.content if p.logprobs]
        usage = response.usage or _Usage()
        why = response.incomplete_details.reason if response.incomplete_details is not None else ""
        return Answer(
            join_texts(texts),
            tuple(calls[:MOST_CALLS]),
            join_texts([text for item in items if isinstance(item, _Reasoning) for text in item.texts()]),
            {"max_output_tokens": "length"}.get(why, why) or ("tool_calls" if calls else "stop"),
            Usage(usage.input_tokens, usage.output_tokens),
            logprobs=tuple([token.logprob for part in drawn for token in part]) if drawn else None,
            items=tuple([raw for raw in response.output if _kind(raw) in _ITEMS]),
            checks=tuple([c.text() for item in items if isinstance(item, _ComputerCall) for c in item.checks()]),
        )


# -- what comes back ---------------------------------------------------------------------------------------------------


def _kind(item: object) -> str:
    return str(item.get("type", "")) if isinstance(item, Mapping) else ""


class _Item(BaseModel):
    """One of a kind that is passed over."""


class _Part(BaseModel):
    text: Text = ""
    refusal: Text = ""
    logprobs: tuple[Logprob, ...] | None = None


class _Said(BaseModel):
    content: tuple[_Part, ...] = ()

    def texts(self) -> list[str]:
        """What it says; a refusal is said, too."""
        return [part.text or part.refusal for part in self.content]


class _Reasoning(BaseModel):
    summary: tuple[_Part, ...] = ()
    content: tuple[_Part, ...] | None = None

    def texts(self) -> list[str]:
        """What is told of it."""
        return [part.text for part in self.content or self.summary]


class _FunctionCall(BaseModel):
    name: StrictStr
    arguments: Text = ""
    call_id: Text = ""

    def call(self) -> Call:
        """As any other."""
        return Call(self.name, self.arguments or "{}", self.call_id)


class _Check(BaseModel):
    """A safety check: the API holds the action for risky, and wants a person to look."""

    code: Text = ""
    message: Text = ""

    def text(self) -> str:
        """The reason why it is risky."""
        return ": ".join([part[:_LONGEST] for part in (self.code, self.message) if part]) or "no reason given"


class _ComputerCall(BaseModel):
    """A batch of actions; the tool of the preview has one."""

    pending_safety_checks: Annotated[tuple[_Check, ...], Field(max_length=64)] | None = None

    call_id: Text = ""
    action: Any = None
    actions: Annotated[list[Any], Field(max_length=4096)] | None = None

    def checks(self) -> tuple[_Check, ...]:
        """The checks without acknowledgement."""
        return self.pending_safety_checks or ()

    def call(self) -> Call:
        """As a call of a function that takes a list of actions."""
        actions = self.actions if self.actions is not None else [self.action]
        return Call(COMPUTER, json.dumps({"actions": actions}), self.call_id)


_ITEMS: Final[Mapping[str, type[BaseModel]]] = {
    "message": _Said,
    "reasoning": _Reasoning,
    "function_call": _FunctionCall,
    "computer_call": _ComputerCall,
}


class _Usage(BaseModel):
    input_tokens: Count = 0
    output_tokens: Count = 0


class _Incomplete(BaseModel):
    reason: Text = ""


class _Response(BaseModel):
    output: Annotated[list[Any], Field(max_length=4096)]
    usage: _Usage | None = None
    incomplete_details: _Incomplete | None = None


# -- what is sent ------------------------------------------------------------------------------------------------------


def _tool(tool: Tool) -> dict[str, object]:
    if tool.native is not None:
        return dict(tool.native)
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
        "strict": False,
    }


def _part(part: Part) -> dict[str, Any]:
    if isinstance(part, PromptPicture):
        return {"type": "input_image", "image_url": part.url, "detail": "auto"}
    if isinstance(part, PromptSound):
        raise ConfigError("The Responses API takes no sound. Choose api=chat, or an agent that does not hear.")
    return {"type": "input_text", "text": part}


def _items(messages: Sequence[PromptMessage]) -> list[dict[str, object]]:
    """The items of a conversation."""
    out: list[dict[str, object]] = []
    shown: dict[str, Mapping[str, object]] = {}  # the computer calls that can be answered with a screen
    for n, message in enumerate(messages):
        if message.role == "assistant":
            calls = {c.id for c in message.calls if c.name == COMPUTER}
            screen = _screen_after(messages, n)
            if message.items and (screen is not None or not calls):
                shown |= {str(i.get("call_id")): i for i in message.items if _kind(i) == "computer_call"}
                # the API writes null for what it does not take back
                out += [{k: v for k, v in item.items() if v is not None} for item in message.items]
            else:
                out += _retold(message)
        elif message.role == "tool":
            out.append(_result(message, shown.get(message.call_id), _screen_after(messages, n), messages))
        else:
            out.append({"type": "message", "role": message.role, "content": [_part(part) for part in message.parts]})
    return out


def _screen_after(messages: Sequence[PromptMessage], n: int) -> PromptPicture | None:
    """The picture that is shown next, before anything else is answered."""
    for message in messages[n + 1 :]:
        if message.role == "assistant":
            return None
        for part in message.parts:
            if isinstance(part, PromptPicture):
                return part
    return None


def _retold(message: PromptMessage) -> list[dict[str, object]]:
    """An assistant's message without the items that it came with."""
    own = [c for c in message.calls if c.name == COMPUTER]
    said = join_texts([message.text, *[f"{c.name}({c.arguments})" for c in own]])
    out: list[dict[str, object]] = [{"type": "message", "role": "assistant", "content": said}] if said else []
    return out + [
        {"type": "function_call", "call_id": c.id, "name": c.name, "arguments": c.arguments}
        for c in message.calls
        if c.name != COMPUTER
    ]


def _result(
    message: PromptMessage,
    called: Mapping[str, object] | None,
    screen: PromptPicture | None,
    messages: Sequence[PromptMessage],
) -> dict[str, object]:
    """The result of a call."""
    if called is not None and screen is not None:
        output = {"type": "computer_screenshot", "image_url": screen.url}
        checks = called.get("pending_safety_checks")
        acknowledged = {"acknowledged_safety_checks": checks} if checks else {}
        return {"type": "computer_call_output", "call_id": message.call_id, "output": output, **acknowledged}
    names = {c.id: c.name for m in messages for c in m.calls}
    if names.get(message.call_id) == COMPUTER:
        return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": message.text}]}
    return {"type": "function_call_output", "call_id": message.call_id, "output": message.text}
