"""Carrying out what a script says."""

from __future__ import annotations

from collections.abc import Callable

from omnigym.sim.vfs import VfsError, native
from omnigym.sim.windows.powershell.cmdlets import ALIASES, CMDLETS
from omnigym.sim.windows.powershell.evaluating import Evaluator
from omnigym.sim.windows.powershell.files import output_file
from omnigym.sim.windows.powershell.parsing import parse, parse_file
from omnigym.sim.windows.powershell.registry import Call, Given, bound
from omnigym.sim.windows.powershell.session import ERROR, Kept, Piece, Session, refusal
from omnigym.sim.windows.powershell.showing import shown_lines
from omnigym.sim.windows.powershell.syntax import (
    Argument,
    Assign,
    BlockOf,
    Command,
    Expression,
    ForEach,
    Function,
    If,
    Index,
    Leave,
    Loop,
    Member,
    Pipeline,
    ScriptError,
    Statement,
    Unary,
    Variable,
)
from omnigym.sim.windows.powershell.values import (
    Block,
    PsError,
    Record,
    Value,
    as_int,
    as_list,
    as_text,
    check_items,
    check_size,
    error_of,
    frozen,
    is_true,
    no_room,
    thawed,
    weight,
    whole,
)
from omnigym.sim.work_budget import SpentError, charge

__all__ = ["kept_of", "put_back", "read", "run_line", "run_script"]


#: Variables that belong to a call, how many others are kept, and what all of them and the functions may weigh.
_PASSING = frozenset({"_", "psitem", "args", "input", "psscriptroot"})
_MOST_KEPT, _HEAVIEST = 200, 2_000_000
#: How many values may go down a pipeline.
_MOST_VALUES = 20_000
#: What a letter of a script costs that is read, in units of work.
_READ = 12


class _LeavingError(Exception):
    """A loop, a function or the script is left.

    Attributes:
        how: "break", "continue", "return", "exit".
    """

    def __init__(self, how: str) -> None:
        self.how = how
        super().__init__(how)


