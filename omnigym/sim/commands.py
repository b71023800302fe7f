"""Commands as data: one declaration makes the handler, the buttons, the menu lines, the shortcut and the keys.

The simple case is a change of a record, a function from record to record::

    TASK = Commands(
        "tasks",
        Command("star", "Add star", change=lambda t: t._replace(starred=True), icon="star", shortcut="ctrl+d"),
        Command("delete", "Delete", change=delete_record, icon="delete", places=(BAR, MENU)),
        records=rows_of(TASKS, lambda state: state.task),
        menu="menu",
    )
    APPS = (commanded(App(...), TASK),)

The view draws them with `Commands.buttons` and `Commands.items`, and oracles of tasks find them by their names. What is
no such case stays a handler in ``App.on``; both send and take the same messages, so an app mixes them as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Handler, OpenDialog, ShowMenu
from omnigym.sim.handlers import saved
from omnigym.sim.tables.table import Table
from omnigym.sim.ui.nodes import Msg, Node
from omnigym.sim.ui.widgets import SEPARATOR, MenuItem, button, separator

T = TypeVar("T", bound=tuple[object, ...])
_Result: TypeAlias = tuple[Any, tuple[Effect, ...]]

#: Places: a bar of buttons, whose keys are the plainest ("todo.delete"), and the context menu ("todo.menu.delete").
BAR, MENU = "", "menu"
#: Keys that menus call by a name: that of the plus sign is "=", without Shift.
_SIGNS = {"=": "Plus", "-": "Minus"}
#: In the place of a command: what stands before it is set off from what stands behind it.
LINE = None


class Question(NamedTuple):
    """The question before a command is done.

    Attributes:
        dialog: Asks it; its ``reply`` is filled in.
        yes: The dialog's value that means yes.
        text: Whether the answer is a text instead, which is the last argument of what the command does.
        blank: Whether a blank text is an answer, too; else it means no.
    """

    dialog: OpenDialog
    yes: Any = True
    text: bool = False
    blank: bool = False

    def taken(self, answer: object) -> tuple[str, ...] | None:
        """Return the arguments that an answer adds to the command; None if it means no."""
        if self.text:
            return (answer.strip(),) if isinstance(answer, str) and (self.blank or answer.strip()) else None
        return () if answer == self.yes else None


class Command(NamedTuple):
    """An action on a record or, if `Commands` has no records, on the window's state: its *target*.

    Attributes:
        name: Its message is ``(name,)``, or ``(name, ID)`` for a record that is not the chosen one; its keys end so.
        label: What a menu, a labelled button or a tooltip says; a function of the target where it depends on that.
        change: Gives the target as it is afterwards; None, for a record, takes it away. It and ``run`` get a text that
            was asked for as their last argument.
        run: In place of ``change``, for what asks for effects or needs the context: ``run(state, ctx, record)``, or
            without records a handler as those of `App.on`.
        icon: Name of its icon, or ""; or a function as ``label``.
        shortcut: Such as "ctrl+shift+s"; modifiers in the order of `App.keys`.
        places: Where it stands: `BAR`, `MENU`, or whatever else the view asks for.
        enabled: Gives what counts as true where it can be done; else it is grey and its messages do nothing. Without a
            target nothing can be done.
        checked: Whether its line in a menu is ticked.
        ask: What is asked before, or None.
        opens: In place of all that: the place whose commands are in the menu that it opens, or a function from the
            target to the lines of that menu.
        visible: Gives what counts as true where buttons and menus have it at all.
    """

    name: str
    label: str | Callable[[Any], str]
    change: Callable[..., Any] | None = None
    run: Handler | None = None
    icon: str | Callable[[Any], str] = ""
    shortcut: str = ""
    places: tuple[str, ...] = (BAR,)
    enabled: Callable[[Any], Any] | None = None
    checked: Callable[[Any], bool] | None = None
    ask: Callable[[Any], Question] | None = None
    opens: str | Callable[[Any], tuple[MenuItem, ...]] = ""
    visible: Callable[[Any], Any] | None = None

    def can(self, target: object) -> bool:
        """Return whether the command can be done to a target; nothing can be done to None."""
        return target is not None and (self.enabled is None or bool(self.enabled(target)))

    def look(self, target: object) -> tuple[str, str]:
        """Return the label and the icon of the command.

        One that has functions of the target is drawn only where there is one.
        """
        label, icon = self.label, self.icon
        return label if isinstance(label, str) else label(target), icon if isinstance(icon, str) else icon(target)

    @property
    def keys(self) -> str:
        """The shortcut in a menu: "Ctrl+Shift+S", "Ctrl+Plus"."""
        return "+".join([_SIGNS.get(part, part.capitalize()) for part in self.shortcut.split("+")])


class Records(NamedTuple):
    """The place of the records to which commands are applied.

    Attributes:
        get: ``get(state, ctx, *named)`` gives the record that a message names behind the command's name, or the chosen
            one where it names none; None where there is none (any more).
        set: ``set(state, ctx, record, after)`` gives what is with ``after`` in its place, or without it for None.
        where: By which arguments of `Tree.find` oracles find the record that has a ``{name}``.
    """

    get: Callable[..., Any]
    set: Callable[[Any, Context, Any, Any], _Result]
    where: Mapping[str, Any] = {"role": Role.LIST_ITEM, "name": "{name}"}


def rows_of(table: Table[T], chosen: Callable[[Any], Any]) -> Records:
    """Return the rows of a table with a field ``id``.

    Args:
        table: It.
        chosen: Gives the id of the chosen row in a state.
    """

    def get(state: object, ctx: Context, *named: object) -> T | None:
        wanted = named[0] if named else chosen(state)
        return next((row for row in table.rows(ctx.vfs) if row.id == wanted), None)  # type: ignore[attr-defined]

    def replace(state: object, ctx: Context, record: T, after: T | None) -> _Result:
        rows = [after if row == record else row for row in table.rows(ctx.vfs)]
        return state, () if after == record else (saved(table, ctx, rows),)

    return Records(get, replace)


def delete_record(_record: object) -> None:
    """The ``change`` that deletes a record."""


_STATE = Records(lambda state, _ctx, *_: state, lambda _state, _ctx, _old, after: (after, ()))


class Commands:
    """Commands on the same kind of target, in drawing order.

    Args:
        prefix: What the keys of their controls begin with, such as the app's name.
        commands: They, and `LINE`.
        records: Where their records are; None for commands that are done to the window's state.
        menu: The message that shows the context menu of a target: ``context=(menu, ID)``. "" for none.

    Attributes:
        on: Their handlers, for `App.on`.
        keys: Their shortcuts, for `App.keys`.
        locate: The keys of oracles, for `App.locate`: "delete" and "menu.delete" for the command's controls, "record"
            for a record.
    """

    def __init__(self, prefix: str, *commands: Command | None, records: Records | None = None, menu: str = "") -> None:
        self.prefix, self._commands, self._records = prefix, commands, records
        known = [c for c in commands if c is not None]
        self.on: Mapping[str, Handler] = {
            **{c.name: self._handler(c) for c in known if not c.opens},
            **{_answer(c): self._answered(c) for c in known if c.ask is not None},
            **({menu: self._menu} if menu else {}),
        }
        self.keys: tuple[tuple[str, Msg], ...] = tuple([(c.shortcut, (c.name,)) for c in known if c.shortcut])
        self.locate: Mapping[str, Mapping[str, Any]] = {
            **({"record": records.where} if records is not None else {}),
            **{_joined(place, c.name): {"key": self._key(place, c)} for c in known for place in c.places},
        }

    # -- what it looks like ---------------------------------------------------------------------------------------

    def buttons(self, place: str, target: Any, *named: Any, labelled: bool = False, **look: Any) -> tuple[Node, ...]:
        """Return the buttons of a place.

        Args:
            place: It.
            target: The record or state, as it is; None greys all of them.
            named: What messages name the record by, and behind a dot the keys too; nothing for the chosen one.
            labelled: Whether a button with an icon has its label below or beside it, not as a tooltip.
            look: Other arguments of `omnigym.sim.ui.widgets.button`: ``style``, ``w``...
        """
        line = separator(vertical=True, style="ribbon")
        found = self._in(place, target)
        return tuple([line if c is None else self._button(c, place, target, named, labelled, look) for c in found])

    def _button(
        self, c: Command, place: str, target: Any, named: tuple[Any, ...], labelled: bool, look: Mapping[str, Any]
    ) -> Node:
        label, icon = c.look(target)
        bare = bool(icon) and not labelled
        return button(
            ".".join([self._key(place, c), *map(str, named)]),
            "" if bare else label,
            icon=icon,
            name=label if bare else "",
            disabled=not c.can(target),
            menu=self._opened(c, target, named),
            click=None if c.opens else (c.name, *named),
            **look,
        )

    def items(self, place: str, target: Any, *named: Any) -> tuple[MenuItem, ...]:
        """Return the lines of a menu; the arguments are those of `buttons`."""
        return tuple([SEPARATOR if c is None else self._item(c, place, target, named) for c in self._in(place, target)])

    def _item(self, c: Command, place: str, target: Any, named: tuple[Any, ...]) -> MenuItem:
        label, icon = c.look(target)
        return MenuItem(
            self._key(place, c),
            label,
            None if c.opens else (c.name, *named),
            icon,
            c.keys,
            enabled=c.can(target),
            checked=c.checked is not None and target is not None and c.checked(target),
            items=self._opened(c, target, named),
        )

    def _opened(self, c: Command, target: Any, named: tuple[Any, ...]) -> tuple[MenuItem, ...]:
        if callable(c.opens):
            return c.opens(target) if target is not None else ()
        return self.items(c.opens, target, *named) if c.opens else ()

    def _in(self, place: str, target: Any) -> list[Command | None]:
        """The commands of a place, with a `LINE` only between two of them."""
        found: list[Command | None] = []
        for c in self._commands:
            if c is None:
                found = [*found, LINE] if found and found[-1] is not LINE else found
            elif place in c.places and (c.visible is None or c.visible(target)):
                found.append(c)
        return found[:-1] if found and found[-1] is LINE else found

    def _key(self, place: str, c: Command) -> str:
        return _joined(_joined(self.prefix, place), c.name)

    # -- what it does ---------------------------------------------------------------------------------------------

    def _handler(self, c: Command) -> Handler:
        def handle(state: Any, ctx: Context, *named: Any) -> _Result:
            target = self._target(state, ctx, named)
            if not c.can(target):
                return state, ()
            if c.ask is not None:
                return state, (c.ask(target).dialog._replace(reply=(_answer(c), named)),)
            return self._done(c, state, ctx, target, named)

        return handle

    def _answered(self, c: Command) -> Handler:
        def handle(state: Any, ctx: Context, named: tuple[Any, ...], answer: Any) -> _Result:
            target = self._target(state, ctx, named)
            given = c.ask(target).taken(answer) if c.ask is not None and c.can(target) else None
            return (state, ()) if given is None else self._done(c, state, ctx, target, named, given)

        return handle

    def _menu(self, state: Any, ctx: Context, *named: Any) -> _Result:
        target = self._target(state, ctx, named)
        meant = () if self._records is None else named  # a list says where it was clicked; a state is what it is
        return state, () if target is None else (ShowMenu(self.items(MENU, target, *meant)),)

    def _target(self, state: Any, ctx: Context, named: tuple[Any, ...]) -> Any:
        return (self._records or _STATE).get(state, ctx, *named)

    def _done(
        self, c: Command, state: Any, ctx: Context, target: Any, named: tuple[Any, ...], given: tuple[str, ...] = ()
    ) -> _Result:
        if c.run is not None:
            return c.run(state, ctx, *(named if self._records is None else (target,)), *given)
        assert c.change is not None, f"the command {c.name!r} neither changes nor runs anything"
        return (self._records or _STATE).set(state, ctx, target, c.change(target, *given))


def commanded(app: App, *sets: Commands) -> App:
    """Return an app with commands: their handlers, their shortcuts, the keys for oracles.

    Raises:
        ValueError: Two of them take one message.
    """
    on = dict(app.on)
    for each in sets:
        if twice := on.keys() & each.on.keys():
            raise ValueError(f"The app {app.name!r} has two commands {sorted(twice)}. Give one another name.")
        on |= each.on
    locate = {key: where for each in sets for key, where in each.locate.items()}
    keys = [key for each in sets for key in each.keys]
    return app._replace(on=on, keys=(*app.keys, *keys), locate={**locate, **app.locate})


def _answer(c: Command) -> str:
    """The message with which the answer to its question comes back."""
    return f"{c.name}.answer"


def _joined(first: str, second: str) -> str:
    return f"{first}.{second}" if first and second else first or second
