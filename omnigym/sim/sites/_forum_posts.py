"""The threads of the forum.

Records: ``threads/<slug>.json`` with ``title``, ``board``, ``followed`` and ``posts``, objects with ``author``,
``date``, ``text``, ``likes``, ``liked`` and ``file``, the name of a file that lies in ``files/<slug>``.
"""

from __future__ import annotations

from typing import NamedTuple

from omnigym.sim.sites.address import slug
from omnigym.sim.sites.site import folder_of
from omnigym.sim.tables.table import Folder
from omnigym.sim.vfs import Vfs, join

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

    author: str = ""
    date: str = ""
    text: str = ""
    likes: int = 0
    liked: bool = False
    file: str = ""


class Thread(NamedTuple):
    """A thread; its name is the slug of its title."""

    name: str
    title: str = ""
    board: str = ""
    followed: bool = False
    posts: tuple[Post, ...] = ()


THREADS: Folder[Thread] = Folder(
    "content://forum/threads",
    folder_of(HOST, "threads"),
    Thread,
    key="name",
    key_inside=False,
    filled=("board", "followed"),
)


def load_threads(vfs: Vfs) -> tuple[Thread, ...]:
    """All threads, by name."""
    return THREADS.rows(vfs)


def changed(vfs: Vfs, thread: Thread, now_ms: int) -> Vfs:
    """With another value of a thread."""
    return THREADS.kept(vfs, thread.name, thread, now_ms)


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
