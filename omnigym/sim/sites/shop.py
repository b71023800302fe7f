"""The shop, Northwind: departments, search, basket, checkout, orders with invoices, a wish list and reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.a11y import Role
from omnigym.sim.sites._shop_data import (
    DELIVERIES,
    GOODS,
    HOST,
    SHOP_TABLES,
    Line,
    Order,
    Product,
    Review,
    Shop,
    cancelled,
    invoice,
    items_of,
    load,
    money,
    placed,
    product,
    rated,
    set_line,
    wished,
)
from omnigym.sim.sites._shop_pages import SORTS, head, list_page, product_page
from omnigym.sim.sites.address import query_url
from omnigym.sim.sites.kit import (
    card,
    centred,
    day_text,
    entry,
    heading,
    iso_day,
    labelled,
    link,
    not_found,
    note,
    paragraph,
)
from omnigym.sim.sites.site import Ask, Download, Editor, Outcome, Page, Site, Visit
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, memo, panel, row, wrapped
from omnigym.sim.ui.widgets import button, combo, icon, radio, separator, spacer, text
from omnigym.sim.vfs import Vfs

# -- shop desk --------------------------------------------------------------------------------------------------------

# The pages of the shop where one pays: basket, checkout, orders, wish list; and where one writes a review.

_PAD = (16, 16, 16, 24)
_QUANTITIES = tuple([str(n) for n in range(1, 10)])


def _row(known: Product, *actions: Element) -> Node:
    return row(
        row(icon(f"goods-{known.id}", size=48), style="site_picture", w=60, h=60, justify="center"),
        column(
            link(f"page.product.{known.id}", known.name, f"/product/{known.id}"),
            text(money(known.cents), style="muted"),
            gap=2,
        ),
        *actions,
        style="card",
        pad=(10, 8),
        gap=14,
        key=f"page.line.{known.id}",
        role=Role.GROUP,
        name=known.name,
    )


def _basket_line(line: Line) -> Node:
    known = product(line.product)
    if known is None:
        return row()
    return _row(
        known,
        combo(
            f"page.quantity.{known.id}",
            str(line.quantity),
            _QUANTITIES,
            name=f"Quantity of {known.name}",
            w=64,
            change=("page", "quantity", known.id),
        ),
        text(money(known.cents * line.quantity), style="strong", w=76),
        button(
            f"page.remove.{known.id}",
            icon="delete",
            name=f"Remove {known.name}",
            style="tool",
            click=("page", "quantity", known.id, "0"),
        ),
    )


def _basket(shop: Shop, w: int) -> Node:
    full = bool(shop.basket)
    inside = column(
        heading("Your basket", "title"),
        *[memo(_basket_line, line, w=FILL) for line in shop.basket],
        None if full else paragraph("Your basket is empty."),
        row(
            text(f"Total: {money(shop.cents)}", style="heading", key="page.total"),
            spacer(),
            link("page.checkout", "Proceed to checkout", "/checkout", style="accent"),
        )
        if full
        else link("page.shop", "Continue shopping", "/"),
        pad=_PAD,
        gap=10,
    )
    return centred(inside, w, 720)


def basket_page(visit: Visit, shop: Shop) -> Element:
    """What is going to be ordered."""
    return panel(_basket, shop._replace(orders=(), reviews=()), visit.w)


def _checkout(cents: int, to: tuple[str, str, str], delivery: str, problem: str, w: int) -> Node:
    total = cents + DELIVERIES[delivery]
    address = card(
        heading("Delivery address"),
        row(
            labelled("Full name", entry("name", to[0], "Full name")),
            labelled("Street and number", entry("street", to[1], "Street and number")),
            gap=12,
        ),
        labelled("City", entry("city", to[2], "City", submit=("page", "order"))),
    )
    choices = card(
        heading("Delivery"),
        *[
            radio(
                f"page.delivery.{name.split()[0].casefold()}",
                f"{name} ({money(cost) if cost else 'free'})",
                checked=name == delivery,
                click=("input", "delivery", name),
            )
            for name, cost in DELIVERIES.items()
        ],
        gap=2,
    )
    inside = column(
        row(
            heading("Checkout", "title"),
            spacer(),
            text(f"Total: {money(total)}", style="heading", key="page.total"),
            button("page.order", "Place order", style="accent", click=("page", "order")),
            gap=16,
        ),
        text(problem, style="error", key="page.problem", role=Role.ALERT) if problem else None,
        address,
        choices,
        pad=_PAD,
        gap=12,
    )
    return centred(inside, w, 720)


def checkout_page(visit: Visit, shop: Shop) -> Element:
    """Where it shall go, and how."""
    to = (visit.typed("name"), visit.typed("street"), visit.typed("city"))
    return panel(_checkout, shop.cents, to, visit.typed("delivery", "Standard"), visit.typed("problem"), visit.w)


def _order_page(order: Order, fresh: bool, w: int) -> Node:
    inside = column(
        note("Thank you! Your order has been placed.", "page.thanks") if fresh else None,
        row(heading(f"Order {order.number}", "title"), text(order.status, style="muted", key="page.status"), gap=12),
        wrapped(
            button("page.invoice", "Download invoice", icon="download", click=("page", "invoice", order.number)),
            button(
                "page.cancel",
                "Cancel order",
                disabled=order.status != "Preparing",
                click=("page", "cancel", order.number),
            ),
            gap=8,
        ),
        text(f"Placed on {day_text(order.date)}", style="muted"),
        *[_row(p, text(f"{n} x", w=40), text(money(p.cents * n), style="strong", w=76)) for p, n in items_of(order)],
        separator(),
        text(", ".join([part for part in (order.name, order.street, order.city) if part]), key="page.address"),
        text(f"Delivery: {order.delivery}", key="page.delivery"),
        text(f"Total: {money(order.total)}", style="heading", key="page.total"),
        pad=_PAD,
        gap=10,
    )
    return centred(inside, w, 720)


def order_page(visit: Visit, order: Order) -> Element:
    """One order."""
    return panel(_order_page, order, visit.address.argument("new") == "1", visit.w)


def _orders(orders: tuple[Order, ...], w: int) -> Node:
    lines = [
        row(
            icon("box", style="muted"),
            link(f"page.order.{o.number}", f"Order {o.number}", f"/order/{o.number}"),
            text(day_text(o.date), style="muted"),
            spacer(),
            text(o.status),
            text(money(o.total), style="strong", w=76),
            style="card",
            pad=(14, 10),
            gap=14,
        )
        for o in sorted(orders, key=lambda o: o.number, reverse=True)
    ]
    empty = None if lines else paragraph("You have not ordered anything yet.")
    return centred(column(heading("Your orders", "title"), *lines, empty, pad=_PAD, gap=10), w, 720)


def orders_page(visit: Visit, shop: Shop) -> Element:
    """All orders, the latest first."""
    return panel(_orders, shop.orders, visit.w)


def _wishes(wishes: tuple[str, ...], w: int) -> Node:
    goods = [known for wish in wishes if (known := product(wish))]
    lines = [
        _row(
            p,
            button(f"page.add.{p.id}", "Add to basket", name=f"Add {p.name} to basket", click=("page", "add", p.id, 1)),
            button(
                f"page.remove.{p.id}",
                icon="delete",
                name=f"Remove {p.name}",
                style="tool",
                click=("page", "wish", p.id),
            ),
        )
        for p in goods
    ]
    empty = None if lines else paragraph("Your wish list is empty.")
    return centred(column(heading("Your wish list", "title"), *lines, empty, pad=_PAD, gap=10), w, 720)


def wishes_page(visit: Visit, shop: Shop) -> Element:
    """What somebody would like to have."""
    return panel(_wishes, shop.wishes, visit.w)


def _review(known: Product, stars: str, problem: str, w: int) -> Node:
    inside = column(
        row(icon(f"goods-{known.id}", size=64), heading(f"Review of {known.name}", "title"), gap=14),
        row(
            text("Your rating"),
            combo("page.stars", stars, ("5", "4", "3", "2", "1"), name="Stars", w=70, change=("input", "stars")),
            text("stars"),
            gap=10,
        ),
        text(problem, style="error", role=Role.ALERT) if problem else None,
        text("Your review", style="caption", role=None),
        pad=(16, 16, 16, 4),
        gap=12,
    )
    return centred(inside, w, 720)


def review_head(visit: Visit, known: Product) -> Element:
    """What is above the text of a review."""
    return panel(_review, known, visit.typed("stars", "5"), visit.typed("problem"), visit.w)


# -- shop -------------------------------------------------------------------------------------------------------------

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
