"""The account at the shop (Oscar) in the real browser."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action, Click, Point
from omnigym.tasks.apps.web._shop_steps import ON_PRODUCT, SHOP, open_product
from omnigym.tasks.apps.web._steps import at, changed, choose, click, go, press, row, rows_of, write
from omnigym.tasks.subtask import UI, Resource, subtask

__all__: list[str] = []


@subtask(
    **SHOP,
    id="shop/new-wish-list",
    instruction="Create a wish list named '{name}' in the House & Garden shop.",
    parameters=rows_of(
        ("name",), ("Birthday",), ("Kitchen plans",), ("For the new flat",), ("Christmas",), ("Allotment",), ("Ideas",)
    ),
    conditions=(row("shop/wishes", list="{name}", product=""),),
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
    **SHOP,
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
    milestones=(ON_PRODUCT,),
    tags=("shop", "write"),
)
def review(ui: UI, product: str, score: str, title: str, text: str) -> Iterator[Action]:
    """The form of the product's page; the stars stand in a row above the title."""
    yield from open_product(ui, product)
    yield from click(ui, Role.LINK, "Write a review")
    yield from write(ui, title, key="id_title")
    yield from write(ui, text, key="id_body")
    yield Click(_star(ui, int(score)))
    yield from press(ui, "Save review")


@subtask(
    **SHOP,
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
            any_case=True,
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
    **SHOP,
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
    conditions=(changed("shop/users", username="sam", first_name="{first}", last_name="{last}"),),
    produces=(Resource("account_name", "shop"),),
    milestones=(at("shop.test/accounts/profile/"),),
    tags=("shop", "settings"),
)
def change_name(ui: UI, first: str, last: str) -> Iterator[Action]:
    """The form of the account."""
    yield from go(ui, "/accounts/profile/edit/")
    yield from write(ui, first, key="id_first_name")
    yield from write(ui, last, key="id_last_name", enter=True)
