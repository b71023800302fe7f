"""The forum, Adatum Community: boards, threads, replies with files, likes and threads to follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.sites._forum_pages import (
    head,
    new_thread_foot,
    new_thread_form,
    reply_foot,
    thread_page,
    threads_page,
)
from omnigym.sim.sites._forum_posts import (
    BOARDS,
    HOST,
    ME,
    THREADS,
    Post,
    Thread,
    added,
    attached,
    begun,
    changed,
    load_threads,
)
from omnigym.sim.sites.address import Address, query_url, slug
from omnigym.sim.sites.kit import iso_day, not_found
from omnigym.sim.sites.site import Ask, Download, Editor, Outcome, Page, Site, Visit
from omnigym.sim.ui.nodes import FILL, Msg, panel
from omnigym.sim.vfs import Vfs, join

_TITLE = "Adatum Community"


# -- pages ----------------------------------------------------------------------------------------------------


def _latest(threads: tuple[Thread, ...]) -> tuple[Thread, ...]:
    return tuple(sorted(threads, key=lambda t: (t.posts[-1].date if t.posts else "", t.title), reverse=True))


def _listed(visit: Visit, threads: tuple[Thread, ...]) -> tuple[str, str, tuple[Thread, ...]] | None:
    """The title, the description and the threads of a list, or None where the address is of no list."""
    kind, name = (*visit.address.parts, "", "")[:2]
    query = visit.address.argument("q")
    board = next((b for b in BOARDS if slug(b) == name), "")
    if kind == "":
        return "Latest posts", "Everything that was written lately", threads
    if kind == "following":
        return "Following", "Threads that you follow", tuple([t for t in threads if t.followed])
    if kind == "board" and board:
        return board, BOARDS[board], tuple([t for t in threads if t.board == board])
    if kind == "search":
        words = query.casefold().split()
        return f"Results for “{query}”", "", tuple([t for t in threads if all(w in _whole(t) for w in words)])
    return None


def _whole(thread: Thread) -> str:
    return " ".join([thread.title, *[p.text for p in thread.posts]]).casefold()


def _page(visit: Visit, threads: tuple[Thread, ...]) -> Page:
    top = panel(head, visit.typed("search", visit.address.argument("q")), visit.w)
    kind, name = (*visit.address.parts, "", "")[:2]
    file, problem = visit.typed("file"), visit.typed("problem")
    listed = _listed(visit, threads)
    if listed is not None:
        title, about, shown = listed
        return Page(title if kind else _TITLE, threads_page(title, about, _latest(shown), visit.w), top)
    thread = _named(threads, name)
    if kind == "thread" and thread is not None:
        editor = Editor("Your reply", h=72)
        return Page(thread.title, thread_page(thread, visit.w), top, editor, reply_foot(name, file, problem))
    if kind == "new":
        board = visit.typed("board", next(iter(BOARDS)))
        form = new_thread_form(visit.typed("title"), board, problem, visit.w)
        return Page("New post", form, top, Editor("Your post", h=FILL), new_thread_foot(file), "page.title")
    return not_found(_TITLE, top)


def _named(threads: tuple[Thread, ...], name: str) -> Thread | None:
    return next((t for t in threads if t.name == name), None)


# -- what the controls do -------------------------------------------------------------------------------------


def _complain(ask: Ask, problem: str) -> Outcome:
    return Outcome(form=(*[f for f in ask.visit.form if f[0] != "problem"], ("problem", problem)))


def _with_file(ask: Ask, vfs: Vfs, thread: str) -> Vfs:
    """With the file that was chosen beside the posts of a thread."""
    name = ask.visit.typed("file")
    waiting = join(attached("#waiting"), name)
    if not name or not vfs.is_file(waiting):
        return vfs
    return vfs.write(join(attached(thread), name), vfs.read(waiting), ask.now_ms)


def _written(ask: Ask) -> Post:
    day = iso_day(ask.now_ms, ask.visit.minutes)
    return Post(ME, day, ask.text.strip(), file=ask.visit.typed("file"))


def _reply(ask: Ask, name: str) -> Outcome:
    thread = _named(ask.data, name)
    if thread is None:
        return Outcome()
    if not ask.text.strip():
        return _complain(ask, "Write something first.")
    vfs = added(_with_file(ask, ask.vfs, name), thread, _written(ask), ask.now_ms)
    return Outcome(vfs, form=(), text="")


def _publish(ask: Ask) -> Outcome:
    title = " ".join(ask.visit.typed("title").split())
    if not title or not ask.text.strip():
        return _complain(ask, "A post needs a title and a text.")
    board = ask.visit.typed("board", next(iter(BOARDS)))
    vfs, name = begun(ask.vfs, ask.data, title, board, _written(ask), ask.now_ms)
    return Outcome(_with_file(ask, vfs, name), go=f"/thread/{name}")


def _chosen(ask: Ask, name: str, content: bytes) -> Outcome:
    """A file was chosen; it waits until the post is sent."""
    form = (*[f for f in ask.visit.form if f[0] != "file"], ("file", name))
    return Outcome(ask.vfs.write(join(attached("#waiting"), name), content, ask.now_ms), form=form)


def _file(ask: Ask, thread: str, name: str) -> Outcome:
    path = join(attached(thread), name)
    return Outcome(download=Download(name, ask.vfs.read(path))) if ask.vfs.is_file(path) else Outcome()


def _on_post(ask: Ask, name: str, number: int, change: Callable[[Post], Post]) -> Outcome:
    thread = _named(ask.data, name)
    if thread is None or number >= len(thread.posts):
        return Outcome()
    posts = tuple([change(p) if n == number else p for n, p in enumerate(thread.posts)])
    return Outcome(changed(ask.vfs, thread._replace(posts=posts), ask.now_ms))


def _liked(post: Post) -> Post:
    return post._replace(liked=not post.liked, likes=post.likes + (-1 if post.liked else 1))


def _follow(ask: Ask, name: str) -> Outcome:
    thread = _named(ask.data, name)
    if thread is None:
        return Outcome()
    return Outcome(changed(ask.vfs, thread._replace(followed=not thread.followed), ask.now_ms))


def _quote(ask: Ask, name: str, number: int) -> Outcome:
    thread = _named(ask.data, name)
    if thread is None or number >= len(thread.posts):
        return Outcome()
    quoted = "\n".join([f"> {line}" for line in thread.posts[number].text.split("\n")])
    return Outcome(text=f"{ask.text.rstrip()}\n{quoted}\n".lstrip("\n"))


def _search(ask: Ask, typed: str) -> Outcome:
    return Outcome(go=query_url("/search", q=typed.strip()) if typed.strip() else "/")


_HANDLERS: Mapping[str, Callable[..., Outcome]] = {
    "attach": lambda ask: Outcome(upload=("page_file",)),
    "file": _file,
    "follow": _follow,
    "like": lambda ask, name, number: _on_post(ask, name, number, _liked),
    "page_file": _chosen,
    "publish": _publish,
    "quote": _quote,
    "reply": _reply,
    "search": _search,
}


def _update(ask: Ask, msg: Msg) -> Outcome:
    handler = _HANDLERS.get(msg[0])
    return handler(ask, *msg[1:]) if handler is not None else Outcome()


def _load(vfs: Vfs, _address: Address) -> tuple[Thread, ...]:
    return load_threads(vfs)


def _entries(vfs: Vfs) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        [
            (f"{t.title} - {_TITLE}", f"https://{HOST}/thread/{t.name}", " ".join([p.text for p in t.posts]))
            for t in load_threads(vfs)
        ]
    )


SITES = (Site(HOST, _TITLE, "site-forum", "Where Lakeside talks.", _load, _page, _update, _entries, (THREADS,)),)
