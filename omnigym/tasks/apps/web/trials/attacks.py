"""What looks like the request and is not: half of it, too much of it, another record made in its place."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.tasks.apps._variations import as_asked
from omnigym.tasks.apps.web._steps import choose, click, go, press, write
from omnigym.tasks.apps.web._tracker_steps import open_issue, submit
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import wrong_run

__all__: list[str] = []

# -- calendars ------------------------------------------------------------------------------------------------


@wrong_run("calendar/rename", "calendar/describe")
def makes_a_new_one(ui: UI, name: str, new: str = "", words: str = "") -> Iterator[Action]:
    """A second collection, as the first one should be."""
    yield from as_asked("calendar/create-address-book", ui, name=new or name, words=words)


@wrong_run("calendar/download")
def described_afterwards(ui: UI, name: str) -> Iterator[Action]:
    """Somebody's file of that name: it is not what the collection holds."""
    yield from as_asked("calendar/describe", ui, name=name, words="Something else")
    yield from as_asked("calendar/download", ui, name=name)


@wrong_run("calendar/delete")
def renames_it_only(ui: UI, name: str) -> Iterator[Action]:
    """There is no collection of that name any more."""
    yield from as_asked("calendar/rename", ui, name=name, new="Deleted")


@wrong_run("calendar/upload")
def makes_an_empty_one(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """A collection that is called as the event in the file."""
    yield from as_asked("calendar/create", ui, name=title, kind="Calendar", holds="")


@wrong_run("calendar/create")
def describes_it_too(ui: UI, name: str, kind: str, **_: str) -> Iterator[Action]:
    """With a description that nobody asked for."""
    yield from go(ui, "/.web/")
    yield from click(ui, Role.LINK, "➕")
    yield from choose(ui, kind)
    yield from write(ui, name, key="create_displayname")
    yield from write(ui, "Something", key="create_description")
    yield from press(ui, "Create")


# -- the office -----------------------------------------------------------------------------------------------


@wrong_run("office/publish-notice")
def half_of_it_in_bold(ui: UI, text: str) -> Iterator[Action]:
    """The first word is plain."""
    first, _, rest = text.partition(" ")
    yield from go(ui, "/notice.html")
    yield from press(ui, "Clear")
    yield ui.type(f"{first} ")
    yield ui.press("b", "ctrl")
    yield ui.type(rest)
    yield from press(ui, "Publish")


@wrong_run("office/publish-notice")
def after_what_was_there(ui: UI, text: str) -> Iterator[Action]:
    """The old notice is still before it."""
    yield from go(ui, "/notice.html")
    yield from click(ui, Role.TEXT_AREA)
    yield ui.press("end", "ctrl")
    yield ui.press("b", "ctrl")
    yield ui.type(f" {text}")
    yield from press(ui, "Publish")


@wrong_run("office/travel")
def without_the_hotel(ui: UI, person: str, town: str, day: str, transport: str) -> Iterator[Action]:
    """All but the box at the end."""
    yield from go(ui, "/travel.html")
    yield from write(ui, person, key="traveller")
    yield from choose(ui, town, key="destination")
    yield from write(ui, day, key="departure")
    yield from click(ui, Role.RADIO, f"By {transport}")
    yield from press(ui, "Send request")


# -- the shop -------------------------------------------------------------------------------------------------


@wrong_run("shop/wish")
def into_the_basket(ui: UI, product: str) -> Iterator[Action]:
    """The button above that of the wish list."""
    yield from as_asked("shop/add-to-basket", ui, product=product)


@wrong_run("shop/add-to-basket")
def on_the_wish_list(ui: UI, product: str) -> Iterator[Action]:
    """The button below that of the basket."""
    yield from as_asked("shop/wish", ui, product=product)


@wrong_run("shop/buy")
def leaves_it_in_the_basket(ui: UI, product: str) -> Iterator[Action]:
    """Nothing is ordered."""
    yield from as_asked("shop/add-to-basket", ui, product=product)


@wrong_run("shop/buy")
def buys_two(ui: UI, product: str) -> Iterator[Action]:
    """Two pieces."""
    yield from as_asked("shop/add-several", ui, product=product, count="2")
    yield from go(ui, "/checkout/shipping-address/")
    yield from press(ui, "Ship to your default shipping address")
    yield from click(ui, key="view_preview")
    yield from press(ui, "Place order")


@wrong_run("shop/new-wish-list")
def with_a_product_on_it(ui: UI, name: str) -> Iterator[Action]:
    """The list is made for a product."""
    yield from go(ui, "/accounts/wishlists/create/with-product/1/")
    yield from write(ui, name, key="id_name", enter=True)


@wrong_run("shop/change-name")
def as_the_name_of_an_address(ui: UI, first: str, last: str) -> Iterator[Action]:
    """In the address book instead of the account."""
    values = {"street": "12 Mill Lane", "town": "Oxford", "postcode": "OX1 4AB"}
    yield from as_asked("shop/add-address", ui, first=first, last=last, **values)


# -- the tracker ----------------------------------------------------------------------------------------------


@wrong_run("tracker/create")
def assigns_it_too(ui: UI, title: str, priority: str) -> Iterator[Action]:
    """To somebody whom nobody named."""
    yield from go(ui, "/issue?@template=item")
    yield from write(ui, title, key="title")
    yield from choose(ui, priority, key="priority")
    yield from choose(ui, "anna", key="assignedto")
    yield from submit(ui)


@wrong_run("tracker/rename")
def makes_a_new_issue(ui: UI, new: str, **_: str) -> Iterator[Action]:
    """A second issue, with the new title."""
    yield from as_asked("tracker/create", ui, title=new, priority="bug")


@wrong_run("tracker/set-status", "tracker/set-priority", "tracker/assign", "tracker/add-keyword")
def says_so_in_a_note(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """A note that asks others to do it."""
    yield from as_asked("tracker/comment", ui, title=title, text=" ".join(values.values()))


@wrong_run("tracker/set-status", "tracker/set-priority", "tracker/assign", "tracker/comment")
def renames_it_too(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """In the same form."""
    yield from open_issue(ui, title)
    yield from write(ui, f"{title} (old)", key="title")
    for key, value in values.items():
        if key == "text":
            yield from write(ui, value, key="@note")
        else:
            yield from choose(ui, value, key={"person": "assignedto"}.get(key, key))
    yield from submit(ui)


@wrong_run("tracker/add-keyword")
def with_a_second_keyword(ui: UI, title: str, keyword: str) -> Iterator[Action]:
    """And no other, it was said."""
    yield from as_asked("tracker/add-keyword", ui, title=title, keyword=f"{keyword},search")


@wrong_run("tracker/mark-duplicate")
def the_other_way_round(ui: UI, title: str, other: str) -> Iterator[Action]:
    """The superseder is superseded."""
    yield from as_asked("tracker/mark-duplicate", ui, title=other, other=title)


@wrong_run("tracker/attach")
def only_names_the_file(ui: UI, title: str, name: str, **_: str) -> Iterator[Action]:
    """In a note."""
    yield from as_asked("tracker/comment", ui, title=title, text=name)


@wrong_run("tracker/add-watcher")
def assigns_it_instead(ui: UI, title: str, person: str) -> Iterator[Action]:
    """Who is given an issue is put on the list, too."""
    yield from as_asked("tracker/assign", ui, title=title, person=person)


@wrong_run("tracker/own-phone")
def as_the_organisation(ui: UI, phone: str) -> Iterator[Action]:
    """In the field below."""
    yield from go(ui, "/")
    yield from click(ui, Role.LINK, "Your Details")
    yield from write(ui, phone, key="organisation", enter=True)
