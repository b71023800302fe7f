"""The pages of the shop where one pays: basket, checkout, orders, wish list; and where one writes a review."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.sites._shop_data import DELIVERIES, Line, Order, Shop, items_of
from omnigym.devices.sim.sites._shop_goods import Product, money, product
from omnigym.devices.sim.sites.kit import card, centred, day_text, entry, heading, labelled, link, note, paragraph
from omnigym.devices.sim.sites.site import Visit
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, wrapped
from omnigym.devices.sim.ui.widgets import button, combo, icon, radio, separator, spacer, text

__all__ = ["basket_page", "checkout_page", "order_page", "orders_page", "review_head", "wishes_page"]

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


def _order(order: Order, fresh: bool, w: int) -> Node:
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
    return panel(_order, order, visit.address.argument("new") == "1", visit.w)


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
