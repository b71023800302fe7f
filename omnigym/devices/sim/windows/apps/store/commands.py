"""What can be done with a product of Microsoft Store."""

from __future__ import annotations

from typing import TypeAlias

from omnigym.devices.sim.app import Context, Effect, Launch, OpenDialog, SetFiles
from omnigym.devices.sim.commands import Command, Commands, Question, Records
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.tables.table import next_id
from omnigym.devices.sim.windows.apps.store.records import QUEUE, WISHES, Wish, offered, seconds_of
from omnigym.devices.sim.windows.apps.store.state import Product, State, product_of
from omnigym.devices.sim.windows.packages import program_of, uninstalling

__all__ = ["PRODUCT", "Result"]

Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def _of(state: State, ctx: Context, *named: str) -> Product | None:
    name = named[0] if named else state.product
    return product_of(name, ctx.vfs, ctx.settings) if name in offered() else None


def _get(state: State, ctx: Context, product: Product) -> Result:
    return QUEUE.added(state, ctx, ("install", product.name, seconds_of(product.name)))


def _update(state: State, ctx: Context, product: Product) -> Result:
    return QUEUE.added(state, ctx, ("update", product.name, seconds_of(product.name)))


def _uninstall(state: State, ctx: Context, product: Product) -> Result:
    return state, uninstalling(product.name, ctx.settings)


def _wish(state: State, ctx: Context, product: Product) -> Result:
    rows = WISHES.rows(ctx.vfs)
    others = tuple([row for row in rows if row.name != product.name])
    after = others if product.wished else (*rows, Wish(next_id(rows), product.name))
    return state, (SetFiles(WISHES.written(ctx.vfs, after, ctx.clock_ms)),)


def _sure(product: Product) -> Question:
    text = f"{product.name} and its related info will be uninstalled."
    return Question(
        OpenDialog("message_box", MessageBox("Uninstall app?", text, ("Uninstall", "Cancel"), "Cancel", "warning")),
        "Uninstall",
    )


PRODUCT = Commands(
    "store",
    Command("get", "Get", run=_get, enabled=lambda p: not p.installed and p.job is None),
    Command("launch", "Open", run=lambda s, _, p: (s, (Launch(program_of(p.name)),)), enabled=lambda p: p.installed),
    Command("update", "Update", run=_update, enabled=lambda p: p.old and p.job is None),
    Command("uninstall", "Uninstall", run=_uninstall, icon="delete", enabled=lambda p: p.installed, ask=_sure),
    Command("wish", lambda p: "Remove from wish list" if p.wished else "Add to wish list", run=_wish, icon="heart"),
    records=Records(_of, lambda state, *_: (state, ())),
)
