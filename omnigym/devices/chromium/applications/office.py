"""The pages of a small company: forms, tables, a board. Whatever they send is kept as rows of a SQLite database.

The pages themselves are files in the folder beside this module.
"""

from __future__ import annotations

import email
import email.policy
import json
import mimetypes
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from email.message import EmailMessage
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qs
from wsgiref.types import StartResponse, WSGIEnvironment

__all__ = ["DATABASE", "load", "prepare"]

DATABASE = "office.sqlite3"
_PAGES = "pages"
_LARGEST = 4_000_000


def prepare(folder: Path) -> None:
    """Copy the pages, and make a database in which nothing is yet."""
    shutil.copytree(Path(__file__).with_suffix(""), folder / _PAGES)
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("CREATE TABLE entries (id INTEGER PRIMARY KEY, form TEXT NOT NULL, fields TEXT NOT NULL)")
        connection.commit()


def load(folder: Path) -> Callable[..., Iterable[bytes]]:
    """The pages, and ``/send``, which keeps what a form sends and shows the page ``sent.html``."""
    pages = (folder / _PAGES).resolve()

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"] == "/send":
            fields = _fields(environ)
            _keep(folder / DATABASE, fields.pop("form", ""), fields)
            start_response(_status(HTTPStatus.SEE_OTHER), [("Location", "/sent.html")])
            return [b""]
        status, kind, body = _page(pages, environ["PATH_INFO"])
        headers = [("Content-Type", kind), ("Content-Length", str(len(body)))]
        if kind.startswith("text/csv"):
            headers.append(("Content-Disposition", "attachment"))
        start_response(_status(status), headers)
        return [body]

    return application


def _status(code: HTTPStatus) -> str:
    return f"{code.value} {code.phrase}"


def _page(pages: Path, path: str) -> tuple[HTTPStatus, str, bytes]:
    """Status, content type and body of a file."""
    file = (pages / (path.lstrip("/") or "index.html")).resolve()
    if not file.is_relative_to(pages) or not file.is_file():
        return HTTPStatus.NOT_FOUND, "text/html; charset=utf-8", b"<!doctype html><h1>There is no such page</h1>"
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return HTTPStatus.OK, f"{kind}; charset=utf-8", file.read_bytes()


def _fields(environ: WSGIEnvironment) -> dict[str, str]:
    """What a form sent: text by the name of the field; several values of one are joined by commas."""
    body = environ["wsgi.input"].read(min(int(environ.get("CONTENT_LENGTH") or 0), _LARGEST))
    kind = environ.get("CONTENT_TYPE", "")
    if not kind.startswith("multipart/"):
        return {name: ", ".join(values) for name, values in parse_qs(body.decode(), keep_blank_values=True).items()}
    message = email.message_from_bytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body, policy=email.policy.HTTP)
    fields: dict[str, str] = {}
    for part in message.iter_parts():
        assert isinstance(part, EmailMessage)
        name = str(part.get_param("name", header="content-disposition"))
        content = (part.get_payload(decode=True) or b"").decode("utf-8", "replace")  # type: ignore[union-attr]
        file = part.get_filename()
        if file is not None:
            fields[f"{name}_content"], content = content, file
        fields[name] = f"{fields[name]}, {content}" if name in fields else content
    return fields


def _keep(database: Path, form: str, fields: dict[str, str]) -> None:
    with closing(sqlite3.connect(database, timeout=5)) as connection:
        row = (form, json.dumps(fields, ensure_ascii=False, sort_keys=True))
        connection.execute("INSERT INTO entries (form, fields) VALUES (?, ?)", row)
        connection.commit()
