"""Steps, oracles and runs of shop that are no plain data."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Click, Point, Submit
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.variations import instead
from omnigym.tasks.step_library.web import choose_in_web, click_in_web, go_in_web, press_in_web, seen, write_in_web
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI, oracle


@word
def open_product(ui: UI, product: str) -> Iterator[Action]:
    """A product's page, by the search."""
    yield from go_in_web(ui, "/catalogue/")
    yield from write_in_web(ui, product, key="id_q", enter=True)
    yield from click_in_web(ui, Role.LINK, product)


@word
def put_in_basket(ui: UI, product: str) -> Iterator[Action]:
    """One piece of a product put into the basket."""
    yield from open_product(ui, product)
    yield from press_in_web(ui, "Add to basket")


@oracle("shop/add-several")
def add_several(ui: UI, product: str, count: str) -> Iterator[Action]:
    """One of them, then the number on the basket's page, where each product has a line."""
    yield from put_in_basket(ui, product)
    yield from go_in_web(ui, "/basket/")
    field = yield from _quantity(ui, product)
    yield from write_in_web(ui, count, key=field, enter=True)


def _quantity(ui: UI, product: str) -> Generator[Action, None, str]:
    """The key of the quantity's field in the product's line."""
    name = yield from seen(ui, Role.LINK, product)
    fields = [n for n in ui.tree.nodes if n.key.endswith("-quantity")]
    nearest = min(fields, key=lambda n: abs(n.center[1] - name.center[1]))
    return nearest.key


_ORDER = {"cheapest": "Price low to high", "most expensive": "Price high to low"}


@oracle("shop/compare-prices")
def compare_prices(ui: UI, category: str, which: str, product: str) -> Iterator[Action]:
    """The category sorted by price; the first picture is that of the product."""
    del product
    yield from go_in_web(ui, "/catalogue/")
    yield from click_in_web(ui, Role.LINK, category)
    yield from choose_in_web(ui, _ORDER[which], key="id_sort_by")
    picture = yield from seen(ui, Role.IMAGE)
    yield from click_in_web(ui, Role.LINK, picture.name)
    yield from press_in_web(ui, "Add to basket")


@oracle("shop/price-of")
def price_of(ui: UI, product: str, price: str) -> Iterator[Action]:
    """Read from the product's page."""
    del price
    yield from open_product(ui, product)
    heading = yield from seen(ui, Role.HEADING, product)
    prices = [n for n in ui.tree.nodes if n.name.startswith("£") and n.center[1] > heading.center[1]]
    yield Submit(prices[0].name)


_STAR = """
(star => { const box = star.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })(
  document.querySelectorAll('#add_review_form .star-rating i')[%d])
"""


def _star(ui: UI, number: int) -> Point:
    """Where the star of that number is: stars have no names."""
    x, y = ui.evaluate(_STAR % (number - 1))
    page = ui.node(Role.DOCUMENT)
    assert page is not None
    width, height = ui.size
    return (page.bounds[0] + x) / width, (page.bounds[1] + y) / height


@oracle("shop/review")
def review(ui: UI, product: str, score: str, title: str, text: str) -> Iterator[Action]:
    """The form of the product's page; the stars stand in a row above the title."""
    yield from open_product(ui, product)
    yield from click_in_web(ui, Role.LINK, "Write a review")
    yield from write_in_web(ui, title, key="id_title")
    yield from write_in_web(ui, text, key="id_body")
    yield Click(_star(ui, int(score)))
    yield from press_in_web(ui, "Save review")


instead("shop/add-several", count=lambda v: str(int(v["count"]) + 1))


@right_way("shop/add-several")
def one_by_one(ui: UI, product: str, count: str) -> Iterator[Action]:
    """Each by the button."""
    yield from open_product(ui, product)
    for _ in range(int(count)):
        yield from press_in_web(ui, "Add to basket")
