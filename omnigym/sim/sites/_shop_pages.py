"""The pages of the shop where one looks for something to buy."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.sites._shop_data import CATEGORIES, Product, Review, Shop, found, money
from omnigym.sim.sites.address import query_url
from omnigym.sim.sites.kit import centred, day_text, heading, link, masthead, paragraph
from omnigym.sim.sites.site import Visit
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Node, column, memo, panel, row, wrapped
from omnigym.sim.ui.widgets import button, combo, icon, separator, spacer, text

#: Orders of a list of products: what a person reads, and their name in an address.
SORTS = {"Featured": "", "Price: low to high": "price-low", "Price: high to low": "price-high", "Rating": "rating"}
#: The least width of a tile, the room between two and beside them, and the most that a list gets.
_TILE, _GAP, _SIDE, _MOST = 176, 12, 16, 1120
_WIDE = 620


def head(search: str, in_basket: int, w: int) -> Node:
    """The top of every page."""
    wide = w >= _WIDE
    return column(
        masthead(
            "Northwind",
            "site-shop",
            "teal",
            search,
            "Search Northwind",
            link("page.orders", "Orders" if wide else "", "/orders", style="site_tool", image="box", name="Orders"),
            link(
                "page.wishes",
                "Wish list" if wide else "",
                "/wishes",
                style="site_tool",
                image="heart",
                name="Wish list",
            ),
            link(
                "page.basket",
                f"Basket ({in_basket})" if wide else str(in_basket),
                "/basket",
                style="site_tool",
                image="cart",
                name=f"Basket, {count_of(in_basket, 'item')}",
            ),
            w=w,
        ),
        row(
            *[link(f"page.category.{c.lower()}", c, f"/category/{c.lower()}", style="subtle") for c in CATEGORIES],
            spacer(),
            style="commandbar",
            h=38,
            pad=(14, 3),
            gap=4,
            role=Role.TOOLBAR,
            name="Departments",
        ),
        separator(),
    )


def stars_row(tenths: int) -> Node:
    """Stars out of five."""
    full = (tenths + 5) // 10
    stars = [icon("shop-star" if n < full else "shop-star-empty", size=14) for n in range(5)]
    number = f"{tenths / 10:.1f}"
    return row(*stars, text(number, style="caption", name=f"{number} out of 5 stars"), w=AUTO, gap=1)


def _tile(product: Product, w: int) -> Node:
    return column(
        row(icon(f"goods-{product.id}", size=104), style="site_picture", h=124, justify="center"),
        link(f"page.product.{product.id}", product.name, f"/product/{product.id}"),
        stars_row(product.stars),
        text(money(product.cents), style="strong"),
        row(
            button(
                f"page.add.{product.id}",
                "Add to basket",
                style="",
                w=FILL,
                name=f"Add {product.name} to basket",
                click=("page", "add", product.id, 1),
            )
        ),
        style="card",
        w=w,
        pad=10,
        gap=6,
        key=f"page.tile.{product.id}",
        role=Role.GROUP,
        name=product.name,
    )


def _listing(title: str, query: str, category: str, sort: str, welcome: bool, w: int) -> Node:
    goods = found(query, category, sort)
    shown = next(name for name, order in SORTS.items() if order == sort)
    count = count_of(len(goods), "product")
    room = min(w, _MOST) - 2 * _SIDE
    columns = max(1, (room + _GAP) // (_TILE + _GAP))
    tile_w = (room + _GAP) // columns - _GAP
    tiles: Element = wrapped(*[memo(_tile, p, tile_w) for p in goods], gap=_GAP)
    if not goods:
        tiles = paragraph("We found nothing like that. Check the spelling, or look through the departments above.")
    inside = column(
        _banner(w >= _WIDE) if welcome else None,
        row(
            heading(title, "title"),
            text(count, style="muted", key="page.count") if w >= _WIDE else None,
            spacer(),
            combo(
                "page.sort", shown, tuple(SORTS), name="Sort by", w=170 if w >= _WIDE else 142, change=("page", "sort")
            ),
            gap=12,
        ),
        tiles,
        pad=(_SIDE, 14, _SIDE, 24),
        gap=12,
    )
    return centred(inside, w, _MOST)


def _banner(wide: bool) -> Node:
    shop = link("page.banner", "Shop outdoor", "/category/outdoor", style="")
    return row(
        icon("goods-two-person-tent", size=74),
        column(
            text("Spring is coming", style="site_title", role=Role.HEADING),
            text("Everything for the first night outside.", style="avatar") if wide else shop._replace(style="primary"),
            gap=4,
        ),
        shop if wide else None,
        style="site_green",
        h=96,
        pad=(20, 8),
        gap=20,
    )


def list_page(visit: Visit) -> tuple[str, Element]:
    """The title and the body of a page with many products."""
    address = visit.address
    query, sort = address.argument("q"), address.argument("sort")
    category = next((c for c in CATEGORIES if address.parts[1:2] == (c.casefold(),)), "")
    title = f"Results for “{query}”" if query else category or "Our favourites"
    known = sort if sort in SORTS.values() else ""
    return title, panel(_listing, title, query, category, known, not (query or category), visit.w)


def _detail(product: Product, wished: bool, quantity: str, reviews: tuple[Review, ...], w: int) -> Node:
    facts = column(
        heading(product.name, "page_title"),
        row(
            text("by", style="muted"),
            link("page.maker", product.maker, query_url("/search", q=product.maker)),
            w=AUTO,
            gap=2,
        ),
        stars_row(product.stars),
        text(money(product.cents), style="title", key="page.price"),
        text("In stock. Delivered in 2 to 4 days.", style="muted"),
        row(
            text("Quantity", role=None),
            combo(
                "page.quantity",
                quantity,
                tuple([str(n) for n in range(1, 10)]),
                name="Quantity",
                w=64,
                change=("input", "quantity"),
            ),
            gap=10,
        ),
        wrapped(
            button("page.add", "Add to basket", icon="cart", style="accent", click=("page", "add", product.id, 0)),
            button(
                "page.wish",
                "Remove from wish list" if wished else "Add to wish list",
                icon="heart",
                click=("page", "wish", product.id),
            ),
            gap=8,
        ),
        gap=9,
    )
    side = 250 if w >= _WIDE else 170
    drawn = icon(f"goods-{product.id}", size=round(side * 0.8))
    picture = row(drawn, style="site_picture", w=side, h=side, justify="center")
    inside = column(
        row(picture, facts, gap=24, align="start"),
        separator(),
        heading("About this product"),
        paragraph(product.about),
        separator(),
        row(
            heading("Reviews"),
            spacer(),
            link("page.review", "Write a review", f"/review/{product.id}", style="", image="edit"),
        ),
        *[memo(_said, r, w=FILL) for r in reviews],
        paragraph("Nobody has reviewed this product yet.", "muted") if not reviews else None,
        pad=(16, 18, 16, 24),
        gap=12,
    )
    return centred(inside, w)


def _said(review: Review) -> Node:
    return column(
        row(
            text(review.author, style="strong"),
            stars_row(10 * review.stars),
            spacer(),
            text(day_text(review.date), style="caption"),
            gap=12,
        ),
        paragraph(review.text),
        style="card",
        pad=12,
        gap=6,
        role=Role.GROUP,
        name=f"Review by {review.author}",
    )


def product_page(visit: Visit, shop: Shop, product: Product) -> Element:
    """The body of the page of a product."""
    reviews = tuple([r for r in shop.reviews if r.product == product.id])
    return panel(_detail, product, product.id in shop.wishes, visit.typed("quantity", "1"), reviews, visit.w)
