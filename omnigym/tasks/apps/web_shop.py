"""The shop (Oscar) in the real browser."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Click, Point, Submit
from omnigym.tasks.apps._site_steps import at, choose, click, go, press, row, rows_of, seen, site, write
from omnigym.tasks.subtask import UI, Condition, Resource, subtask

__all__: list[str] = []

_SHOP = site("shop", "Lifestyle")
_ON_PRODUCT = at("shop.test/catalogue/")
_ON_BASKET = at("shop.test/basket/")


def _product(ui: UI, product: str) -> Iterator[Action]:
    """A product's page, by the search."""
    yield from go(ui, "/catalogue/")
    yield from write(ui, product, key="id_q", enter=True)
    yield from click(ui, Role.LINK, product)


def _put_in_basket(ui: UI, product: str) -> Iterator[Action]:
    yield from _product(ui, product)
    yield from press(ui, "Add to basket")


@subtask(
    **_SHOP,
    id="shop/add-to-basket",
    instruction="Put the product '{product}' of the House & Garden shop in the basket.",
    parameters=rows_of(
        ("product",),
        ("Cast iron pan",),
        ("Bird house",),
        ("Reading lamp",),
        ("Hand saw",),
        ("Paper tray",),
        ("Wool blanket",),
        ("Pruning shears",),
        ("Letter scale",),
    ),
    conditions=(row("shop/basket", product="{product}", quantity="1"),),
    produces=(Resource("in_basket", "{product}"),),
    milestones=(_ON_PRODUCT,),
    tags=("shop", "search"),
)
def add_to_basket(ui: UI, product: str) -> Iterator[Action]:
    """By the search and the product's page."""
    yield from _put_in_basket(ui, product)


@subtask(
    **_SHOP,
    id="shop/add-several",
    instruction="Put {count} pieces of '{product}' in the basket of the House & Garden shop.",
    parameters=rows_of(
        ("product", "count"),
        ("Watering can", "3"),
        ("Pepper mill", "2"),
        ("Wall clock", "5"),
        ("Desk pad", "4"),
        ("Spirit level", "2"),
        ("Candle holder", "6"),
        ("Salad bowl", "3"),
    ),
    conditions=(row("shop/basket", product="{product}", quantity="{count}"),),
    produces=(Resource("in_basket", "{product}"),),
    milestones=(_ON_PRODUCT, row("shop/basket", product="{product}", quantity="1")),
    tags=("shop", "search"),
)
def add_several(ui: UI, product: str, count: str) -> Iterator[Action]:
    """One of them, then the number on the basket's page, where each product has a line."""
    yield from _put_in_basket(ui, product)
    yield from go(ui, "/basket/")
    field = yield from _quantity(ui, product)
    yield from write(ui, count, key=field, enter=True)


def _quantity(ui: UI, product: str) -> Generator[Action, None, str]:
    """The key of the quantity's field in the product's line."""
    name = yield from seen(ui, Role.LINK, product)
    fields = [n for n in ui.tree.nodes if n.key.endswith("-quantity")]
    nearest = min(fields, key=lambda n: abs(n.center[1] - name.center[1]))
    return nearest.key


@subtask(
    **_SHOP,
    id="shop/buy",
    instruction="Buy one '{product}' in the House & Garden shop, to be sent to the address in the address book.",
    parameters=rows_of(
        ("product",),
        ("Pepper mill",),
        ("Pruning shears",),
        ("Wall clock",),
        ("Tool box",),
        ("Fountain pen",),
        ("Set of six cups",),
        ("Hand saw",),
        ("Letter scale",),
    ),
    conditions=(row("shop/orders", product="{product}", quantity="1", street="12 Mill Lane"),),
    produces=(Resource("order", "{product}"),),
    milestones=(row("shop/basket", product="{product}"), at("shop.test/checkout/")),
    tags=("shop", "checkout"),
)
def buy(ui: UI, product: str) -> Iterator[Action]:
    """The basket, the address, the summary."""
    yield from _put_in_basket(ui, product)
    yield from go(ui, "/checkout/shipping-address/")
    yield from press(ui, "Ship to your default shipping address")
    yield from click(ui, key="view_preview")
    yield from press(ui, "Place order")


