"""What Microsoft Store looks like: a rail, tiles of products, the page of one, the library with its downloads."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, wrapped
from omnigym.sim.ui.widgets import button, field, icon, progress, scroll, spacer, text
from omnigym.sim.windows.apps.store.state import LIST, PRODUCT, QUEUE, Product, State, offered, product_of
from omnigym.sim.windows.packages import PACKAGES, icon_of

_RAIL = (("home", "Home", "home"), ("wishes", "Wish list", "heart"), ("library", "Library", "library"))
_RAIL_W, _TILE_W = 76, 198


def _stars(name: str) -> str:
    package = PACKAGES[name]
    return f"{package.stars} ★  {package.category}"


def _tile(name: str, says: str) -> Node:
    return column(
        row(icon(icon_of(name), size=44), spacer(), text(says, style="caption", role=None), align="start"),
        text(name, style="strong", w=FILL, role=None),
        text(_stars(name), style="store_stars", w=FILL, role=None),
        style="store_tile",
        key=f"store.tile.{name}",
        role=Role.LIST_ITEM,
        name=name,
        w=_TILE_W,
        h=116,
        pad=12,
        gap=5,
        click=("go", "product", name),
    )


def _tiles(title: str, products: tuple[Product, ...], none: str) -> Node:
    tiles = [_tile(p.name, "Installed" if p.installed else "Free") for p in products]
    body = wrapped(*tiles, gap=10, role=Role.LIST, name=title) if tiles else text(none, style="muted")
    return column(text(title, style="heading", role=Role.HEADING), body, gap=10)


def _hero(name: str) -> Node:
    package = PACKAGES[name]
    says = column(text(name, style="store_hero"), text(package.about, style="store_hero_note"), gap=4)
    key = f"store.hero.{name}"
    return row(
        says,
        icon(icon_of(name), size=72),
        style="store_hero",
        key=key,
        role=Role.BUTTON,
        name=f"Featured: {name}",
        h=112,
        pad=(24, 0),
        click=("go", "product", name),
    )


def _running(product: Product, now: int) -> Node:
    """The download of a product, or that it waits."""
    job = product.job
    assert job is not None
    share = job.share(now)
    says = f"Downloading {share:.0%}" if job.started_ms else "Pending"
    cancel = button(
        f"store.cancel.{product.name}",
        icon="close",
        name=f"Cancel {product.name}",
        style="nav",
        click=("cancel", job.id),
    )
    return row(
        column(text(says, style="caption"), progress(share, name=f"Download of {product.name}"), gap=4, w=220),
        cancel,
        gap=8,
    )


def _product(product: Product, now: int) -> Node:
    package = PACKAGES[product.name]
    head = row(
        icon(icon_of(product.name), size=96),
        column(
            text(product.name, style="store_name", role=Role.HEADING),
            text(package.publisher, style="link"),
            text(f"{_stars(product.name)}  |  {package.size}  |  Version {product.version}", style="caption"),
            gap=5,
        ),
        gap=22,
    )
    stars = [
        button(
            f"store.rate.{n}",
            icon="star",
            name=count_of(n, "star"),
            style="store_star_given" if n <= product.stars else "store_star",
            disabled=not product.installed,
            click=("rate", product.name, n),
        )
        for n in range(1, 6)
    ]
    said = "Your rating" if product.installed else "Install it to rate it"
    return column(
        head,
        row(*PRODUCT.buttons(BAR, product), gap=8),
        _running(product, now) if product.job is not None else None,
        column(text("Description", style="heading", role=Role.HEADING), text(package.about), gap=6),
        column(text(said, style="heading", role=Role.HEADING), row(*stars, gap=4), gap=6),
        gap=18,
    )


def _line(product: Product, now: int) -> Node:
    says = f"Version {product.version}{'  |  Update available' * product.old}"
    update = button(
        f"store.update.{product.name}", "Update", name=f"Update {product.name}", click=("update", product.name)
    )
    more = _running(product, now) if product.job is not None else update if product.old else None
    return row(
        icon(icon_of(product.name), size=36),
        column(text(product.name, w=FILL, role=None), text(says, style="caption", w=FILL, role=None), gap=2),
        more,
        style="store_tile",
        key=f"store.line.{product.name}",
        role=Role.LIST_ITEM,
        name=product.name,
        h=60,
        pad=(14, 0),
        gap=14,
        click=("go", "product", product.name),
    )


def _library(products: tuple[Product, ...], now: int) -> Node:
    shown = [p for p in products if p.installed or p.job is not None]
    some = any(p.old and p.job is None for p in shown)
    every = button("store.update_all", "Update all", style="primary", disabled=not some, click=("update_all",))
    lines = [memo(_line, p, now if p.job is not None else 0, w=FILL) for p in shown]
    head = row(text("Library", style="title", role=Role.HEADING), spacer(), every, h=44)
    return column(head, column(*lines, gap=6, role=Role.LIST, name="Library"), gap=10)


def _body(state: State, ctx: Context) -> Element:
    products = tuple([product_of(name, ctx.vfs, ctx.settings) for name in offered()])
    wanted, now = state.query.strip().casefold(), state.now_ms
    if wanted:
        found = tuple([p for p in products if wanted in f"{p.name} {PACKAGES[p.name].category}".casefold()])
        return panel(_tiles, "Apps", found, f"No results for '{state.query.strip()}'")
    if state.page == "product" and state.product in offered():
        return panel(_product, product_of(state.product, ctx.vfs, ctx.settings), now)
    if state.page == "library":
        return panel(_library, products, now)
    if state.page == "wishes":
        return panel(_tiles, "Wish list", tuple([p for p in products if p.wished]), "Your wish list is empty")
    new = next((p.name for p in products if not p.installed), products[0].name)
    return column(panel(_hero, new), panel(_tiles, "Top free apps", products, ""), gap=18)


def _rail(page: str, busy: bool) -> Node:
    buttons = [
        button(
            f"store.rail.{key}",
            label,
            icon=image,
            style="store_rail_chosen" if key == page else "store_rail",
            click=("go", key),
        )
        for key, label, image in _RAIL
    ]
    says = text("Busy", style="caption") if busy else None
    return column(*buttons[:2], spacer(h=FILL), says, buttons[2], h=FILL, pad=6, gap=6, role=Role.LIST, name="Sections")


def _top(can_go_back: bool, query: str) -> Node:
    search = field(
        "store.search",
        query,
        name="Search apps",
        placeholder="Search apps",
        style="find",
        search=True,
        icon="search",
        w=340,
        change=("query",),
        cancel=("query", ""),
    )
    back = button("store.back", icon="back", name="Back", style="nav", disabled=not can_go_back, click=("back",))
    return row(back, spacer(), search, spacer(), h=50, pad=(12, 0))


def view(state: State, ctx: Context) -> Node:
    """The window."""
    busy = bool(QUEUE.jobs(ctx.vfs))
    body = scroll(LIST, column(_body(state, ctx), pad=(20, 6, 20, 20)), name="Page")
    return column(
        panel(_top, bool(state.back), state.query),
        row(panel(_rail, state.page, busy, w=_RAIL_W, h=FILL), body, h=FILL, align="stretch"),
        style="store",
        h=FILL,
    )
