"""A local endpoint that answers as a function says: to try an agent without a model, and see how it takes faults."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self, TypeAlias

from omnigym.agents.model import Answer

__all__ = ["Answering", "ChatServer"]

#: What answers: the body of the request in, an answer or the object of a whole response out.
Answering: TypeAlias = Callable[[Mapping[str, Any]], Answer | Mapping[str, Any]]


class ChatServer:
    """Speaks OpenAI's chat completions at ``url``, on this machine alone.

    Args:
        answering: Answers each request, in a thread of its own.
        handler: What handles requests; a subclass can misbehave.

    Attributes:
        url: The base, with a port of its own.
        requests: The bodies of the requests so far.
    """

    def __init__(self, answering: Answering, handler: type[ChatHandler] | None = None) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler or ChatHandler)
        self._server.daemon_threads = True
        self._server.chat = self  # type: ignore[attr-defined]
        self.answering = answering
        self.requests: list[Mapping[str, Any]] = []
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Answer no more."""
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
        data: Mapping[str, Any] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.chat.requests.append(data)
        return data

    def do_POST(self) -> None:
        """Answer a request for a completion."""
        body = self.body()
        if self.path != "/v1/chat/completions":
            self.reply(404, {"error": {"message": f"there is no {self.path}"}})
            return
        answer = self.chat.answering(body)
        self.reply(200, _completion(answer, str(body.get("model"))) if isinstance(answer, Answer) else answer)

    def reply(self, code: int, data: Mapping[str, Any] | bytes, headers: Mapping[str, str] | None = None) -> None:
        """Send a response."""
        raw = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.send_response(code)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - http.server calls it so
        """Say nothing on standard error."""


def _completion(answer: Answer, model: str) -> Mapping[str, Any]:
    calls = [
        {"id": c.id or f"call_{n}", "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
        for n, c in enumerate(answer.calls)
    ]
    message = {"role": "assistant", "content": answer.text or None, **({"tool_calls": calls} if calls else {})}
    finish = answer.finish_reason or ("tool_calls" if calls else "stop")
    usage = {"prompt_tokens": answer.usage.prompt_tokens, "completion_tokens": answer.usage.completion_tokens}
    return {
        "id": "chatcmpl-0",
        "object": "chat.completion",
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": usage,
    }