class _Runner(Evaluator):
    """Carries out statements in a session."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        session.invoke = self.invoked
        #: What goes to the console as soon as a statement is done.
        self.console: list[Value] = []

    # -- statements -----------------------------------------------------------------------------------------------

    def statements(self, body: tuple[Statement, ...], out: list[Value]) -> None:
        """Each of them, also behind one that fails; what they give goes to ``out``."""
        self.session.nested(1)
        try:
            for each in body:
                self._one(each, out)
                if self.session.leaves:
                    return
        finally:
            self.session.nested(-1)

    def _one(self, each: Statement, out: list[Value]) -> None:
        self.session.step()
        try:
            self._statement(each, out)
        except PsError as e:
            if e.fatal or self.stops():
                raise
            self.session.write(f"{e}\nAt line {each.line}\n", ERROR)
        except VfsError as e:
            self.session.write(f"{str(e).splitlines()[0]}\nAt line {each.line}\n", ERROR)
        if out is self.console:
            self.flush()
        elif len(out) > _MOST_VALUES:
            raise no_room()

    def stops(self) -> bool:
        """Whether a script ends with its first error."""
        return as_text(self.session.variables.get("erroractionpreference")).casefold() == "stop"

    def flush_quietly(self) -> None:
        """As `flush`, after an error: where there is no room for it any more, it is not shown."""
        try:
            self.flush()
        except (PsError, SpentError):
            self.console.clear()

    def flush(self) -> None:
        """What came to the console, shown."""
        if self.console:
            values, self.console[:] = list(self.console), []
            for line in shown_lines(values, self.session.world.columns):
                self.session.write(f"{line}\n")

    def _statement(self, each: Statement, out: list[Value]) -> None:
        if isinstance(each, Pipeline):
            self._pipeline(each, out)
        elif isinstance(each, Assign):
            self._assign(each)
        elif isinstance(each, If):
            for test, body in each.branches:
                if test is None or is_true(self.value_of(test)):
                    self.statements(body, out)
                    return
        elif isinstance(each, ForEach):
            for item in as_list(self.value_of(each.values)):
                self.session.variables[each.name] = item
                if not self._turn(each.body, out):
                    return
        elif isinstance(each, Loop):
            self._loop(each, out)
        elif isinstance(each, Function):
            self.session.functions[each.name] = each.block
        else:
            self._leave(each, out)

    def _turn(self, body: tuple[Statement, ...], out: list[Value]) -> bool:
        """One turn of a loop; whether there may be another one."""
        self.session.step()
        try:
            self.statements(body, out)
        except _LeavingError as e:
            if e.how == "break":
                return False
            if e.how != "continue":
                raise
        return not self.session.leaves

    def _loop(self, loop: Loop, out: list[Value]) -> None:
        if loop.first is not None:
            self._statement(loop.first, [])
        late = loop.late
        while True:
            if not late and loop.test is not None and is_true(self.value_of(loop.test)) == loop.until:
                return
            late = False
            if not self._turn(loop.body, out):
                return
            if loop.step is not None:
                self._statement(loop.step, [])

    def _leave(self, leave: Leave, out: list[Value]) -> None:
        value = None if leave.value is None else self.value_of(leave.value)
        if leave.how == "throw":
            raise PsError(as_text(value) or "The script has stopped.", fatal=True)
        if leave.how == "return":
            check_items(len(as_list(value)))
            out += as_list(value)
        raise _LeavingError(leave.how)

    def _assign(self, assign: Assign) -> None:
        value = self.value_of(assign.value)
        if assign.operator != "=":
            value = self.combined(assign.operator[0], self.evaluate(assign.target), value)
        self.put(assign.target, value)

    def put(self, target: Expression, value: Value) -> None:
        """A value put into a variable, a property or a place."""
        if isinstance(target, Variable):
            if target.name == "null":
                return
            if target.name in ("true", "false", "pshome", "home"):
                raise PsError(f"${target.name} cannot be changed.")
            check_size(value)
            self.session.variables[target.name] = value
            return
        assert isinstance(target, Member | Index)
        of = self.evaluate(target.of)
        at = self.evaluate(target.name if isinstance(target, Member) else target.at)
        if isinstance(of, Record):
            after: Value = of.put(as_text(at), value)
        elif isinstance(of, list) and isinstance(target, Index):
            place = as_int(at)
            if not -len(of) <= place < len(of):
                raise PsError(f"There is no place {place} in it.")
            check_items(len(of))
            after = [*of]
            after[place] = value
        else:
            raise PsError(f"It has no '{as_text(at)[:60]}' that could be changed.")
        if not isinstance(target.of, Variable | Member | Index):
            raise PsError("Only what is in a variable can be changed.")
        self.put(target.of, after)

    # -- pipelines ------------------------------------------------------------------------------------------------

    def value_of(self, statement: Statement) -> Value:
        """What a statement gives, as one value."""
        out: list[Value] = []
        if isinstance(statement, Assign):
            self._assign(statement)
            return self.evaluate(statement.target)
        if isinstance(statement, Pipeline) and len(statement.stages) == 1 and statement.into is None:
            only = statement.stages[0]
            if not isinstance(only, Command):
                return self.evaluate(only)
        self._statement(statement, out)
        return whole(out)

    def values_of(self, body: tuple[Statement, ...]) -> list[Value]:
        """What statements give."""
        out: list[Value] = []
        if len(body) == 1:
            return as_list(self.value_of(body[0]))
        self.statements(body, out)
        return out

    def _pipeline(self, pipeline: Pipeline, out: list[Value]) -> None:
        given: list[Value] | None = None
        last = len(pipeline.stages) - 1
        for number, stage in enumerate(pipeline.stages):
            into = out if number == last and pipeline.into is None else []
            if isinstance(stage, Command):
                self._command(stage, given, into)
            else:
                found = self.evaluate(stage)
                silent = isinstance(stage, Unary) and stage.operator[:2] in ("++", "--")
                charge(len(as_list(found)))
                into += [] if silent else as_list(found)
            given = into
        if pipeline.into is not None:
            target = self.evaluate(pipeline.into)
            if target is not None:
                output_file(self.session, as_text(target), given or [], pipeline.appends)

    def _given(self, arguments: tuple[Argument, ...]) -> Given:
        pairs = [(a.name, a.value) for a in arguments]
        return [(name, None if v is None else self.evaluate(v), v is not None) for name, v in pairs]

    def _command(self, command: Command, given: list[Value] | None, out: list[Value]) -> None:
        self.session.step()
        name: Value = self.evaluate(command.name)
        if isinstance(name, Block):
            self._call(name.of, self._given(command.arguments), given, out)
            return
        said = as_text(name)
        lower = said.casefold()
        function = self._function(lower)
        if function is not None:
            self._call(function, self._given(command.arguments), given, out)
            return
        known = CMDLETS.get(ALIASES.get(lower, said).casefold())
        if known is not None:
            values = bound(known, self._given(command.arguments))
            self.session.step(1 + len(given or ()) / 3)
            for result in known.does(Call(self.session, known.name, values, given)):
                charge(1)
                out.append(result)
            return
        self._program(said, command, given, out)

    def _program(self, said: str, command: Command, given: list[Value] | None, out: list[Value]) -> None:
        """A script file, or an app."""
        path = self.session.path(said)
        if ("\\" in said or "/" in said) and self.session.vfs.is_file(path) and path.casefold().endswith(".ps1"):
            self.script_file(path, self._given(command.arguments), given, out)
            return
        app = self.session.world.apps.get(said.casefold().removesuffix(".exe"))
        if app is None:
            raise PsError(f"{said[:60]} : There is no such command, script or program. Check how it is spelled.")
        arguments = [as_text(v) for name, v, _ in self._given(command.arguments) if not name]
        target = self.session.path(arguments[0]) if arguments else ""
        self.session.launch(app, target)

    def _function(self, name: str) -> BlockOf | None:
        """A function that was declared, now or in an earlier line."""
        session = self.session
        if name not in session.functions and name in session.sources:
            only = read(session.sources[name])[0]
            assert isinstance(only, Function)
            session.functions[name] = only.block
        return session.functions.get(name)

    def script_file(self, path: str, given: Given, piped: list[Value] | None, out: list[Value]) -> None:
        """A script carried out, if it may be."""
        why = refusal(self.session, path)
        if why:
            raise PsError(why)
        try:
            text = self.session.vfs.read(path)
            charge(_READ * len(text))
            block = parse_file(text.decode("utf-8-sig", "replace"))
        except ScriptError as e:
            raise error_of(e) from None
        kept = self.session.variables.get("psscriptroot")
        self.session.variables["psscriptroot"] = native(path.rpartition("/")[0])
        try:
            self._call(block, given, piped, out)
        except _LeavingError as e:
            if e.how != "exit":
                raise
        finally:
            self.session.variables["psscriptroot"] = kept

    def _call(self, block: BlockOf, given: Given, piped: list[Value] | None, out: list[Value]) -> None:
        """A block with arguments, in variables of its own."""
        session = self.session
        session.deeper()
        before = session.variables
        charge(len(before) + len(given))
        session.variables = dict(before)
        named, loose = _passed(block, given)
        for name, usual in block.parameters:
            if name in named:
                value: Value = named[name]
            elif loose:
                value = loose.pop(0)
            else:
                value = None if usual is None else self.evaluate(usual)
            session.variables[name] = value
        session.variables["args"], session.variables["input"] = loose, piped or []
        try:
            self.statements(block.body, out)
        except _LeavingError as e:
            if e.how != "return":
                raise
        finally:
            session.variables = before
            session.depth -= 1

    def invoked(self, block: Block, item: Value) -> list[Value]:
        """What a block gives for a value, which is ``$_`` in it; its variables are those around it."""
        session = self.session
        session.step()
        session.deeper()
        before = session.variables.get("_")
        session.variables["_"] = session.variables["psitem"] = item
        out: list[Value] = []
        try:
            self.statements(block.of.body, out)
        except _LeavingError as e:
            if e.how not in ("return", "continue"):
                raise
        finally:
            session.variables["_"] = session.variables["psitem"] = before
            session.depth -= 1
        return out


def _passed(block: BlockOf, given: Given) -> tuple[dict[str, Value], list[Value]]:
    """The arguments of a block by name, and those without one; the name of a parameter takes the next argument."""
    named: dict[str, Value] = {}
    loose: list[Value] = []
    known = {name for name, _ in block.parameters}
    waiting = ""
    for name, value, has_value in given:
        if name:
            named[name] = value if has_value else True
            waiting = name if name in known and not has_value else ""
        elif waiting:
            named[waiting], waiting = value, ""
        else:
            loose.append(value)
    return named, loose


def _carried_out(session: Session, does: Callable[[_Runner], None]) -> None:
    """Something done in a session; what ends it early is said in red."""
    runner, wrong = _Runner(session), ""
    before = dict(session.variables), dict(session.functions)
    try:
        does(runner)
    except PsError as e:
        wrong = str(e)
    except SpentError:
        wrong = str(no_room())
    except _LeavingError:
        pass
    runner.flush_quietly()
    if _is_too_much(session):
        wrong = str(no_room())
        session.variables, session.functions = before
    if wrong:
        session.shown.append(Piece(f"{wrong}\n", ERROR))


def read(text: str) -> tuple[Statement, ...]:
    """What a line says.

    Raises:
        ScriptError: It is no script.
        SpentError: It is too much work.
    """
    charge(_READ * len(text))
    return parse(text)


def run_line(session: Session, line: str) -> None:
    """Carry out what somebody types at the prompt; what is wrong with it is said in red."""

    def does(runner: _Runner) -> None:
        try:
            body = read(line)
        except ScriptError as e:
            session.shown.append(Piece(f"{e}\nAt line {e.line}\n", ERROR))
            return
        runner.statements(body, runner.console)

    _carried_out(session, does)


def run_script(session: Session, path: str) -> None:
    """Carry out a script file."""
    _carried_out(session, lambda runner: runner.script_file(path, [], None, runner.console))


def _names(session: Session) -> list[str]:
    """The variables that outlast the line."""
    return sorted(set(session.variables) - _PASSING)[:_MOST_KEPT]


def _sources(session: Session) -> list[tuple[str, str]]:
    """The functions that outlast the line, as they are written."""
    now = {name: block.source for name, block in session.functions.items()}
    return sorted({**session.sources, **now}.items())[:_MOST_KEPT]


def _weight(session: Session) -> int:
    """What outlasts the line weighs.

    Raises:
        PsError: It is more than a single value may weigh.
    """
    total = sum([len(source) for _, source in _sources(session)])
    for name in _names(session):
        total += weight(session.variables[name], _uncharged)
        if total > _HEAVIEST:
            raise no_room()
    return total


def _uncharged(_units: int) -> None:
    """Of what was charged when it was put into a variable."""


def _is_too_much(session: Session) -> bool:
    try:
        _weight(session)
    except PsError:
        return True
    return False


def kept_of(session: Session) -> Kept:
    """What outlasts the line."""
    variables: list[tuple[str, Value]] = []
    for name in _names(session):
        value, known = session.variables[name], session.loaded.get(name)
        variables.append((name, known[1] if known is not None and known[0] is value else frozen(value)))
    return Kept(session.cwd, tuple(variables), tuple(_sources(session)), session.policy, _weight(session))


def put_back(session: Session, kept: Kept) -> None:
    """The session as the last line left it.

    Raises:
        SpentError: That is too much work.
    """
    charge(kept.weight // 4)
    session.cwd, session.policy, session.sources = kept.cwd, kept.policy, dict(kept.functions)
    session.loaded = {name: (thawed(value, _read_block), value) for name, value in kept.variables}
    session.variables = {name: value for name, (value, _) in session.loaded.items()}
    session.functions = {}


def _read_block(source: str) -> Block:
    """A block as it was written."""
    only = read(source)[0]
    assert isinstance(only, Pipeline)
    assert isinstance(only.stages[0], BlockOf)
    return Block(only.stages[0])
