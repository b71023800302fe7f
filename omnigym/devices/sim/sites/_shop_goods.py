"""What the shop sells."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CATEGORIES", "GOODS", "HOST", "Product", "found", "money", "product"]

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
_ORDERS = {
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
    key = _ORDERS.get(order)
    return tuple(sorted(goods, key=key) if key is not None else goods)


def money(cents: int) -> str:
    """A price.

    >>> money(14900), money(105)
    ('$149.00', '$1.05')
    """
    return f"${cents // 100:,}.{cents % 100:02}"
