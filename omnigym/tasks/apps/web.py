"""Steps, oracles and runs of web that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.browser import (
    FORUM,
    MAPS,
    SHOP,
    WEB_MAIL,
    WIKI,
    find_in,
    go_in_browser,
    press_in_browser,
)
from omnigym.tasks.step_library.steps import in_front
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def write(ui: UI, text: str) -> Iterator[Action]:
    """A text in the text area of the page."""
    yield ui.click("text")
    yield ui.type(text)


@oracle("web/mail-archive")
def archive(ui: UI, subject: str) -> Iterator[Action]:
    """Archive, above the mail."""
    yield from go_in_browser(ui, f"{WEB_MAIL}/mail/Inbox/{quote(subject)}.eml")
    yield from press_in_browser(ui, "page.archive")


@oracle("web/remove-favourite")
def remove_favourite(ui: UI, title: str) -> Iterator[Action]:
    """The list of favourites, and the menu of one of them."""
    yield from in_front(ui)
    if ui.find("favourite", name=title) is None:
        yield ui.click("browser.favourites")
    yield ui.right_click("favourite", name=title)
    yield ui.click("browser.menu.delete_mark")


@word
def choose(ui: UI, product_id: str, count: int) -> Iterator[Action]:
    """So many of a product in the basket, which is shown then."""
    yield from go_in_browser(ui, f"{SHOP}/product/{product_id}")
    if count > 1:
        yield from press_in_browser(ui, "page.quantity")
        yield ui.click(f"page.quantity.{count - 1}")
    yield from press_in_browser(ui, "page.add")


@oracle("web/shop-review")
def review(ui: UI, id: str, stars: int, text: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The form for a review."""
    yield from go_in_browser(ui, f"{SHOP}/review/{id}")
    if stars < 5:
        yield ui.click("page.stars")
        yield ui.click(f"page.stars.{5 - stars}")
    yield from write(ui, text)
    yield ui.click("page.publish")


@oracle("web/map-save")
def save_place(ui: UI, place: str, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The lists are behind the button Save."""
    yield from find_in(ui, MAPS, place)
    yield from press_in_browser(ui, "page.save")
    yield from press_in_browser(ui, f"page.list.{('Favorites', 'Want to go', 'Starred places').index(list)}")


@oracle("web/map-directions")
def download_directions(ui: UI, start: str, end: str, **_: str) -> Iterator[Action]:
    """Both ends are chosen from lists."""
    yield from go_in_browser(ui, f"{MAPS}/directions")
    for key, place in (("page.from", start), ("page.to", end)):
        field = ui.find(key)
        if field is not None and field.value != place:
            yield ui.click(key)
            yield ui.click(_option(ui, key, place))
    yield from press_in_browser(ui, "page.save_route")


def _option(ui: UI, key: str, name: str) -> str:
    """The key of a line in the list that a combo box opened."""
    return next((n.key for n in ui.tree if n.key.startswith(f"{key}.") and n.name == name), f"{key}.0")


@wrong_run("web/open-page")
def the_site_alone(ui: UI, url: str) -> Iterator[Action]:
    """Its first page."""
    yield from go_in_browser(ui, url.partition("/")[0])


@right_way("web/shop-basket")
def one_by_one(ui: UI, id: str, count: int, **_: str) -> Iterator[Action]:  # noqa: A002
    """One of them, as often as it takes."""
    for _n in range(count):
        yield from go_in_browser(ui, f"{SHOP}/product/{id}")
        yield from press_in_browser(ui, "page.add")


@right_way("web/forum-follow", "web/forum-like")
def by_the_search(ui: UI, thread: str, id: str, author: str = "") -> Iterator[Action]:  # noqa: A002
    """The search of the forum."""
    yield from find_in(ui, FORUM, thread)
    yield ui.click(f"page.thread.{id}")
    yield from press_in_browser(ui, "page.like.0" if author else "page.follow")


@right_way("web/wiki-cite", "web/wiki-download", "web/wiki-watch")
def of_the_address(ui: UI, title: str, folder: str = "", page: str = "", **_: str) -> Iterator[Action]:
    """The address of the article."""
    yield from go_in_browser(ui, f"{WIKI}/wiki/{title.replace(' ', '_')}")
    yield from press_in_browser(ui, "page.save" if folder else "page.cite" if page else "page.watch")


@right_way("web/map-save")
def on_its_page(ui: UI, id: str, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The address of the place."""
    yield from go_in_browser(ui, f"{MAPS}/place/{id}")
    yield from press_in_browser(ui, "page.save")
    yield from press_in_browser(ui, f"page.list.{('Favorites', 'Want to go', 'Starred places').index(list)}")
