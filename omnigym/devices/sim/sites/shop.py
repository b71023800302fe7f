"""The shop, Northwind: departments, search, basket, checkout, orders with invoices, a wish list and reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.sites._shop_data import (
    SHOP_TABLES,
    Review,
    Shop,
    cancelled,
    invoice,
    load,
    placed,
    rated,
    set_line,
    wished,
)
from omnigym.devices.sim.sites._shop_desk import (
    basket_page,
    checkout_page,
    order_page,
    orders_page,
    review_head,
    wishes_page,
)
from omnigym.devices.sim.sites._shop_goods import GOODS, HOST, product
from omnigym.devices.sim.sites._shop_pages import SORTS, head, list_page, product_page
from omnigym.devices.sim.sites.address import query_url
from omnigym.devices.sim.sites.kit import iso_day
from omnigym.devices.sim.sites.missing import not_found
from omnigym.devices.sim.sites.site import Ask, Download, Editor, Outcome, Page, Site, Visit
from omnigym.devices.sim.ui.nodes import FILL, Element, Msg, panel, row
from omnigym.devices.sim.ui.widgets import button, spacer
from omnigym.devices.sim.vfs import Vfs

__all__ = ["SITES"]

_TITLE = "Northwind Store"
_MOST = 99


# -- pages ----------------------------------------------------------------------------------------------------


def _page(visit: Visit, shop: Shop) -> Page:
    top = panel(head, visit.typed("search", visit.address.argument("q")), sum([n for _, n in shop.basket]), visit.w)
    kind, name = (*visit.address.parts, "", "")[:2]
    if kind in ("", "search", "category"):
        title, body = list_page(visit)
        return Page(title if kind else _TITLE, body, top)
    known = product(name)
    if kind == "product" and known is not None:
        return Page(known.name, product_page(visit, shop, known), top)
    if kind == "review" and known is not None:
        editor = Editor("Your review", h=FILL)
        return Page(f"Review of {known.name}", review_head(visit, known), top, editor, _review_foot(known.id))
    order = next((o for o in shop.orders if o.number == name), None)
    if kind == "order" and order is not None:
        return Page(f"Order {order.number}", order_page(visit, order), top)
    made = _PLAIN.get(kind)
    return Page(made[0], made[1](visit, shop), top, focus=made[2]) if made is not None else not_found(_TITLE, top)


#: Pages that have no name in their address: their title, their body, what has the keyboard.
_PLAIN: Mapping[str, tuple[str, Callable[[Visit, Shop], Element], str]] = {
    "basket": ("Your basket", basket_page, ""),
    "checkout": ("Checkout", checkout_page, "page.name"),
    "orders": ("Your orders", orders_page, ""),
    "wishes": ("Your wish list", wishes_page, ""),
}


def _review_foot(product_id: str) -> Element:
    return row(
        spacer(),
        button("page.publish", "Publish review", style="accent", click=("page", "publish", product_id)),
        style="content",
        pad=(16, 10),
        h=54,
    )


# -- what the controls do -------------------------------------------------------------------------------------


def _search(ask: Ask, typed: str) -> Outcome:
    return Outcome(go=query_url("/search", q=typed.strip()) if typed.strip() else "/")


def _sort(ask: Ask, choice: str) -> Outcome:
    address = ask.visit.address
    values = {"q": address.argument("q"), "sort": SORTS[choice]}
    kept = {name: value for name, value in values.items() if value}
    return Outcome(go=query_url(address.path, **kept) if kept else address.path)


def _add(ask: Ask, product_id: str, quantity: int) -> Outcome:
    count = quantity or int(ask.visit.typed("quantity", "1"))
    total = min(_MOST, ask.data.quantity(product_id) + count)
    vfs = set_line(ask.vfs, product_id, total, ask.now_ms)
    return Outcome(vfs, go="" if quantity else "/basket")


def _quantity(ask: Ask, product_id: str, typed: str) -> Outcome:
    return Outcome(set_line(ask.vfs, product_id, int(typed), ask.now_ms))


def _order(ask: Ask, *_: str) -> Outcome:
    visit = ask.visit
    to = (visit.typed("name").strip(), visit.typed("street").strip(), visit.typed("city").strip())
    if not all(to) or not ask.data.basket:
        problem = "Please fill in your name, street and city." if ask.data.basket else "Your basket is empty."
        return Outcome(form=(*[f for f in visit.form if f[0] != "problem"], ("problem", problem)))
    day = iso_day(ask.now_ms, visit.minutes)
    vfs, number = placed(ask.vfs, ask.data, to, visit.typed("delivery", "Standard"), day, ask.now_ms)
    return Outcome(vfs, go=f"/order/{number}?new=1")


def _of_order(ask: Ask, number: str, does: Callable[..., Outcome]) -> Outcome:
    order = next((o for o in ask.data.orders if o.number == number), None)
    return does(order) if order is not None else Outcome()


def _invoice(ask: Ask, number: str) -> Outcome:
    return _of_order(ask, number, lambda o: Outcome(download=Download(f"invoice {o.number}.txt", invoice(o))))


def _cancel(ask: Ask, number: str) -> Outcome:
    return _of_order(ask, number, lambda o: Outcome(cancelled(ask.vfs, o, ask.now_ms)))


def _publish(ask: Ask, product_id: str) -> Outcome:
    words = ask.text.strip()
    if not words:
        return Outcome(form=(*ask.visit.form, ("problem", "Write a few words first.")))
    stars, day = int(ask.visit.typed("stars", "5")), iso_day(ask.now_ms, ask.visit.minutes)
    review = Review(product_id, "Alex Morgan", stars, words, day)
    return Outcome(rated(ask.vfs, review, ask.now_ms), go=f"/product/{product_id}")


_HANDLERS: Mapping[str, Callable[..., Outcome]] = {
    "add": _add,
    "cancel": _cancel,
    "invoice": _invoice,
    "order": _order,
    "publish": _publish,
    "quantity": _quantity,
    "search": _search,
    "sort": _sort,
    "wish": lambda ask, product_id: Outcome(wished(ask.vfs, ask.data, product_id, ask.now_ms)),
}


def _update(ask: Ask, msg: Msg) -> Outcome:
    handler = _HANDLERS.get(msg[0])
    return handler(ask, *msg[1:]) if handler is not None else Outcome()


def _entries(_vfs: Vfs) -> tuple[tuple[str, str, str], ...]:
    return tuple([(f"{p.name} - {_TITLE}", f"https://{HOST}/product/{p.id}", p.about) for p in GOODS])


SITES = (
    Site(
        HOST,
        _TITLE,
        "site-shop",
        "Outdoor, kitchen, office and music, delivered in days.",
        load,
        _page,
        _update,
        _entries,
        SHOP_TABLES,
    ),
)
