"""A server with OSWorld's public routes, on the standard library, over a folder as its home.

What it runs finds a `pyautogui` that writes down what it is asked.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

#: Writes a line for each call of a function of it.
STUB = """
import os
def __getattr__(name):
    def call(*args, **kw):
        with open(os.environ["CALLS"], "a") as f:
            print(name, *map(repr, args), *[f"{k}={v!r}" for k, v in kw.items()], file=f)
    return call
"""


class OSWorldServer(ThreadingHTTPServer):
    """The server; `calls` are those of PyAutoGUI so far."""

    daemon_threads = True

    def __init__(self, home: Path, picture: bytes, tree: str, platform: str = "Linux") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.home, self.picture, self.tree, self.platform = home, picture, tree, platform
        stub = home / ".stub"
        stub.mkdir()
        (stub / "pyautogui.py").write_text(STUB)
        self.env = {**os.environ, "HOME": str(home), "PYTHONPATH": str(stub), "CALLS": str(stub / "calls")}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def calls(self) -> list[str]:
        file = self.home / ".stub" / "calls"
        return file.read_text().splitlines() if file.exists() else []

    def execute(self, said: dict[str, Any]) -> dict[str, Any]:
        command = [sys.executable if word == "python3" else word for word in said["command"]]
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=120, check=False)
        return {"status": "success", "output": done.stdout, "error": done.stderr, "returncode": done.returncode}


class _Handler(BaseHTTPRequestHandler):
    server: OSWorldServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None: ...

    def answer(self, body: bytes | str | dict[str, Any], code: int = 200) -> None:
        content = (
            json.dumps(body).encode() if isinstance(body, dict) else body.encode() if isinstance(body, str) else body
        )
        self.send_response(code)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self) -> None:
        shown = {"/platform": self.server.platform, "/screenshot": self.server.picture}
        shown |= {"/accessibility": {"AT": self.server.tree}, "/terminal": {"output": None, "status": "success"}}
        self.answer(shown.get(self.path, {"status": "error"}), 200 if self.path in shown else 404)

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/execute":
            try:
                self.answer(self.server.execute(json.loads(data)))
            except OSError as e:
                self.answer({"status": "error", "message": str(e)}, 500)
            return
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        parts: Any = message_from_bytes(head + data).get_payload()
        form = {p.get_param("name", header="content-disposition"): p.get_payload(decode=True) for p in parts}
        path = Path(form["file_path"].decode())
        if self.path == "/file":
            self.answer(path.read_bytes() if path.is_file() else {"error": "none"}, 200 if path.is_file() else 404)
        else:
            path.write_bytes(form["file_data"])
            self.answer("File Uploaded Successfully")


@contextmanager
def serving(*args: Any) -> Iterator[OSWorldServer]:
    """A server, in a thread."""
    with OSWorldServer(*args) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
