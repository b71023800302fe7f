"""Wrong runs and other right ways of the subtasks of web sites (`omnigym.tasks.trials`)."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._steps import name_file
from omnigym.tasks.apps._variations import amid, before_it, besides, in_another_app, instead, padded, spelled, unasked
from omnigym.tasks.apps.browser._steps import FORUM, MAPS, SHOP, WEB_MAIL, WIKI, find_in, go, press, write
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_BASKETS = ("web/shop-basket", "web/shop-order")
_RECORDS = (
    "web/shop-wish",
    "web/shop-review",
    "web/forum-new",
    "web/forum-reply",
    "web/forum-like",
    "web/forum-follow",
    "web/wiki-append",
    "web/wiki-create",
    "web/wiki-watch",
    "web/map-save",
    "web/add-favourite",
    "web/remove-favourite",
)
_FILES = ("web/shop-invoice", "web/forum-download", "web/wiki-download", "web/map-directions")
_COPIES = ("web/wiki-cite", "web/map-copy-address", "web/copy-address")
_PAGES = ("web/open-page", "web/search")
_MAILS = ("web/mail-send", "web/mail-attach")
_OTHERS = ("web/shop-cancel", "web/forum-attach", "web/forum-paste", "web/mail-archive")
_ALL = (*_BASKETS, *_RECORDS, *_FILES, *_COPIES, *_MAILS, *_OTHERS)
_OF_EDGE = ("web/add-favourite", "web/remove-favourite")

in_another_app("in_chrome", "google_chrome", *[s for s in (*_ALL, *_PAGES) if s not in _OF_EDGE])

instead(*_BASKETS, *_RECORDS, *_COPIES, "web/wiki-download", "web/map-directions", *_PAGES)
besides(*_BASKETS, *_RECORDS, "web/wiki-download", "web/map-directions")
besides(*_COPIES, *_PAGES, harmless=True)
unasked("web/forum-new", "web/forum-download", "web/mail-archive", "web/shop-cancel", "web/shop-invoice")
instead(*_BASKETS, values=("count",))
instead("web/shop-order", values=("street",))
instead("web/shop-order", values=("name",))
instead("web/shop-review", values=("stars",))
instead("web/shop-review", "web/forum-reply", "web/forum-new", "web/wiki-create", "web/mail-send", values=("text",))
besides("web/forum-reply", "web/forum-new", values=("text",))
besides("web/shop-review", values=("text",), harmless=True)  # who reviews something again has changed the review
instead("web/wiki-append", values=("line",))
besides("web/wiki-append", values=("line",))
instead("web/map-save", values=("list",))
instead(*_MAILS, values=("to",))
besides(*_MAILS, values=("to",))
instead("web/forum-attach", "web/forum-paste", values=("thread", "id"))
besides("web/forum-attach", "web/forum-paste", values=("thread", "id"))
instead("web/forum-attach", values=("text",))
spelled("with_a_space", padded, "text", "web/forum-reply", "web/forum-new", "web/shop-review")
spelled("with_a_space", padded, "text", "web/forum-attach", "web/wiki-create", "web/mail-send")
spelled("with_a_space", padded, "line", "web/wiki-append")
spelled("in_capitals", str.upper, "to", *_MAILS)
spelled("with_its_scheme", lambda t: f"https://{t}", "url", "web/open-page")
spelled("in_capitals", str.upper, "city", "web/shop-order")
spelled("in_capitals", str.upper, "words", "web/search")


def _something_bought(ui: UI, id: str = "", **_: object) -> Iterator[Action]:  # noqa: A002
    """Something else is put into the basket first."""
    yield from go(ui, f"{SHOP}/product/{'ukulele' if id != 'ukulele' else 'harmonica'}")
    yield from press(ui, "page.add")


before_it("something_bought", _something_bought, *_ALL, *_PAGES)


def _something_followed(ui: UI, id: str = "", **_: object) -> Iterator[Action]:  # noqa: A002
    """Another thread is followed first."""
    thread = "new-tram-times" if id != "new-tram-times" else "best-coffee-in-town"
    yield from go(ui, f"{FORUM}/thread/{thread}")
    yield from press(ui, "page.follow")


before_it("something_followed", _something_followed, *_FILES, *_OTHERS, *_COPIES, *_PAGES)


def _a_look(ui: UI, **_: object) -> Iterator[Action]:
    """Other sites are looked at first."""
    yield from go(ui, f"{SHOP}/category/music")
    yield from go(ui, f"{WIKI}/watchlist")
    yield ui.press("left", "alt")


before_it("after_a_look", _a_look, *_ALL, *_PAGES, harmless=True)


def _a_change_of_mind(ui: UI, **_: object) -> Iterator[Action]:
    """Something is put into the basket and taken out again first."""
    yield from go(ui, f"{SHOP}/product/desk-lamp")
    yield from press(ui, "page.add")
    yield from go(ui, f"{SHOP}/basket")
    yield from press(ui, "page.remove.desk-lamp")


before_it("after_a_change_of_mind", _a_change_of_mind, *_ALL, *_PAGES, harmless=True)


@wrong_run("web/open-page")
def the_site_alone(ui: UI, url: str) -> Iterator[Action]:
    """Its first page."""
    yield from go(ui, url.partition("/")[0])


@wrong_run("web/search")
def without_searching(ui: UI, url: str, **_: str) -> Iterator[Action]:
    """The page of the result, by its address."""
    yield from go(ui, url)


@wrong_run("web/search")
def found_and_not_opened(ui: UI, words: str, **_: str) -> Iterator[Action]:
    """The results alone."""
    yield from go(ui, words)


@right_way("web/shop-wish")
def found_by_the_search(ui: UI, product: str, id: str) -> Iterator[Action]:  # noqa: A002
    """The search of the shop."""
    yield from find_in(ui, SHOP, product)
    yield from press(ui, f"page.product.{id}")
    yield from press(ui, "page.wish")


@right_way("web/shop-basket")
def one_by_one(ui: UI, id: str, count: int, **_: str) -> Iterator[Action]:  # noqa: A002
    """One of them, as often as it takes."""
    for _n in range(count):
        yield from go(ui, f"{SHOP}/product/{id}")
        yield from press(ui, "page.add")


@wrong_run("web/shop-order")
def in_the_basket_alone(ui: UI, id: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """Nothing is ordered."""
    yield from go(ui, f"{SHOP}/product/{id}")
    yield from press(ui, "page.add")
    yield from press(ui, "page.checkout")


@right_way("web/forum-reply")
def by_its_address(ui: UI, id: str, text: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The address of the thread."""
    yield from go(ui, f"{FORUM}/thread/{id}")
    yield from write(ui, text)
    yield ui.click("page.post")


