"""A local endpoint that answers by a function, to test an agent and its error handling without a model.

It speaks all APIs of `omnigym.agents.apis`, each at its path.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final, Self, TypeAlias

from omnigym.agents.apis.chat_completions import ChatCompletions
from omnigym.agents.apis.messages import Messages
from omnigym.agents.apis.responses import COMPUTER, Responses
from omnigym.agents.model import Answer

__all__ = ["Answering", "ChatServer"]

#: What answers: the body of the request in, an answer or the object of a whole response out.
Answering: TypeAlias = Callable[[Mapping[str, Any]], Answer | Mapping[str, Any]]


class ChatServer:
    """A local server of OpenAI's Chat Completions and Responses API, and of Anthropic's Messages.

    Args:
        answering: Answers each request, in a thread of its own.
        handler: What handles requests; a subclass can misbehave.
        port: Its port; 0 for a free one.

    Attributes:
        url: The base.
        requests: The bodies of the requests so far.
    """

    def __init__(self, answering: Answering, handler: type[ChatHandler] | None = None, port: int = 0) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler or ChatHandler)
        self._server.daemon_threads = True
        self._server.chat = self  # type: ignore[attr-defined]
        self.answering = answering
        self.requests: list[Mapping[str, object]] = []
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class ChatHandler(BaseHTTPRequestHandler):
    """Handles one request of `ChatServer`."""

    protocol_version = "HTTP/1.1"

    @property
    def chat(self) -> ChatServer:
        """The server."""
        server: ChatServer = self.server.chat  # type: ignore[attr-defined]
        return server

    def body(self) -> Mapping[str, Any]:
        """The request."""
        data: Mapping[str, object] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.chat.requests.append(data)
        return data

    def do_POST(self) -> None:
        """Answer a request in the API of its path."""
        body = self.body()
        written = _WRITERS.get(self.path.removeprefix("/v1"))
        if written is None:
            self.reply(404, {"error": {"message": f"there is no {self.path}"}})
            return
        answer = self.chat.answering(body)
        self.reply(200, written(answer, str(body.get("model"))) if isinstance(answer, Answer) else answer)

    def reply(self, code: int, data: Mapping[str, object] | bytes, headers: Mapping[str, str] | None = None) -> None:
        """Send a response."""
        raw = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.send_response(code)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server calls it so
        """Say nothing on standard error."""


def _completion(answer: Answer, model: str) -> Mapping[str, object]:
    calls = [
        {"id": c.id or f"call_{n}", "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
        for n, c in enumerate(answer.calls)
    ]
    message = {"role": "assistant", "content": answer.text or None, **({"tool_calls": calls} if calls else {})}
    if answer.thought:
        message["reasoning_content"] = answer.thought
    finish = answer.finish_reason or ("tool_calls" if calls else "stop")
    usage = {"prompt_tokens": answer.usage.prompt_tokens, "completion_tokens": answer.usage.completion_tokens}
    choice: dict[str, object] = {"index": 0, "message": message, "finish_reason": finish}
    whole: dict[str, object] = {"id": "chatcmpl-0", "object": "chat.completion", "model": model, "choices": [choice]}
    if answer.logprobs is not None:
        choice["logprobs"] = {"content": [{"token": "", "logprob": p} for p in answer.logprobs]}
    if answer.token_ids is not None:  # as vLLM tells them
        choice["token_ids"], whole["prompt_token_ids"] = list(answer.token_ids), list(answer.prompt_token_ids or ())
    return whole | {"usage": usage}


def _response(answer: Answer, model: str) -> Mapping[str, object]:
    """The answer in the Responses API; its own items, if it has some."""
    output = [dict(item) for item in answer.items]
    if not output and answer.thought:
        summary = [{"type": "summary_text", "text": answer.thought}]
        output.append({"type": "reasoning", "id": "rs_0", "summary": summary, "encrypted_content": "c2VhbGVk"})
    if not answer.items and answer.text:
        content = [{"type": "output_text", "text": answer.text, "annotations": []}]
        output.append(
            {"type": "message", "id": "msg_0", "role": "assistant", "status": "completed", "content": content}
        )
    for n, c in enumerate(() if answer.items else answer.calls):
        head = {"id": f"item_{n}", "call_id": c.id or f"call_{n}", "status": "completed"}
        if c.name == COMPUTER:
            output.append({**head, "type": "computer_call", "pending_safety_checks": [], **json.loads(c.arguments)})
        else:
            output.append({**head, "type": "function_call", "name": c.name, "arguments": c.arguments})
    usage = {"input_tokens": answer.usage.prompt_tokens, "output_tokens": answer.usage.completion_tokens}
    return {
        "id": "resp_0",
        "object": "response",
        "model": model,
        "status": "completed",
        "output": output,
        "usage": usage,
    }


def _reply(answer: Answer, model: str) -> Mapping[str, object]:
    """The answer in Anthropic's Messages; its own blocks, if it has some."""
    content = [dict(item) for item in answer.items]
    if not content and answer.thought:
        content.append({"type": "thinking", "thinking": answer.thought, "signature": "c2lnbmVk"})
    if not answer.items and answer.text:
        content.append({"type": "text", "text": answer.text})
    for n, c in enumerate(() if answer.items else answer.calls):
        content.append(
            {"type": "tool_use", "id": c.id or f"toolu_{n}", "name": c.name, "input": json.loads(c.arguments)}
        )
    usage = {"input_tokens": answer.usage.prompt_tokens, "output_tokens": answer.usage.completion_tokens}
    reason = {"length": "max_tokens"}.get(answer.finish_reason, "tool_use" if answer.calls else "end_turn")
    return {
        "id": "msg_0",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": reason,
        "usage": usage,
    }


_WRITERS: Final[Mapping[str, Callable[[Answer, str], Mapping[str, Any]]]] = {
    ChatCompletions.PATH: _completion,
    Responses.PATH: _response,
    Messages.PATH: _reply,
}
