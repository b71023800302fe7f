"""The shop (Oscar) in the real browser."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Submit
from omnigym.tasks.apps.web._shop_steps import ON_PRODUCT, SHOP, open_product
from omnigym.tasks.apps.web._steps import at, choose, click, go, press, row, rows_of, seen, write
from omnigym.tasks.subtask import UI, Condition, Resource, all_of, get_subtask, subtask
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_ON_BASKET = at("shop.test/basket/")


def _put_in_basket(ui: UI, product: str) -> Iterator[Action]:
    yield from open_product(ui, product)
    yield from press(ui, "Add to basket")


@subtask(
    **SHOP,
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
    milestones=(ON_PRODUCT,),
    tags=("shop", "search"),
)
def add_to_basket(ui: UI, product: str) -> Iterator[Action]:
    """By the search and the product's page."""
    yield from _put_in_basket(ui, product)


@subtask(
    **SHOP,
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
    milestones=(ON_PRODUCT, row("shop/basket", product="{product}", quantity="1")),
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
    **SHOP,
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
    **SHOP,
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
    milestones=(ON_PRODUCT,),
    tags=("shop", "search"),
)
def wish(ui: UI, product: str) -> Iterator[Action]:
    """The button on the product's page."""
    yield from open_product(ui, product)
    yield from press(ui, "Add to wish list")


_ORDER = {"cheapest": "Price low to high", "most expensive": "Price high to low"}


@subtask(
    **SHOP,
    id="shop/compare-prices",
    implied=("product",),
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
    conditions=(
        all_of(
            Condition("rows_are", {"uri": "content://shop/basket", "column": "product", "values": ["{product}"]}),
            row("shop/basket", product="{product}", quantity="1"),
        ),
    ),
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
    **SHOP,
    id="shop/price-of",
    implied=("price",),
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
    milestones=(ON_PRODUCT,),
    tags=("shop", "answer"),
)
def price_of(ui: UI, product: str, price: str) -> Iterator[Action]:
    """Read from the product's page."""
    del price
    yield from open_product(ui, product)
    heading = yield from seen(ui, Role.HEADING, product)
    prices = [n for n in ui.tree.nodes if n.name.startswith("£") and n.center[1] > heading.center[1]]
    yield Submit(prices[0].name)


@right_way("shop/price-of")
def in_a_sentence(ui: UI, product: str, price: str) -> Iterator[Action]:
    """The number in words around it, a round one without pence."""
    del ui
    yield Submit(f"The {product} costs £{price.removesuffix('.00')}.")


@right_way("shop/price-of")
def with_its_unit(ui: UI, product: str, price: str) -> Iterator[Action]:
    """The number and its unit."""
    del ui, product
    yield Submit(f"{price} pounds")


@wrong_run("shop/price-of")
def all_prices(ui: UI, product: str, price: str) -> Iterator[Action]:
    """A list of all of them."""
    del ui, product, price
    yield Submit(", ".join(f"£{given['price']}" for given in get_subtask("shop/price-of").parameters))


@wrong_run("shop/price-of")
def one_after_the_other(ui: UI, product: str, price: str) -> Iterator[Action]:
    """A wrong answer, then the right one."""
    del ui, product
    yield Submit("1.00")
    yield Submit(price)


@wrong_run("shop/price-of")
def with_a_doubt(ui: UI, product: str, price: str) -> Iterator[Action]:
    """Two prices."""
    del ui, product
    yield Submit(f"£{price} or £1.00")
