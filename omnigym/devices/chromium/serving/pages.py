"""Pages of our own: files, and a SQLite database of what they send."""

from __future__ import annotations

import email
import email.policy
import json
import mimetypes
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from email.message import EmailMessage
from http import HTTPStatus
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeAlias
from urllib.parse import parse_qs, parse_qsl
from wsgiref.types import StartResponse, WSGIEnvironment

__all__ = ["Answer", "Asked", "load_pages", "prepare_pages"]

_PAGES = "pages"
_LARGEST = 4_000_000


class Answer(NamedTuple):
    """What is answered to a request.

    Attributes:
        status: The status.
        kind: The content type.
        body: The body.
        headers: Further headers.
    """

    status: HTTPStatus
    kind: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


class Asked(NamedTuple):
    """A request of a page.

    Attributes:
        fields: Of its query.
        by_script: Whether a script of the page asks for it, and not whoever types an address.
    """

    fields: Mapping[str, str]
    by_script: bool


#: Answers a request for its path.
Answers: TypeAlias = Mapping[str, Callable[[Asked], Answer]]
_NONE: Answers = MappingProxyType({})


def prepare_pages(pages: Path, folder: Path, database: str) -> None:
    """Copy the pages, and make a database with the table ``entries``, in which nothing is yet.

    Args:
        pages: The folder of the pages.
        folder: That of the application's data.
        database: The name of the database in it.
    """
    shutil.copytree(pages, folder / _PAGES)
    with closing(sqlite3.connect(folder / database)) as connection:
        connection.execute("CREATE TABLE entries (id INTEGER PRIMARY KEY, form TEXT NOT NULL, fields TEXT NOT NULL)")
        connection.commit()


def load_pages(folder: Path, database: str, answers: Answers = _NONE) -> Callable[..., Iterable[bytes]]:
    """The pages, and ``/send``, which keeps what a form sends and shows the page ``sent.html``.

    Args:
        folder: That of the application's data.
        database: The name of the database in it.
        answers: What answers other paths.
    """
    pages = (folder / _PAGES).resolve()

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if environ["REQUEST_METHOD"] == "POST" and path == "/send":
            fields = _fields(environ)
            _keep(folder / database, fields.pop("form", ""), fields)
            answer = Answer(HTTPStatus.SEE_OTHER, "text/plain", b"", (("Location", "/sent.html"),))
        elif path in answers:
            asked = dict(parse_qsl(environ.get("QUERY_STRING", "")))
            answer = answers[path](Asked(asked, "HTTP_X_REQUESTED_WITH" in environ))
        else:
            answer = _page(pages, path)
        headers = [("Content-Type", answer.kind), ("Content-Length", str(len(answer.body))), *answer.headers]
        start_response(f"{answer.status.value} {answer.status.phrase}", headers)
        return [answer.body]

    return application


def _page(pages: Path, path: str) -> Answer:
    """A file."""
    file = (pages / (path.lstrip("/") or "index.html")).resolve()
    if not file.is_relative_to(pages) or not file.is_file():
        return Answer(
            HTTPStatus.NOT_FOUND, "text/html; charset=utf-8", b"<!doctype html><h1>There is no such page</h1>"
        )
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = (("Content-Disposition", "attachment"),) if kind == "text/csv" else ()
    return Answer(HTTPStatus.OK, f"{kind}; charset=utf-8", file.read_bytes(), headers)


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
