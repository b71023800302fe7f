"""The pages of the forum."""

from __future__ import annotations

from zlib import crc32

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.sites._forum_posts import BOARDS, Post, Thread
from omnigym.sim.sites.address import slug
from omnigym.sim.sites.kit import centred, day_text, entry, heading, labelled, link, masthead, paragraph
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import button, combo, icon, separator, spacer, text, toggle

_WIDE, _MOST, _SIDE = 640, 980, 190


def head(search: str, w: int) -> Node:
    """The top of every page."""
    wide = w >= _WIDE
    return masthead(
        "Community",
        "site-forum",
        "plum",
        search,
        "Search the forum",
        link(
            "page.following",
            "Following" if wide else "",
            "/following",
            style="site_tool",
            image="star",
            name="Following",
        ),
        link("page.new", "New post" if wide else "", "/new", style="site_tool", image="edit", name="New post"),
        w=w,
    )


def _face(author: str, size: int) -> Node:
    colour = PEOPLE[crc32(author.encode()) % len(PEOPLE)]
    initials = "".join([part[0] for part in author.split()[:2]]).upper() or "?"
    return row(text(initials, style="avatar", role=None), style=f"person_{colour}", w=size, h=size, justify="center")


def _line(thread: Thread) -> Node:
    first, last = thread.posts[0] if thread.posts else Post("", "", ""), thread.posts[-1:]
    replies = max(0, len(thread.posts) - 1)
    return row(
        _face(first.author, 34),
        column(
            link(f"page.thread.{thread.name}", thread.title, f"/thread/{thread.name}", style="link_large"),
            text(f"{first.author} in {thread.board}", style="muted"),
            gap=1,
        ),
        icon("attach", style="muted_small") if any(p.file for p in thread.posts) else None,
        icon("star", style="accent") if thread.followed else None,
        column(
            text(count_of(replies, "reply", "replies")),
            text(day_text(last[0].date) if last else "", style="caption"),
            w=104,
            align="end",
        ),
        style="card",
        pad=(12, 8),
        gap=12,
        role=Role.GROUP,
        name=thread.title,
    )


def _boards(current: str) -> Node:
    return column(
        heading("Boards"),
        *[
            link(f"page.board.{slug(name)}", name, f"/board/{slug(name)}", style="list", image="chat", w=FILL)
            for name in BOARDS
        ],
        link("page.board.all", "All posts", "/", style="list", image="home", w=FILL),
        w=_SIDE,
        gap=2,
    )


def _threads(title: str, about: str, threads: tuple[Thread, ...], w: int) -> Node:
    lines = [memo(_line, t, w=FILL) for t in threads]
    main = column(
        column(heading(title, "title"), text(about, style="muted")),
        *lines,
        None if lines else paragraph("There is nothing here."),
        gap=10,
    )
    inside = row(_boards(title) if w >= _WIDE else None, main, pad=(16, 16, 16, 24), gap=24, align="start")
    return centred(inside, w, _MOST)


def threads_page(title: str, about: str, threads: tuple[Thread, ...], w: int) -> Element:
    """A list of threads, the one with the latest post first."""
    return panel(_threads, title, about, threads, w)


def _post(post: Post, number: int, thread: str) -> Node:
    likes = f"Like ({post.likes})" if post.likes else "Like"
    shown = "Unlike" if post.liked else "Like"
    return row(
        _face(post.author, 38),
        column(
            row(text(post.author, style="strong"), text(day_text(post.date), style="caption"), gap=10),
            paragraph(post.text),
            button(
                f"page.file.{number}",
                post.file,
                icon="attach",
                style="chip",
                name=f"Download {post.file}",
                click=("page", "file", thread, post.file),
            )
            if post.file
            else None,
            row(
                toggle(
                    f"page.like.{number}",
                    likes,
                    icon="thumb-like",
                    style="tool",
                    checked=post.liked,
                    name=f"{shown} the post of {post.author}",
                    click=("page", "like", thread, number),
                ),
                button(
                    f"page.quote.{number}",
                    "Quote",
                    icon="comment",
                    style="tool",
                    name=f"Quote {post.author}",
                    click=("page", "quote", thread, number),
                ),
                gap=6,
            ),
            gap=6,
        ),
        style="card",
        pad=14,
        gap=14,
        align="start",
        role=Role.GROUP,
        name=f"Post {number + 1} by {post.author}",
    )


def _thread(thread: Thread, w: int) -> Node:
    follow = "Following" if thread.followed else "Follow"
    inside = column(
        row(
            heading(thread.title, "title"),
            spacer(),
            toggle(
                "page.follow",
                follow,
                icon="star",
                style="",
                checked=thread.followed,
                click=("page", "follow", thread.name),
            ),
            gap=12,
        ),
        text(f"{thread.board} · {count_of(len(thread.posts), 'post')}", style="muted"),
        *[memo(_post, post, n, thread.name, w=FILL) for n, post in enumerate(thread.posts)],
        pad=(16, 14, 16, 18),
        gap=10,
    )
    return centred(inside, w, _MOST - _SIDE)


def thread_page(thread: Thread, w: int) -> Element:
    """A thread with all its posts."""
    return panel(_thread, thread, w)


def _reply(name: str, file: str, problem: str) -> Node:
    return row(
        button("page.attach", "Attach file", icon="attach", click=("page", "attach")),
        text(file, key="page.attached", role=Role.TEXT) if file else None,
        text(problem, style="error", role=Role.ALERT) if problem else None,
        spacer(),
        button("page.post", "Post reply", style="accent", click=("page", "reply", name)),
        style="content",
        h=46,
        pad=(16, 6),
        gap=12,
    )


def reply_foot(name: str, file: str, problem: str) -> Element:
    """What is below the text of a reply."""
    return panel(_reply, name, file, problem)


def _form(title: str, board: str, problem: str, w: int) -> Node:
    inside = column(
        heading("New post", "title"),
        row(
            labelled("Title", entry("title", title, "Title", hint="What is it about?")),
            labelled(
                "Board",
                combo("page.board", board, tuple(BOARDS), name="Board", w=160, change=("input", "board")),
                w=160,
            ),
            gap=12,
            align="start",
        ),
        text(problem, style="error", role=Role.ALERT) if problem else None,
        text("Your post", style="caption", role=None),
        pad=(16, 14, 16, 2),
        gap=10,
    )
    return centred(inside, w, _MOST - _SIDE)


def new_thread_form(title: str, board: str, problem: str, w: int) -> Element:
    """The title and the board of a new thread."""
    return panel(_form, title, board, problem, w)


def _publish(file: str) -> Node:
    return column(
        separator(),
        row(
            button("page.attach", "Attach file", icon="attach", click=("page", "attach")),
            text(file, key="page.attached", role=Role.TEXT) if file else None,
            spacer(),
            button("page.publish", "Publish", style="accent", click=("page", "publish")),
            style="content",
            h=50,
            pad=(16, 8),
            gap=12,
        ),
    )


def new_thread_foot(file: str) -> Element:
    """What is below the text of a new thread."""
    return panel(_publish, file)
