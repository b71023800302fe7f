"""The threads of the forum.

Records: ``threads/<slug>.json`` with ``title``, ``board``, ``followed`` and ``posts``, objects with ``author``,
``date``, ``text``, ``likes``, ``liked`` and ``file``, the name of a file that lies in ``files/<slug>``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from omnigym.devices.sim.sites.address import slug
from omnigym.devices.sim.sites.records import fields_of, folder_of, kept, records, text_of, whole
from omnigym.devices.sim.vfs import Vfs, join
from omnigym.foreign import rows_in

__all__ = ["BOARDS", "HOST", "ME", "Post", "Thread", "added", "attached", "begun", "changed", "load_threads"]

HOST = "forum.adatum.com"
ME = "Alex Morgan"
BOARDS = {
    "Town talk": "What happens in Lakeside",
    "Travel": "Routes, tents and tickets",
    "Cooking": "Recipes, and what went wrong",
    "Marketplace": "Wanted and for sale",
}


class Post(NamedTuple):
    """A post; ``file`` is the name of what is attached, or ""."""

    author: str
    date: str
    text: str
    likes: int = 0
    liked: bool = False
    file: str = ""


class Thread(NamedTuple):
    """A thread; its name is the slug of its title."""

    name: str
    title: str
    board: str
    followed: bool
    posts: tuple[Post, ...]


def _post(fields: Any) -> Post:
    author, date, words = [text_of(fields, key) for key in ("author", "date", "text")]
    return Post(author, date, words, whole(fields, "likes"), fields.get("liked") is True, text_of(fields, "file"))


def _thread(name: str, content: bytes) -> Thread:
    f = fields_of(content)
    posts = tuple([_post(p) for p in rows_in(f.get("posts"))])
    return Thread(name, text_of(f, "title"), text_of(f, "board"), f.get("followed") is True, posts)


def load_threads(vfs: Vfs) -> tuple[Thread, ...]:
    """All threads, by name."""
    return records(vfs, HOST, "threads", _thread)


def changed(vfs: Vfs, thread: Thread, now_ms: int) -> Vfs:
    """With another value of a thread."""
    fields = {
        "title": thread.title,
        "board": thread.board,
        "followed": thread.followed,
        "posts": [p._asdict() for p in thread.posts],
    }
    return kept(vfs, HOST, "threads", thread.name, fields, now_ms)


def added(vfs: Vfs, thread: Thread, post: Post, now_ms: int) -> Vfs:
    """With another post in a thread."""
    return changed(vfs, thread._replace(posts=(*thread.posts, post)), now_ms)


def begun(vfs: Vfs, threads: tuple[Thread, ...], title: str, board: str, post: Post, now_ms: int) -> tuple[Vfs, str]:
    """With a new thread; and its name."""
    taken = {t.name for t in threads}
    name = base = slug(title)
    number = 2
    while name in taken:
        name, number = f"{base}-{number}", number + 1
    return changed(vfs, Thread(name, title, board, True, (post,)), now_ms), name


def attached(name: str) -> str:
    """The directory of the files that are attached to the posts of a thread."""
    return join(folder_of(HOST, "files"), name)
