"""What the pages of the map look like."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.sites.address import query_url
from omnigym.devices.sim.sites.kit import heading, labelled, link, masthead, paragraph
from omnigym.devices.sim.sites.town import LISTS, MODES, PLACES, SHAPE, Place, place, route, steps
from omnigym.devices.sim.sites.town_picture import map_picture
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, stack, wrapped
from omnigym.devices.sim.ui.photo import Part, photo
from omnigym.devices.sim.ui.widgets import button, combo, icon, separator, spacer, text, toggle

__all__ = ["SIDE", "WIDE", "beside", "details", "directions", "head", "place_list"]

#: From this width on the map is beside what is said, which is so wide.
WIDE, SIDE = 620, 300
_TALLEST = 680
_ZOOMS = (1.0, 1.6, 2.4)
_NAMES = tuple([p.name for p in PLACES])


def head(search: str, w: int) -> Node:
    """The top of every page."""
    wide = w >= WIDE
    return masthead(
        "Maps",
        "site-map",
        "green",
        search,
        "Search Maps",
        link(
            "page.directions",
            "Directions" if wide else "",
            "/directions",
            style="site_tool",
            image="directions",
            name="Directions",
        ),
        link("page.saved", "Saved" if wide else "", "/saved", style="site_tool", image="star", name="Saved"),
        w=w,
    )


def _part(zoom: float, centre: tuple[float, float], w: int, h: int) -> Part:
    """What of the map is shown in ``w`` x ``h``."""
    share_w, share_h = min(1.0, 1 / zoom), min(1.0, h / w / SHAPE / zoom)
    x = min(max(0.0, centre[0] - share_w / 2), 1 - share_w)
    y = min(max(0.0, centre[1] - share_h / 2), 1 - share_h)
    return x, y, x + share_w, y + share_h


def _pin(shown: Place, part: Part, w: int, h: int, chosen: bool) -> Node | None:
    size = 34 if chosen else 24
    x = round((shown.x - part[0]) / (part[2] - part[0]) * w) - size // 2
    y = round((shown.y - part[1]) / (part[3] - part[1]) * h) - size
    if not (0 <= x <= w - size and 0 <= y <= h - size):
        return None
    pin = link(
        f"page.pin.{shown.id}", "", f"/place/{shown.id}", style="pin", image="map-pin", name=shown.name, w=size, h=size
    )
    label = text(shown.name, style="strong", role=None) if chosen else None
    return row(pin, label, pad=(x, y, 0, 0), gap=2, w=w, h=y + size, align="end" if chosen else "center")


def _map(places: tuple[str, ...], chosen: str, zoom: int, w: int, h: int) -> Node:
    at = place(chosen)
    part = _part(_ZOOMS[zoom], (at.x, at.y) if at is not None else (0.48, 0.45), w, h)
    pins = [_pin(p, part, w, h, p.id == chosen) for p in PLACES if p.id in places]
    zooms = column(
        button(
            "page.zoom_in",
            icon="zoom-in",
            name="Zoom in",
            style="map_zoom",
            disabled=zoom == len(_ZOOMS) - 1,
            click=("input", "zoom", str(zoom + 1)),
            w=36,
            h=34,
        ),
        button(
            "page.zoom_out",
            icon="zoom-out",
            name="Zoom out",
            style="map_zoom",
            disabled=zoom == 0,
            click=("input", "zoom", str(zoom - 1)),
            w=36,
            h=34,
        ),
        w=36,
        gap=4,
    )
    return stack(
        photo(map_picture(), w=w, h=h, part=part, name="Map of Lakeside", key="page.map"),
        *pins,
        row(zooms, pad=(w - 48, h - 84, 0, 0), w=w, h=h - 8, align="start"),
        w=w,
        h=h,
    )


def _result(shown: Place) -> Node:
    return column(
        link(f"page.place.{shown.id}", shown.name, f"/place/{shown.id}", style="link_large"),
        text(f"{shown.kind} · {shown.stars / 10:.1f} stars", style="muted"),
        text(shown.street, style="muted"),
        pad=(0, 6),
        gap=1,
    )


def place_list(title: str, places: tuple[Place, ...]) -> Node:
    """A list of places."""
    return column(
        heading(title, "title"),
        *[memo(_result, p, w=FILL) for p in places],
        paragraph("There is nothing here.", "muted") if not places else None,
        pad=(16, 14),
        gap=4,
    )


def details(shown: Place, saved: str, saving: bool) -> Node:
    """All about a place; with ``saving`` the lists are open, in one of which it may be."""
    facts = (("location", shown.street + ", Lakeside"), ("clock", shown.hours), ("call", shown.phone))
    choices = column(
        *[
            toggle(
                f"page.list.{n}",
                name,
                icon="star",
                style="list",
                checked=name == saved,
                w=FILL,
                click=("page", "save", shown.id, "" if name == saved else name),
            )
            for n, name in enumerate(LISTS)
        ],
        style="card",
        pad=4,
        role=Role.GROUP,
        name="Save in your lists",
    )
    return column(
        heading(shown.name, "title"),
        text(f"{shown.kind} · {shown.stars / 10:.1f} stars", style="muted"),
        wrapped(
            button(
                "page.save",
                f"Saved: {saved}" if saved else "Save",
                icon="star",
                style="accent" if saved else "",
                click=("input", "saving", "" if saving else "1"),
            ),
            link(
                "page.directions_to", "Directions", query_url("/directions", to=shown.id), style="", image="directions"
            ),
            gap=8,
        ),
        choices if saving else None,
        separator(),
        *[row(icon(image, style="muted"), text(said, w=FILL), gap=10) for image, said in facts],
        button("page.copy", "Copy address", icon="copy", click=("page", "copy", shown.id)),
        pad=(16, 14),
        gap=10,
    )


def directions(start: Place, end: Place, mode: str) -> Node:
    """The way from a place to another one."""
    metres, minutes = route(start, end, mode)
    modes = [
        toggle(
            f"page.mode.{name.casefold()}",
            name,
            icon=image,
            style="chip",
            checked=name == mode,
            click=("page", "route", start.id, end.id, name),
        )
        for name, (_, image) in MODES.items()
    ]
    back = ("page", "route", end.id, start.id, mode)
    swap = button("page.swap", icon="arrow-swap", name="Reverse", style="tool", click=back)
    return column(
        row(heading("Directions", "title"), spacer(), swap),
        row(*modes, gap=6),
        labelled("From", combo("page.from", start.name, _NAMES, name="From", w=FILL, change=("page", "from"))),
        labelled("To", combo("page.to", end.name, _NAMES, name="To", w=FILL, change=("page", "to"))),
        separator(),
        text(f"{minutes} min ({metres / 1000:.1f} km)", style="heading", key="page.result"),
        *[text(said, style="muted", w=FILL, wrap=True) for said in steps(start, end)],
        button(
            "page.save_route",
            "Download directions",
            icon="download",
            click=("page", "save_route", start.id, end.id, mode),
        ),
        pad=(16, 14),
        gap=10,
    )


def beside(side: Element, places: tuple[str, ...], chosen: str, zoom: str, w: int) -> Element:
    """What is said of places, beside or above the map that shows them."""
    level = int(zoom) if zoom.isdecimal() and int(zoom) < len(_ZOOMS) else 0
    if w < WIDE:
        return column(side, panel(_map, places, chosen, level, w, round(w * SHAPE), w=w))
    width = w - SIDE
    height = min(_TALLEST, round(width * SHAPE))
    return row(side, panel(_map, places, chosen, level, width, height, w=width), align="start")
