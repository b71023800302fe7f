"""Other ways to the same thing: another page, the keyboard, another order, another spelling."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.tasks.apps._variations import as_asked, padded, spelled
from omnigym.tasks.apps.web._shop_steps import open_product
from omnigym.tasks.apps.web._steps import choose, click, go, press, seen, write
from omnigym.tasks.apps.web._tracker_steps import open_issue, submit
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way

__all__: list[str] = []


spelled("with_a_space", padded, "name", "calendar/create")
spelled("with_a_space", padded, "words", "calendar/create-address-book")
spelled("with_a_space", padded, "new", "calendar/rename")
spelled("with_a_space", padded, "words", "calendar/describe")
spelled("with_a_space", padded, "title", "office/book-room")
spelled("with_a_space", padded, "person", "office/travel")
spelled("in_capitals", str.upper, "mail", "office/welcome")
spelled("amount_spelled_otherwise", lambda v: v.removesuffix("0").removesuffix(".0"), "amount", "office/expenses")
spelled("pence_spelled_otherwise", lambda v: v.replace(".", ","), "amount", "office/expenses")
spelled("with_a_space", padded, "wish", "office/survey")
spelled("in_small_letters", str.lower, "postcode", "shop/add-address")
spelled("with_a_space", padded, "street", "shop/add-address")
spelled("with_a_space", padded, "text", "shop/review")
spelled("with_a_space", padded, "name", "shop/new-wish-list")
spelled("with_a_space", padded, "last", "shop/change-name")
spelled("with_a_space", padded, "title", "tracker/create")
spelled("with_a_space", padded, "new", "tracker/rename")
spelled("with_a_space", padded, "text", "tracker/comment")
spelled("phone_spelled_otherwise", lambda v: v.replace(" ", ""), "phone", "tracker/own-phone")
spelled("country_spelled_otherwise", lambda v: f"+44 {v.removeprefix('0')}", "phone", "tracker/own-phone")


# -- the office -----------------------------------------------------------------------------------------------


@right_way("office/book-room")
def with_the_keyboard(ui: UI, room: str, hour: str, title: str) -> Iterator[Action]:
    """Enter in the dialog."""
    yield from go(ui, "/rooms.html")
    yield from press(ui, f"{room} {hour}")
    yield from write(ui, title, key="title", enter=True)


@right_way("office/ask-for-call")
def found_by_the_name(ui: UI, person: str, **_: str) -> Iterator[Action]:
    """Looked for by the name instead of the extension."""
    yield from as_asked("office/ask-for-call", ui, extension=person, person=person)


@right_way("office/move-card")
def by_way_of_another_column(ui: UI, card: str, column: str) -> Iterator[Action]:
    """The card is dropped on the wrong column, and then on the right one."""
    away = {"To do": "Done", "Doing": "Done", "Done": "Doing"}[column]
    at = {"Move the servers": "Done", "Sign the lease": "Done"}.get(card, "To do")
    yield from as_asked("office/move-card", ui, card=card, column=away if away != at else "Doing")
    held = yield from seen(ui, Role.LIST_ITEM, card)
    target = yield from seen(ui, Role.HEADING, column)
    yield ui.drag(held, target)


@right_way("office/download-report")
def by_its_address(ui: UI, file: str, **_: str) -> Iterator[Action]:
    """The file's own address."""
    yield from go(ui, f"/{file}")


@right_way("office/publish-notice")
def bold_at_the_end(ui: UI, text: str) -> Iterator[Action]:
    """Typed over the old text, then all of it is made bold by the button."""
    yield from go(ui, "/notice.html")
    yield from click(ui, Role.TEXT_AREA)
    yield ui.press("a", "ctrl")
    yield ui.type(text)
    yield ui.press("a", "ctrl")
    yield from press(ui, "Bold")
    yield from press(ui, "Publish")


@right_way("office/publish-notice", "office/preferences")
def something_else_before(ui: UI, **values: str) -> Iterator[Action]:
    """Saved once with another value, which the right one replaces."""
    other = {"text": "Wrong."} if "text" in values else {"language": "Polish"}
    name = "office/publish-notice" if "text" in values else "office/preferences"
    yield from as_asked(name, ui, **{**values, **other})
    yield from as_asked(name, ui, **values)


@right_way("office/travel")
def with_enter(ui: UI, person: str, town: str, day: str, transport: str) -> Iterator[Action]:
    """From below, and sent by Enter in a field."""
    yield from go(ui, "/travel.html")
    yield from click(ui, Role.CHECKBOX, "I need a hotel")
    yield from click(ui, Role.RADIO, f"By {transport}")
    yield from choose(ui, town, key="destination")
    yield from write(ui, day, key="departure")
    yield from write(ui, person, key="traveller", enter=True)


@right_way("office/delivery")
def typed_whole(ui: UI, town: str, day: str) -> Iterator[Action]:
    """The day first, then the whole name in small letters."""
    yield from go(ui, "/delivery.html")
    yield from choose(ui, day, key="day")
    yield from write(ui, town.lower(), key="town")
    yield from click(ui, Role.LIST_ITEM, town)
    yield from press(ui, "Ask for delivery")


# -- the shop -------------------------------------------------------------------------------------------------


@right_way("shop/add-several")
def one_by_one(ui: UI, product: str, count: str) -> Iterator[Action]:
    """Each by the button."""
    yield from open_product(ui, product)
    for _ in range(int(count)):
        yield from press(ui, "Add to basket")


@right_way("shop/add-to-basket", "shop/compare-prices")
def after_a_mistake(ui: UI, product: str, **_: str) -> Iterator[Action]:
    """Another product is taken out of the basket again."""
    yield from as_asked(
        "shop/add-several", ui, product="Letter scale" if product != "Letter scale" else "Desk pad", count="0"
    )
    yield from as_asked("shop/add-to-basket", ui, product=product)


@right_way("shop/buy")
def from_the_basket(ui: UI, product: str) -> Iterator[Action]:
    """The button below the basket."""
    yield from as_asked("shop/add-to-basket", ui, product=product)
    yield from go(ui, "/basket/")
    yield from click(ui, Role.LINK, "Proceed to checkout")
    yield from press(ui, "Ship to your default shipping address")
    yield from click(ui, key="view_preview")
    yield from press(ui, "Place order")


# -- the tracker ----------------------------------------------------------------------------------------------


@right_way("tracker/set-status", "tracker/set-priority", "tracker/assign")
def by_the_keyboard(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """The list by its letters, the form by Enter."""
    ((name, value),) = values.items()
    yield from open_issue(ui, title)
    yield from choose(ui, value, key={"person": "assignedto"}.get(name, name))
    yield from click(ui, key="title")
    yield ui.press("enter")


@right_way("tracker/create")
def sent_by_enter(ui: UI, title: str, priority: str) -> Iterator[Action]:
    """The priority first."""
    yield from go(ui, "/issue?@template=item")
    yield from choose(ui, priority, key="priority")
    yield from write(ui, title, key="title", enter=True)


@right_way("tracker/set-status", "tracker/set-priority")
def after_another_value(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """Another value is sent first."""
    ((name, value),) = values.items()
    others = {"status": ("testing", "resolved"), "priority": ("bug", "wish")}[name]
    yield from open_issue(ui, title)
    for chosen in (next(o for o in others if o != value), value):
        yield from choose(ui, chosen, key=name)
        yield from submit(ui)
