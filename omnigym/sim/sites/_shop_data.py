"""What the shop knows of its customer: basket, wishes, orders and reviews.

Records: ``basket/<product>.json`` and ``wishes/<product>.json`` with ``product`` and ``quantity``;
``orders/<number>.json`` with ``number``, ``date``, ``name``, ``street``, ``city``, ``delivery``, ``status``, ``total``
in cents and ``items``; ``reviews/<product>-<author>.json`` with ``product``, ``author``, ``stars``, ``text``, ``date``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from omnigym.sim.sites.address import Address
from omnigym.sim.sites.site import folder_of
from omnigym.sim.tables.table import Folder, Source
from omnigym.sim.vfs import Vfs

# -- what the shop sells ----------------------------------------------------------------------------------------------

HOST = "shop.northwind.com"
CATEGORIES = ("Outdoor", "Kitchen", "Office", "Music")


class Product(NamedTuple):
    """One thing that can be bought.

    Attributes:
        id: As in its address.
        name: What it is called.
        category: One of `CATEGORIES`.
        cents: Its price.
        stars: What people gave it on average, in tenths.
        maker: Who makes it.
        about: What is said about it.
    """

    id: str
    name: str
    category: str
    cents: int
    stars: int
    maker: str
    about: str


GOODS: tuple[Product, ...] = (
    Product(
        "two-person-tent",
        "Two-person tent",
        "Outdoor",
        14900,
        46,
        "Adventure Works",
        "A light tent with two doors that stands in four minutes. It stays dry in a night of rain, and packs to "
        "the size of a loaf of bread.",
    ),
    Product(
        "hiking-backpack",
        "Hiking backpack",
        "Outdoor",
        8950,
        44,
        "Adventure Works",
        "Forty litres, a rain cover and a back that breathes. The straps can be set without taking it off.",
    ),
    Product(
        "sleeping-bag",
        "Sleeping bag",
        "Outdoor",
        6400,
        41,
        "Alpine Ski House",
        "Warm down to five degrees. The hood closes with one hand.",
    ),
    Product(
        "head-torch",
        "Head torch",
        "Outdoor",
        2490,
        48,
        "Adventure Works",
        "Three hundred lumens for twenty hours, and a red light that spares the eyes of others.",
    ),
    Product(
        "copper-kettle",
        "Copper kettle",
        "Kitchen",
        5900,
        47,
        "Fourth Coffee",
        "A kettle of solid copper that whistles when the water boils. One and a half litres.",
    ),
    Product(
        "coffee-grinder",
        "Coffee grinder",
        "Kitchen",
        3950,
        43,
        "Fourth Coffee",
        "Steel burrs and a wooden handle. Eighteen settings, from espresso to French press.",
    ),
    Product(
        "chef-knife",
        "Chef knife",
        "Kitchen",
        7200,
        49,
        "Wide World Importers",
        "Twenty centimetres of forged steel that keeps its edge, with a handle of olive wood.",
    ),
    Product(
        "mixing-bowl",
        "Mixing bowl",
        "Kitchen",
        1850,
        40,
        "Wide World Importers",
        "A heavy bowl of stoneware with a lip to pour from. It holds three litres.",
    ),
    Product(
        "desk-lamp",
        "Desk lamp",
        "Office",
        4575,
        45,
        "Lucerne Lighting",
        "Warm or cold light, dimmed by a touch. The arm stays where it is put.",
    ),
    Product(
        "fountain-pen",
        "Fountain pen",
        "Office",
        3400,
        47,
        "Coho Winery & Press",
        "A steel nib that forgives a heavy hand. Comes with blue ink and a converter.",
    ),
    Product(
        "paper-notebook",
        "Paper notebook",
        "Office",
        1290,
        42,
        "Coho Winery & Press",
        "One hundred and sixty dotted pages that lie flat. Ink does not come through.",
    ),
    Product(
        "wall-clock",
        "Wall clock",
        "Office",
        2999,
        39,
        "Lucerne Lighting",
        "A quiet clock with numbers that can be read across a room.",
    ),
    Product(
        "record-player",
        "Record player",
        "Music",
        18900,
        44,
        "Contoso Audio",
        "A belt drive, two speeds and an arm that lifts at the end of the record.",
    ),
    Product(
        "studio-headphones",
        "Studio headphones",
        "Music",
        11950,
        48,
        "Contoso Audio",
        "They sound like the room in which the music was made. The cable can be taken off.",
    ),
    Product(
        "ukulele",
        "Ukulele",
        "Music",
        5250,
        46,
        "Southridge Strings",
        "A soprano ukulele of mahogany, with a bag and a book of forty songs.",
    ),
    Product(
        "harmonica",
        "Harmonica",
        "Music",
        2150,
        43,
        "Southridge Strings",
        "Ten holes in C, for blues and for the campfire.",
    ),
)

_BY_ID = {p.id: p for p in GOODS}
_SORTINGS = {
    "price-low": lambda p: (p.cents, p.name),
    "price-high": lambda p: (-p.cents, p.name),
    "rating": lambda p: (-p.stars, p.name),
}


def product(product_id: str) -> Product | None:
    """The product of an id, or None."""
    return _BY_ID.get(product_id)


def found(query: str, category: str, order: str) -> tuple[Product, ...]:
    """The products of a category ("" for all) whose name or text has every word of a query, in an order."""
    words = query.casefold().split()
    goods = [p for p in GOODS if not category or p.category == category]
    goods = [p for p in goods if all(w in f"{p.name} {p.maker} {p.category} {p.about}".casefold() for w in words)]
    key = _SORTINGS.get(order)
    return tuple(sorted(goods, key=key) if key is not None else goods)


def money(cents: int) -> str:
    """A price.

    >>> money(14900), money(105)
    ('$149.00', '$1.05')
    """
    return f"${cents // 100:,}.{cents % 100:02}"


# -- shop data --------------------------------------------------------------------------------------------------------

#: How it can be sent, and for how many cents.
DELIVERIES = {"Standard": 495, "Express": 1295, "Pick up in store": 0}
_FIRST_ORDER = 10_001
_NUMBER = re.compile("[0-9]{1,18}")
T = TypeVar("T", bound=tuple[object, ...])


class Line(NamedTuple):
    """A product so many times."""

    product: str
    quantity: int = 1


class Order(NamedTuple):
    """An order."""

    number: str
    date: str = ""
    items: tuple[Line, ...] = ()
    name: str = ""
    street: str = ""
    city: str = ""
    delivery: str = ""
    total: int = 0
    status: str = "Preparing"


class Review(NamedTuple):
    """What somebody said of a product; ``stars`` from 1 to 5."""

    product: str
    author: str = ""
    stars: int = 1
    text: str = ""
    date: str = ""


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


def _folder(kind: str, row: Callable[..., T], **more: Any) -> Folder[T]:
    return Folder(f"content://shop/{kind}", folder_of(HOST, kind), row, **more)


_BASKET = _folder("basket", Line, valid=lambda line: line.quantity > 0)
_WISHES = _folder("wishes", Line, valid=lambda line: line.quantity > 0)
_ORDERS = _folder("orders", Order, key="number", filled=("date",))
_REVIEWS = _folder("reviews", Review, valid=lambda review: 1 <= review.stars <= 5, filled=("date",))
#: What checks read of the shop.
SHOP_TABLES: tuple[Source, ...] = (_BASKET, _WISHES, _ORDERS, _REVIEWS)


def load(vfs: Vfs, _address: Address) -> Shop:
    """What the shop knows."""
    wishes = tuple([line.product for line in _WISHES.rows(vfs)])
    return Shop(_BASKET.rows(vfs), wishes, _ORDERS.rows(vfs), _REVIEWS.rows(vfs))


def set_line(vfs: Vfs, product_id: str, quantity: int, now_ms: int) -> Vfs:
    """With so many of a product in the basket; 0 takes it out."""
    return _set(vfs, _BASKET, product_id, quantity, now_ms)


def _set(vfs: Vfs, folder: Folder[Line], product_id: str, quantity: int, now_ms: int) -> Vfs:
    if quantity <= 0:
        return folder.erased(vfs, product_id, now_ms)
    return folder.kept(vfs, product_id, Line(product_id, quantity), now_ms)


def wished(vfs: Vfs, shop: Shop, product_id: str, now_ms: int) -> Vfs:
    """With a product on the wish list, or no longer on it."""
    return _set(vfs, _WISHES, product_id, int(product_id not in shop.wishes), now_ms)


def placed(vfs: Vfs, shop: Shop, to: tuple[str, str, str], delivery: str, date: str, now_ms: int) -> tuple[Vfs, str]:
    """With all that is in the basket ordered; and the number of the order."""
    number = str(max([int(o.number) for o in shop.orders if _NUMBER.fullmatch(o.number)], default=_FIRST_ORDER - 1) + 1)
    total = shop.cents + DELIVERIES[delivery]
    order = Order(number, date, shop.basket, *to, delivery, total)
    vfs = ordered(vfs, order, now_ms)
    for line in shop.basket:
        vfs = set_line(vfs, line.product, 0, now_ms)
    return vfs, number


def ordered(vfs: Vfs, order: Order, now_ms: int) -> Vfs:
    """With an order; the one of its number is replaced."""
    return _ORDERS.kept(vfs, order.number, order, now_ms)


def cancelled(vfs: Vfs, order: Order, now_ms: int) -> Vfs:
    """With an order called off."""
    return ordered(vfs, order._replace(status="Cancelled"), now_ms)


def rated(vfs: Vfs, review: Review, now_ms: int) -> Vfs:
    """With a review; the one that its author wrote before is replaced."""
    name = f"{review.product}-{review.author.casefold().replace(' ', '-')}"
    return _REVIEWS.kept(vfs, name, review, now_ms)


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
