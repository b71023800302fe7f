"""Subtasks in the shop: basket, orders, invoices, wish list, reviews."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps.browser._steps import SHOP, WEB, at, folder, go, loaded, press, record, write
from omnigym.tasks.subtask import UI, Condition, Need, Resource, subtask

__all__: list[str] = []

_ORDERS = folder(SHOP, "orders")
_LINE: Mapping[str, Any] = {"product": "{id}", "quantity": "{count}"}


def _goods(*values: tuple[Any, ...], more: tuple[str, ...] = ()) -> tuple[dict[str, object], ...]:
    """Parameter sets of a product with its name in addresses, and ``more``."""
    return tuple(
        {"product": v[0], "id": v[0].casefold().replace(" ", "-"), **dict(zip(more, v[1:], strict=True))}
        for v in values
    )


def _order_need() -> Need:
    """An order that was placed before, under a number of its own."""
    fields = {
        "number": "{number}",
        "date": "2025-03-12",
        "items": [{"product": "{id}", "quantity": 1}],
        "name": "Alex Morgan",
        "street": "14 Mill Street",
        "city": "Lakeside",
        "delivery": "Standard",
        "status": "Preparing",
        "total": 6395,
    }
    return Need(Resource("order", "{number}"), (record(SHOP, "orders", "{number}", fields),), given=True)


def _choose(ui: UI, product_id: str, count: int) -> Iterator[Action]:
    """So many of a product in the basket, which is shown then."""
    yield from go(ui, f"{SHOP}/product/{product_id}")
    if count > 1:
        yield from press(ui, "page.quantity")
        yield ui.click(f"page.quantity.{count - 1}")
    yield from press(ui, "page.add")


@subtask(
    **WEB,
    id="web/shop-basket",
    implied=("id",),
    instruction="Put the {product} into the basket at shop.northwind.com, quantity {count}.",
    parameters=_goods(
        ("Copper kettle", 2),
        ("Ukulele", 1),
        ("Paper notebook", 5),
        ("Desk lamp", 3),
        ("Sleeping bag", 2),
        ("Chef knife", 1),
        ("Harmonica", 4),
        more=("count",),
    ),
    conditions=(row_is("shop/basket", **_LINE),),
    produces=(Resource("basket", "{product}"),),
    milestones=(at(SHOP), Condition("page_open", {"url": f"{SHOP}/product/{{id}}"})),
    tags=("shop",),
)
def fill_basket(ui: UI, id: str, count: int, **_: str) -> Iterator[Action]:  # noqa: A002
    """The page of the product."""
    yield from _choose(ui, id, count)


@subtask(
    **WEB,
    id="web/shop-order",
    implied=("id",),
    instruction="Order {count} x {product} at shop.northwind.com for {name}, {street}, {city}, with standard delivery.",
    parameters=_goods(
        ("Head torch", 2, "Ines Costa", "5 River Lane", "Porto"),
        ("Fountain pen", 1, "Karl Huber", "12 Ring Road", "Vienna"),
        ("Mixing bowl", 3, "Amy Doyle", "7 Castle Street", "Galway"),
        ("Studio headphones", 1, "Luis Vega", "30 Plaza Mayor", "Leon"),
        ("Two-person tent", 1, "Nora Field", "2 Forest Path", "Bergen"),
        ("Coffee grinder", 2, "Emil Novak", "19 Bridge Street", "Brno"),
        ("Wall clock", 1, "Yuki Mori", "4 Temple Road", "Kyoto"),
        more=("count", "name", "street", "city"),
    ),
    conditions=(
        Condition(
            "row_exists",
            {
                "uri": "content://shop/orders",
                "columns": {
                    "items": [_LINE],
                    "name": "{name}",
                    "street": "{street}",
                    "city": "{city}",
                    "delivery": "Standard",
                },
                "any_case": True,
                "only": True,
            },
        ),
    ),
    produces=(Resource("order", "{product}"),),
    covers=("web/shop-basket",),
    milestones=(at(f"{SHOP}/basket"), at(f"{SHOP}/checkout")),
    tags=("shop",),
)
def order(ui: UI, id: str, count: int, name: str, street: str, city: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The basket, the checkout, the address; Enter places the order."""
    yield from _choose(ui, id, count)
    yield from press(ui, "page.checkout")
    yield ui.type(f"{name}\t{street}\t{city}\n")