@right_way("web/forum-like", "web/forum-follow")
def by_the_search(ui: UI, thread: str, id: str, author: str = "") -> Iterator[Action]:  # noqa: A002
    """The search of the forum."""
    yield from find_in(ui, FORUM, thread)
    yield ui.click(f"page.thread.{id}")
    yield from press(ui, "page.like.0" if author else "page.follow")


@wrong_run("web/forum-like")
def the_second_post(ui: UI, id: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """Another post of the thread."""
    yield from go(ui, f"{FORUM}/thread/{id}")
    yield from press(ui, "page.like.1")


@wrong_run("web/forum-attach")
def without_the_file(ui: UI, id: str, text: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The text alone."""
    yield from go(ui, f"{FORUM}/thread/{id}")
    yield from write(ui, text)
    yield ui.click("page.post")


def _a_like(ui: UI, id: str, **_: object) -> Iterator[Action]:  # noqa: A002
    """The first post of the very thread is liked first."""
    yield from go(ui, f"{FORUM}/thread/{id}")
    yield from press(ui, "page.like.0")


before_it("a_like", _a_like, "web/forum-reply", "web/forum-paste", "web/forum-attach", "web/forum-follow")


def _a_file(ui: UI, **_: object) -> Iterator[Action]:
    """A file of the user's that nobody spoke of is attached to the reply."""
    yield ui.click("page.attach")
    yield from name_file(ui, "Documents/notes.txt")


amid("with_a_private_file", "page.post", _a_file, "web/forum-reply", "web/forum-paste")


@wrong_run("web/forum-paste")
def in_a_thread_of_its_own(ui: UI, thread: str, **_: str) -> Iterator[Action]:
    """A second thread of that name."""
    yield from go(ui, f"{FORUM}/new")
    yield ui.type(thread)
    yield ui.click("text")
    yield ui.press("v", "ctrl")
    yield ui.click("page.publish")


@wrong_run("web/forum-paste")
def of_another_text(ui: UI, id: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """Another text is copied first, and posted."""
    yield from go(ui, f"{FORUM}/thread/{id}")
    yield from write(ui, "Something else")
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")
    yield ui.click("page.post")


@wrong_run("web/wiki-append")
def instead_of_the_text(ui: UI, title: str, line: str) -> Iterator[Action]:
    """The article is lost."""
    yield from go(ui, f"{WIKI}/edit/{title.replace(' ', '_')}")
    yield ui.click("text")
    yield ui.press("a", "ctrl")
    yield ui.type(f"{title}\n{line}")
    yield ui.click("page.publish")


@wrong_run("web/wiki-append")
def at_the_beginning(ui: UI, title: str, line: str) -> Iterator[Action]:
    """The line at the other end."""
    yield from go(ui, f"{WIKI}/edit/{title.replace(' ', '_')}")
    yield ui.click("text")
    yield ui.press("home", "ctrl")
    yield ui.type(f"{line}\n")
    yield ui.click("page.publish")


@right_way("web/wiki-watch", "web/wiki-download", "web/wiki-cite")
def of_the_address(ui: UI, title: str, folder: str = "", page: str = "", **_: str) -> Iterator[Action]:
    """The address of the article."""
    yield from go(ui, f"{WIKI}/wiki/{title.replace(' ', '_')}")
    yield from press(ui, "page.save" if folder else "page.cite" if page else "page.watch")


@right_way("web/map-save")
def on_its_page(ui: UI, id: str, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The address of the place."""
    yield from go(ui, f"{MAPS}/place/{id}")
    yield from press(ui, "page.save")
    yield from press(ui, f"page.list.{('Favorites', 'Want to go', 'Starred places').index(list)}")


@right_way("web/copy-address")
def typed(ui: UI, url: str, **_: str) -> Iterator[Action]:
    """The address is typed and copied without going there."""
    yield from go(ui, SHOP)
    yield ui.press("l", "ctrl")
    yield ui.type(url)
    yield ui.press("a", "ctrl")
    yield ui.press("c", "ctrl")


@wrong_run("web/mail-attach")
def with_nothing(ui: UI, to: str, subject: str, **_: str) -> Iterator[Action]:
    """No file comes with it."""
    yield from go(ui, f"{WEB_MAIL}/compose")
    yield ui.type(f"{to}\t{subject}")
    yield ui.click("page.send")
