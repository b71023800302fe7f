"""What the shop knows of its customer: basket, wishes, orders and reviews.

Records: ``basket/<product>.json`` and ``wishes/<product>.json`` with ``product`` and ``quantity``;
``orders/<number>.json`` with ``number``, ``date``, ``name``, ``street``, ``city``, ``delivery``, ``status``, ``total``
in cents and ``items``; ``reviews/<product>-<author>.json`` with ``product``, ``author``, ``stars``, ``text``, ``date``.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from omnigym.devices.sim.sites._shop_goods import HOST, Product, money, product
from omnigym.devices.sim.sites.address import Address
from omnigym.devices.sim.sites.records import erased, fields_of, kept, records, text_of, whole
from omnigym.devices.sim.vfs import Vfs
from omnigym.foreign import rows_in

__all__ = [
    "DELIVERIES",
    "Line",
    "Order",
    "Review",
    "Shop",
    "cancelled",
    "invoice",
    "items_of",
    "load",
    "placed",
    "rated",
    "set_line",
    "wished",
]

#: How it can be sent, and for how many cents.
DELIVERIES = {"Standard": 495, "Express": 1295, "Pick up in store": 0}
_FIRST_ORDER = 10_001
_NUMBER = re.compile("[0-9]{1,18}")


class Line(NamedTuple):
    """A product so many times."""

    product: str
    quantity: int


class Order(NamedTuple):
    """An order."""

    number: str
    date: str
    items: tuple[Line, ...]
    name: str
    street: str
    city: str
    delivery: str
    total: int
    status: str


class Review(NamedTuple):
    """What somebody said of a product; ``stars`` from 1 to 5."""

    product: str
    author: str
    stars: int
    text: str
    date: str


class Shop(NamedTuple):
    """All that the shop shows beside its goods."""

    basket: tuple[Line, ...] = ()
    wishes: tuple[str, ...] = ()
    orders: tuple[Order, ...] = ()
    reviews: tuple[Review, ...] = ()

    def quantity(self, product_id: str) -> int:
        """How many of a product are in the basket."""
        return sum([line.quantity for line in self.basket if line.product == product_id])

    @property
    def cents(self) -> int:
        """What the basket costs without delivery."""
        return sum([known.cents * line.quantity for line in self.basket if (known := product(line.product))])


def _line(fields: Any) -> Line:
    return Line(text_of(fields, "product"), max(1, whole(fields, "quantity", 1)))


def _order(name: str, content: bytes) -> Order:
    f = fields_of(content)
    items = tuple([_line(i) for i in rows_in(f.get("items"))])
    return Order(
        text_of(f, "number") or name,
        text_of(f, "date"),
        items,
        text_of(f, "name"),
        text_of(f, "street"),
        text_of(f, "city"),
        text_of(f, "delivery"),
        whole(f, "total"),
        text_of(f, "status") or "Preparing",
    )


def _review(_name: str, content: bytes) -> Review:
    f = fields_of(content)
    stars = min(5, max(1, whole(f, "stars", 1)))
    return Review(text_of(f, "product"), text_of(f, "author"), stars, text_of(f, "text"), text_of(f, "date"))


def load(vfs: Vfs, _address: Address) -> Shop:
    """What the shop knows."""
    orders = records(vfs, HOST, "orders", _order)
    return Shop(
        records(vfs, HOST, "basket", lambda _, content: _line(fields_of(content))),
        tuple([line.product for line in records(vfs, HOST, "wishes", lambda _, c: _line(fields_of(c)))]),
        orders,
        records(vfs, HOST, "reviews", _review),
    )


def set_line(vfs: Vfs, kind: str, product_id: str, quantity: int, now_ms: int) -> Vfs:
    """With so many of a product in the basket (``kind`` "basket") or among the wishes; 0 takes it out."""
    if quantity <= 0:
        return erased(vfs, HOST, kind, product_id, now_ms)
    return kept(vfs, HOST, kind, product_id, {"product": product_id, "quantity": quantity}, now_ms)


def wished(vfs: Vfs, shop: Shop, product_id: str, now_ms: int) -> Vfs:
    """With a product on the wish list, or no longer on it."""
    return set_line(vfs, "wishes", product_id, int(product_id not in shop.wishes), now_ms)


def placed(vfs: Vfs, shop: Shop, to: tuple[str, str, str], delivery: str, date: str, now_ms: int) -> tuple[Vfs, str]:
    """With all that is in the basket ordered; and the number of the order."""
    number = str(max([int(o.number) for o in shop.orders if _NUMBER.fullmatch(o.number)], default=_FIRST_ORDER - 1) + 1)
    order = {
        "number": number,
        "date": date,
        "name": to[0],
        "street": to[1],
        "city": to[2],
        "delivery": delivery,
        "status": "Preparing",
        "total": shop.cents + DELIVERIES[delivery],
        "items": [line._asdict() for line in shop.basket],
    }
    vfs = kept(vfs, HOST, "orders", number, order, now_ms)
    for line in shop.basket:
        vfs = set_line(vfs, "basket", line.product, 0, now_ms)
    return vfs, number


def cancelled(vfs: Vfs, order: Order, now_ms: int) -> Vfs:
    """With an order called off."""
    fields = {**order._asdict(), "items": [line._asdict() for line in order.items], "status": "Cancelled"}
    return kept(vfs, HOST, "orders", order.number, fields, now_ms)


def rated(vfs: Vfs, review: Review, now_ms: int) -> Vfs:
    """With a review; the one that its author wrote before is replaced."""
    name = f"{review.product}-{review.author.casefold().replace(' ', '-')}"
    return kept(vfs, HOST, "reviews", name, review._asdict(), now_ms)


def items_of(order: Order) -> tuple[tuple[Product, int], ...]:
    """What was ordered, as far as it is still sold."""
    return tuple([(known, line.quantity) for line in order.items if (known := product(line.product))])


def invoice(order: Order) -> bytes:
    """The invoice of an order, a text file."""
    lines = [f"{n} x {p.name:<22} {money(p.cents * n):>12}" for p, n in items_of(order)]
    address = [line for line in (order.name, order.street, order.city) if line]
    head = ["NORTHWIND STORE", f"Invoice for order {order.number}", f"Date: {order.date}", "", *address, ""]
    foot = [f"Delivery: {order.delivery}", f"Total: {money(order.total)}", ""]
    return "\n".join([*head, *lines, "", *foot]).encode()