@subtask(
    **_SHOP,
    id="shop/wish",
    instruction="Add the product '{product}' of the House & Garden shop to the wish list.",
    parameters=rows_of(
        ("product",),
        ("Cast iron pan",),
        ("Wheelbarrow",),
        ("Side table",),
        ("Cordless drill",),
        ("Desk pad",),
        ("Garden hose",),
        ("Set of spanners",),
    ),
    conditions=(row("shop/wishes", product="{product}"),),
    produces=(Resource("wish", "{product}"),),
    milestones=(_ON_PRODUCT,),
    tags=("shop", "search"),
)
def wish(ui: UI, product: str) -> Iterator[Action]:
    """The button on the product's page."""
    yield from _product(ui, product)
    yield from press(ui, "Add to wish list")


@subtask(
    **_SHOP,
    id="shop/new-wish-list",
    instruction="Create a wish list named '{name}' in the House & Garden shop.",
    parameters=rows_of(
        ("name",), ("Birthday",), ("Kitchen plans",), ("For the new flat",), ("Christmas",), ("Allotment",), ("Ideas",)
    ),
    conditions=(row("shop/wishes", list="{name}"),),
    produces=(Resource("wish_list", "{name}"),),
    milestones=(at("shop.test/accounts/wishlists/"),),
    tags=("shop", "create"),
)
def new_wish_list(ui: UI, name: str) -> Iterator[Action]:
    """The form of the account."""
    yield from go(ui, "/accounts/wishlists/create/")
    yield from write(ui, name, key="id_name", enter=True)


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


@subtask(
    **_SHOP,
    id="shop/review",
    instruction="Write a review of '{product}' in the House & Garden shop: {score} stars, the title '{title}', and the "
    "text '{text}'.",
    parameters=rows_of(
        ("product", "score", "title", "text"),
        ("Copper kettle", "5", "Lovely", "It sings every morning."),
        ("Garden hose", "2", "It does kink", "After a week it was flat."),
        ("Reading lamp", "4", "Bright enough", "The switch could be larger."),
        ("Desk chair", "3", "Fine for an hour", "Then I have to stand up."),
        ("Hand saw", "1", "Blunt", "It arrived without an edge."),
        ("Seed box", "5", "All came up", "Even the peppers."),
        ("Side table", "4", "Sturdy", "It carries the aquarium."),
    ),
    conditions=(row("shop/reviews", product="{product}", score="{score}", title="{title}", body="{text}"),),
    produces=(Resource("review", "{product}"),),
    milestones=(_ON_PRODUCT,),
    tags=("shop", "write"),
)
def review(ui: UI, product: str, score: str, title: str, text: str) -> Iterator[Action]:
    """The form of the product's page; the stars stand in a row above the title."""
    yield from _product(ui, product)
    yield from click(ui, Role.LINK, "Write a review")
    yield from write(ui, title, key="id_title")
    yield from write(ui, text, key="id_body")
    yield Click(_star(ui, int(score)))
    yield from press(ui, "Save review")


@subtask(
    **_SHOP,
    id="shop/add-address",
    instruction="Add an address to the address book of the House & Garden shop: {first} {last}, {street}, {town}, "
    "{postcode}, United Kingdom.",
    parameters=rows_of(
        ("first", "last", "street", "town", "postcode"),
        ("Mia", "Porter", "3 Castle Street", "Oxford", "OX1 4AB"),
        ("Liam", "Byrne", "48 Harbour Road", "Bristol", "BS1 5TY"),
        ("Nora", "Blum", "7 Chapel Hill", "Leeds", "LS2 8QT"),
        ("Omar", "Haddad", "150 Station Road", "York", "YO1 7HH"),
        ("Priya", "Rao", "22 Orchard Close", "Derby", "DE1 2PW"),
        ("Tom", "Weaver", "9 Abbey Lane", "Exeter", "EX4 6NL"),
        ("Una", "Doyle", "31 Park View", "Durham", "DH1 3LE"),
    ),
    conditions=(
        row(
            "shop/addresses",
            first_name="{first}",
            last_name="{last}",
            street="{street}",
            town="{town}",
            postcode="{postcode}",
            country="GB",
        ),
    ),
    produces=(Resource("address", "{street}"),),
    milestones=(at("shop.test/accounts/addresses/"),),
    tags=("shop", "form"),
)
def add_address(ui: UI, first: str, last: str, street: str, town: str, postcode: str) -> Iterator[Action]:
    """The form of the account."""
    yield from go(ui, "/accounts/addresses/add/")
    for key, text in (("first_name", first), ("last_name", last), ("line1", street), ("line4", town)):
        yield from write(ui, text, key=f"id_{key}")
    yield from write(ui, postcode, key="id_postcode")
    yield from choose(ui, "United Kingdom", key="id_country")
    yield from press(ui, "Save")


