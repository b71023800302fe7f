"""Sites that Microsoft Store installs as apps: a site in a window of its own, without tabs and address.

They are their sites and no more. What shows the records of a site in its own way, as Wikipedia and Maps do, is an app.
"""

from __future__ import annotations

from omnigym.sim.app import App, Context
from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.program import Program
from omnigym.sim.sites.browsing import can_step
from omnigym.sim.sites.content import page_content
from omnigym.sim.sites.navigation import Result
from omnigym.sim.sites.window import Window, tab
from omnigym.sim.style.colour import Colour
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import separator, spacer, text
from omnigym.sim.windows.apps.browser.app import BROWSER, EDGE, ui


def _bar(title: str, back: bool) -> Node:
    steps = (
        ui.tool("back", "back", "Back", "nav", disabled=not back, click=("step", -1)),
        ui.tool("refresh", "refresh", "Refresh", "nav"),
    )
    return row(*steps, spacer(), text(title, style="caption"), spacer(), spacer(64), h=36, pad=(8, 0), gap=4)


def _view(window: Window, ctx: Context) -> Node:
    here = tab(window)
    shown = page_content(window, EDGE.page(window, ctx))
    return column(panel(_bar, here.title, can_step(here, -1)), separator(), shown, h=FILL)


def _sign(letter: str, top: Colour, bottom: Colour) -> Drawing:
    def draw(p: Pen) -> None:
        p.box(0.06, 0.06, 0.88, 0.88, 0.22, top, bottom)
        p.letter(letter, 0.5, 0.5, 0.5, 0xFFFFFF)

    return draw


def _web_app(title: str, host: str, category: str, top: Colour, bottom: Colour) -> App:
    name = title.lower().replace(" ", "_")

    def init(_args: object, ctx: Context) -> Result:
        return EDGE.to_typed(Window(), ctx, f"https://{host}")

    return BROWSER._replace(
        name=name,
        title=title,
        icon=name,
        art={name: _sign(title[0], top, bottom)},
        program=Program(category=category, package=title, fetched=True),
        initial=None,
        init=init,
        view=_view,
        caption=lambda _window: title,
        keys=(("alt+left", ("step", -1)), ("f5", ("refresh",))),
        size=(820, 560),
        focus="",
        single=True,
        over_title=False,
    )


APPS = (
    _web_app("Northwind Store", "shop.northwind.com", "Lifestyle", 0x2FA36B, 0x14704A),
    _web_app("Adatum Forum", "forum.adatum.com", "Social Communication", 0xE2833A, 0xB4541A),
    _web_app("Contoso Wiki", "wiki.contoso.com", "Web Browsing", 0x6B7480, 0x3C444E),
    _web_app("Fabrikam Maps", "maps.fabrikam.com", "Lifestyle", 0x3D8BE0, 0x1E5CAA),
)