@subtask(
    **WEB,
    id="web/shop-cancel",
    instruction="Cancel order {number} at shop.northwind.com.",
    parameters=_goods(
        ("Harmonica", "10417"),
        ("Desk lamp", "10538"),
        ("Copper kettle", "10622"),
        ("Ukulele", "10709"),
        ("Mixing bowl", "10811"),
        ("Fountain pen", "10925"),
        ("Head torch", "11046"),
        more=("number",),
    ),
    conditions=(row_is("shop/orders", was={"number": "{number}"}, number="{number}", status="Cancelled"),),
    needs=(_order_need(),),
    produces=(Resource("order", "{number} cancelled"),),
    milestones=(at(f"{SHOP}/order"),),
    tags=("shop", "delete"),
)
def cancel(ui: UI, number: str, **_: str) -> Iterator[Action]:
    """The page of the order."""
    yield from go(ui, f"{SHOP}/order/{number}")
    yield from press(ui, "page.cancel")


@subtask(
    **WEB,
    id="web/shop-invoice",
    implied=(
        "folder",
        "name",
    ),
    instruction="Download the invoice of order {number} from shop.northwind.com.",
    parameters=tuple(
        {**p, "name": f"invoice {p['number']}.txt", "folder": "Downloads"}
        for p in _goods(
            ("Desk lamp", "12018"),
            ("Wall clock", "12135"),
            ("Record player", "12244"),
            ("Chef knife", "12359"),
            ("Sleeping bag", "12467"),
            ("Hiking backpack", "12580"),
            ("Ukulele", "12696"),
            more=("number",),
        )
    ),
    conditions=(
        Condition("file_content_contains", {"path": "{folder}/{name}", "text": "Invoice for order {number}"}),
        loaded(),
    ),
    needs=(_order_need(),),
    produces=(Resource("file", "{folder}/{name}"),),
    milestones=(at(f"{SHOP}/order"),),
    tags=("shop", "download"),
)
def download_invoice(ui: UI, number: str, **_: str) -> Iterator[Action]:
    """The page of the order."""
    yield from go(ui, f"{SHOP}/order/{number}")
    yield from press(ui, "page.invoice")


@subtask(
    **WEB,
    id="web/shop-wish",
    implied=("id",),
    instruction="Save the {product} on the wish list at shop.northwind.com.",
    parameters=_goods(
        ("Record player",),
        ("Hiking backpack",),
        ("Fountain pen",),
        ("Coffee grinder",),
        ("Two-person tent",),
        ("Studio headphones",),
        ("Wall clock",),
    ),
    conditions=(row_is("shop/wishes", product="{id}"),),
    produces=(Resource("wish", "{product}"),),
    milestones=(at(SHOP), Condition("page_open", {"url": f"{SHOP}/product/{{id}}"})),
    tags=("shop",),
)
def wish(ui: UI, id: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The page of the product."""
    yield from go(ui, f"{SHOP}/product/{id}")
    yield from press(ui, "page.wish")


@subtask(
    **WEB,
    id="web/shop-review",
    implied=("id",),
    instruction="Review the {product} at shop.northwind.com: give it {stars} stars and write '{text}'.",
    parameters=_goods(
        ("Mixing bowl", 4, "Heavy but beautiful."),
        ("Chef knife", 5, "Sharp after a year."),
        ("Head torch", 3, "The band is too tight for me."),
        ("Sleeping bag", 2, "Cold at ten degrees."),
        ("Paper notebook", 5, "My pen loves it."),
        ("Harmonica", 4, "Good enough for the campfire."),
        ("Desk lamp", 1, "It broke after a week."),
        more=("stars", "text"),
    ),
    conditions=(row_is("shop/reviews", product="{id}", author="Alex Morgan", stars="{stars}", text="{text}"),),
    produces=(Resource("favourite", "{product}"),),
    milestones=(at(f"{SHOP}/review"), Condition("check_text_exists_via_control", {"text": "{text}"})),
    tags=("shop", "write"),
)
def review(ui: UI, id: str, stars: int, text: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The form for a review."""
    yield from go(ui, f"{SHOP}/review/{id}")
    if stars < 5:
        yield ui.click("page.stars")
        yield ui.click(f"page.stars.{5 - stars}")
    yield from write(ui, text)
    yield ui.click("page.publish")