@subtask(
    **_SHOP,
    id="shop/change-name",
    instruction="Change the name of your account in the House & Garden shop to {first} {last}.",
    parameters=rows_of(
        ("first", "last"),
        ("Samuel", "Porter"),
        ("Sam", "Porter-Blum"),
        ("Samira", "Porter"),
        ("S.", "Porter"),
        ("Sam", "Carrier"),
        ("Sammy", "Porter"),
        ("Samuel", "Gates"),
    ),
    conditions=(row("shop/users", username="sam", first_name="{first}", last_name="{last}"),),
    produces=(Resource("account_name", "shop"),),
    milestones=(at("shop.test/accounts/profile/"),),
    tags=("shop", "settings"),
)
def change_name(ui: UI, first: str, last: str) -> Iterator[Action]:
    """The form of the account."""
    yield from go(ui, "/accounts/profile/edit/")
    yield from write(ui, first, key="id_first_name")
    yield from write(ui, last, key="id_last_name", enter=True)


_ORDER = {"cheapest": "Price low to high", "most expensive": "Price high to low"}


@subtask(
    **_SHOP,
    id="shop/compare-prices",
    instruction="Put the {which} product of the category {category} of the House & Garden shop in the basket, and "
    "nothing else.",
    parameters=rows_of(
        ("category", "which", "product"),
        ("Kitchen", "cheapest", "Bread knife"),
        ("Garden", "cheapest", "Seed box"),
        ("Living room", "cheapest", "Picture frame"),
        ("Workshop", "cheapest", "Claw hammer"),
        ("Office", "cheapest", "Hole punch"),
        ("Kitchen", "most expensive", "Copper kettle"),
        ("Garden", "most expensive", "Wheelbarrow"),
        ("Living room", "most expensive", "Side table"),
    ),
    conditions=(Condition("rows_are", {"uri": "content://shop/basket", "column": "product", "values": ["{product}"]}),),
    milestones=(at("shop.test/catalogue/category/"),),
    tags=("shop", "compare"),
)
def compare_prices(ui: UI, category: str, which: str, product: str) -> Iterator[Action]:
    """The category sorted by price; the first picture is that of the product."""
    del product
    yield from go(ui, "/catalogue/")
    yield from click(ui, Role.LINK, category)
    yield from choose(ui, _ORDER[which], key="id_sort_by")
    picture = yield from seen(ui, Role.IMAGE)
    yield from click(ui, Role.LINK, picture.name)
    yield from press(ui, "Add to basket")


@subtask(
    **_SHOP,
    id="shop/price-of",
    instruction="Look up what one '{product}' costs in the House & Garden shop, and answer with the price in pounds.",
    parameters=rows_of(
        ("product", "price"),
        ("Copper kettle", "48.00"),
        ("Pepper mill", "24.50"),
        ("Bird house", "28.00"),
        ("Wool blanket", "79.00"),
        ("Side table", "119.00"),
        ("Spirit level", "22.00"),
        ("Fountain pen", "58.00"),
        ("Desk chair", "189.00"),
    ),
    conditions=(Condition("answer_contains", {"text": "{price}"}),),
    milestones=(_ON_PRODUCT,),
    tags=("shop", "answer"),
)
def price_of(ui: UI, product: str, price: str) -> Iterator[Action]:
    """Read from the product's page."""
    del price
    yield from _product(ui, product)
    heading = yield from seen(ui, Role.HEADING, product)
    prices = [n for n in ui.tree.nodes if n.name.startswith("£") and n.center[1] > heading.center[1]]
    yield Submit(prices[0].name)
