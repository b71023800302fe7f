"""The right thing done to the wrong one: a neighbour, another value; instead of what was asked for, or besides."""

from __future__ import annotations

from typing import Any

from omnigym.tasks.apps._variations import another, following, instead

__all__: list[str] = []

_ISSUE, _PRODUCT = "Sort results by date", "Paper tray"


def _but(name: str, *choices: str) -> Any:
    """The first of some values that is not asked for."""
    return lambda values: next(c for c in choices if c != values[name])


def _unlike(name: str, known: dict[str, str]) -> Any:
    """The first of some records whose value is not the one that is asked for."""
    return lambda values: next(record for record, value in known.items() if value != values[name])


# -- calendars ------------------------------------------------------------------------------------------------

_COLLECTION = following("name", "Family", "Work", "House", "School")
another("calendar/create", name="Another one")
instead("calendar/create", kind=following("kind", "Calendar", "Tasks", "Journal"))
another("calendar/create-address-book", name="Another one")
instead("calendar/create-address-book", words="Something else")
another("calendar/rename", name=_COLLECTION, new="Another name")
instead("calendar/rename", new="Another name")
another("calendar/describe", name=_COLLECTION)
instead("calendar/describe", words="Something else")
another("calendar/delete", name=_COLLECTION)
instead("calendar/download", name=_COLLECTION)

# -- the office -----------------------------------------------------------------------------------------------

another("office/book-room", "cell", room="Amsel", hour="11:00")
instead("office/book-room", title="Something else")
another("office/ask-for-call", extension=_but("extension", "607", "311"))
another("office/order-scarcest", supplier=following("supplier", "Acme", "Borel", "Cortex", "Dunlin"))
instead("office/order-scarcest", which=following("which", "fewest", "most"))
another("office/move-card", card="Move the servers", column="To do")
instead("office/move-card", column=lambda v: {"To do": "Done", "Doing": "Done", "Done": "Doing"}[v["column"]])
instead("office/download-report", report="Costs 2024")
instead("office/publish-notice", text="Something else.")
another("office/travel", person="Nobody Else")
instead("office/travel", town=_but("town", "Zurich"))
instead("office/travel", day="2025-08-01")
instead("office/travel", transport=following("transport", "plane", "car", "train"))
another("office/welcome", person="Nobody Else")
instead("office/welcome", mail="other@mail.test")
instead("office/welcome", department=following("department", "research", "sales", "support"))
instead("office/welcome", equipment=following("equipment", "laptop", "phone", "headset"))
another("office/expenses", amount="1.00")
instead("office/expenses", kind=following("kind", "Meals", "Travel", "Books"))
another("office/survey", wish="Something else")
instead("office/survey", content=following("content", "4", "5"))
instead("office/survey", canteen=following("canteen", "good", "fair", "bad"))
instead("office/preferences", language=following("language", "French", "German", "Polish"))
instead("office/preferences", newsletter=following("newsletter", "on", "off"))
another("office/delivery", town="Ghent")
instead("office/delivery", day=following("day", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"))

# -- the shop -------------------------------------------------------------------------------------------------

for _id in ("add-to-basket", "add-several", "buy"):
    another(f"shop/{_id}", product=_but("product", _PRODUCT, "Bread knife"))
instead("shop/add-several", count=lambda v: str(int(v["count"]) + 1))
# Of a product after the first one the page has a list of wish lists instead of the button.
instead("shop/wish", product=_but("product", _PRODUCT, "Bread knife"))
another("shop/new-wish-list", name="Another list")
another("shop/review", product=_PRODUCT)
instead("shop/review", score=following("score", "1", "2", "3", "4", "5"))
instead("shop/review", title="Something else")
instead("shop/review", text="Something else.")
another("shop/add-address", first="Nobody", last="Else")
instead("shop/add-address", street="Somewhere else")
instead("shop/add-address", town="Somewhere else")
instead("shop/add-address", postcode="SW1A 1AA")
instead("shop/change-name", first="Somebody")
instead("shop/change-name", last="Else")
instead("shop/compare-prices", which=following("which", "cheapest", "most expensive"))
another("shop/compare-prices", category=_but("category", "Garden", "Kitchen"))
instead("shop/price-of", product=_but("product", _PRODUCT))

# -- the tracker ----------------------------------------------------------------------------------------------

for _id in ("comment", "rename", "add-keyword", "add-watcher", "mark-duplicate", "attach"):
    another(f"tracker/{_id}", title=_but("title", _ISSUE, "Add a dark theme"))
#: Issues of which one at least has another value than is asked for.
_OTHERS = {
    "status": {"Two-step login for managers": "deferred", "Session ends while typing": "in-progress"},
    "priority": {"Two-step login for managers": "feature", "Login takes half a minute": "critical"},
}
for _name, _known in _OTHERS.items():
    another(f"tracker/set-{_name}", title=_unlike(_name, _known))
another("tracker/assign", title="Remember the last search")
another("tracker/create", title="Another issue")
instead("tracker/create", priority=following("priority", "bug", "wish", "urgent", "feature", "critical"))
another("tracker/new-keyword", keyword="other")
instead("tracker/own-phone", phone="020 7946 0000")
instead("tracker/number-of", title=_but("title", _ISSUE, "Add a dark theme"))
instead("tracker/set-status", status=following("status", "resolved", "testing", "in-progress"))
instead("tracker/set-priority", priority=following("priority", "bug", "wish", "urgent", "feature", "critical"))
instead("tracker/assign", person=following("person", "anna", "boris", "chen", "dora"))
instead("tracker/comment", text="Something else")
instead("tracker/rename", new="Something else")
instead("tracker/add-keyword", keyword=following("keyword", "speed", "mobile", "accounts"))
instead("tracker/add-watcher", person="dora")
instead("tracker/mark-duplicate", other=_but("other", _ISSUE))
