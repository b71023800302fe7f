"""The grammar of statements and commands: from a script to what is to be done."""

from __future__ import annotations

import re
from functools import lru_cache

from omnigym.sim.windows.powershell.expressions import Expressions
from omnigym.sim.windows.powershell.syntax import (
    Argument,
    Array,
    Assign,
    BlockOf,
    Cast,
    Command,
    Expression,
    ForEach,
    Function,
    If,
    Index,
    Leave,
    Literal,
    Loop,
    Member,
    Pipeline,
    Statement,
    Statements,
    Text,
    Variable,
)

_WORD = re.compile(r"[A-Za-z]+(?![\w-])")
_ASSIGNS = re.compile(r"(\+=|-=|\*=|/=|=)")
_PARAMETER = re.compile(r"-([A-Za-z]\w*)(:)?(?![\w.])")
_BEGINS = re.compile(r"[A-Za-z_.\\~?%*:]|/")
#: What ends a bare word.
_ENDS = frozenset(" \t\r\n|;,(){}'\"\xa0")
_SWITCHED = "behind '{}'"


class _Parser(Expressions):
    """Reads statements."""

    def script(self) -> tuple[Statement, ...]:
        found: list[Statement] = []
        while True:
            self._between()
            if not self.here:
                return tuple(found)
            if self.here in (")", "}"):
                raise self.error(f"'{self.here}' closes nothing.")
            found.append(self.statement())
            self._ended()

    def body(self, end: str) -> tuple[Statement, ...]:
        """The statements up to a bracket, past it."""
        self.deeper()
        found: list[Statement] = []
        while True:
            self._between()
            if self.takes(end):
                self.shallower()
                return tuple(found)
            if not self.here:
                raise self.error(f"'{end}' is missing.", True, end)
            if self.here in (")", "}"):
                raise self.error(f"'{end}' is missing before '{self.here}'.")
            found.append(self.statement())
            self._ended(end)

    def block(self) -> BlockOf:
        """A block behind its opening bracket."""
        start = self.at - 1
        parameters = self._param()
        body = self.body("}")
        return BlockOf(body, parameters, self.text[start : self.at])

    def file(self) -> BlockOf:
        """All of a script, which may begin with its parameters."""
        return BlockOf(parameters=self._param(), body=self.script())

    def _param(self) -> tuple[tuple[str, Expression | None], ...]:
        """The parameters that stand behind "param", if that comes next."""
        self.lines()
        known = self.at
        word = self.match(_WORD)
        if word is not None and word[0].lower() == "param":
            return self._parameters()
        self.at = known
        return ()

    def _between(self) -> None:
        self.lines()
        while self.takes(";"):
            self.lines()

    def _ended(self, end: str = "") -> None:
        """After a statement its line ends, or the bracket that it stands in closes."""
        self.blanks()
        if self.here not in ("", "\n", ";", end) and self.text[self.at - 1] != "}":
            raise self.error(f"'{self.here}' does not belong there.")

    def _braced(self, what: str) -> tuple[Statement, ...]:
        self.expect("{", _SWITCHED.format(what))
        return self.body("}")

    def _bracketed(self, what: str) -> Statement:
        self.expect("(", _SWITCHED.format(what))
        self.lines()
        found = self.statement()
        self.expect(")", _SWITCHED.format(what))
        return found

    def statement(self) -> Statement:
        """One statement."""
        self.deeper()
        try:
            known = self.at
            word = self.match(_WORD)
            if word is not None:
                name = word[0].lower()
                reads = getattr(self, f"_read_{name}", None) if name in _KEYWORDS else None
                if reads is not None:
                    found: Statement = reads(name)
                    return found
                self.at = known
            return self._assigned_or_pipeline()
        finally:
            self.shallower()

    # -- keywords -------------------------------------------------------------------------------------------------

    def _read_if(self, _word: str) -> Statement:
        line = self.line
        branches: list[tuple[Statement | None, tuple[Statement, ...]]] = []
        branches.append((self._bracketed("if"), self._braced("if")))
        while True:
            known = self.at
            self.lines()
            word = self.match(_WORD)
            name = word[0].lower() if word is not None else ""
            if name == "elseif":
                branches.append((self._bracketed("elseif"), self._braced("elseif")))
            elif name == "else":
                branches.append((None, self._braced("else")))
                return If(tuple(branches), line)
            else:
                self.at = known
                return If(tuple(branches), line)

    def _read_foreach(self, _word: str) -> Statement:
        line = self.line
        self.expect("(", _SWITCHED.format("foreach"))
        self.lines()
        name = self.variable() if self.here == "$" else None
        self.lines()
        word = self.match(_WORD)
        if not isinstance(name, Variable) or word is None or word[0].lower() != "in":
            raise self.error("A loop is written 'foreach ($name in $values) {...}'.", not self.here)
        self.lines()
        values = self.statement()
        self.expect(")", _SWITCHED.format("foreach"))
        return ForEach(name.name, values, self._braced("foreach"), line)

    def _read_while(self, _word: str) -> Statement:
        line = self.line
        return Loop(None, self._bracketed("while"), None, self._braced("while"), False, False, line)

    def _read_do(self, _word: str) -> Statement:
        line = self.line
        body = self._braced("do")
        self.lines()
        word = self.match(_WORD)
        name = word[0].lower() if word is not None else ""
        if name not in ("while", "until"):
            raise self.error("'while' or 'until' is missing behind 'do {...}'.", not self.here)
        return Loop(None, self._bracketed(name), None, body, True, name == "until", line)

    def _read_for(self, _word: str) -> Statement:
        line = self.line
        self.expect("(", _SWITCHED.format("for"))
        parts: list[Statement | None] = []
        for end in (";", ";", ")"):
            self.lines()
            parts.append(None if self.sees(end) else self.statement())
            self.expect(end, _SWITCHED.format("for"))
        first, test, step = parts
        return Loop(first, test, step, self._braced("for"), False, False, line)

    def _read_function(self, word: str) -> Statement:
        line, start = self.line, self.at - len(word)
        self.blanks()
        name = self._bare()
        self.blanks()
        parameters = self._parameters() if self.here == "(" else ()
        self.expect("{", _SWITCHED.format("function"))
        block = self.block()
        own = BlockOf(block.body, parameters or block.parameters, self.text[start : self.at])
        return Function(name.lower(), own, line)

    def _parameters(self) -> tuple[tuple[str, Expression | None], ...]:
        self.expect("(", "before parameters")
        found: list[tuple[str, Expression | None]] = []
        while True:
            self.lines()
            if self.takes(")"):
                return tuple(found)
            value = self.primary()
            if isinstance(value, Cast):  # its type; what is given is taken as it is
                value = value.value or Literal("")
            if not isinstance(value, Variable):
                raise self.error("A parameter is written '$name'.")
            self.lines()
            usual = None
            if self.takes("="):
                self.lines()
                usual = self.expression(commas=False)
            found.append((value.name, usual))
            self.lines()
            if not self.takes(","):
                self.expect(")", "behind parameters")
                return tuple(found)

    def _read_leave(self, word: str) -> Statement:
        line = self.line
        self.blanks()
        value = None if self.here in ("", "\n", ";", "}", ")") else self.statement()
        return Leave(word, value, line)

    _read_break = _read_continue = _read_return = _read_exit = _read_throw = _read_leave

    # -- pipelines ------------------------------------------------------------------------------------------------

    def _assigned_or_pipeline(self) -> Statement:
        line = self.line
        if not self._is_command():
            target = self.expression()
            self.blanks()
            operator = self.match(_ASSIGNS)
            if operator is not None:
                place = target.value if isinstance(target, Cast) else target
                if not isinstance(place, Variable | Member | Index):
                    raise self.error("Nothing can be assigned to what stands before '='.")
                self.lines()
                value = self.statement()
                if isinstance(target, Cast):
                    value = Pipeline((Cast(target.type, Statements((value,))),), line)
                return Assign(place, operator[0], value, line)
            return self._pipeline(target, line)
        return self._pipeline(self._command(), line)

    def _is_command(self) -> bool:
        return self.here in ("&", ".") or (_BEGINS.match(self.here) is not None and self.here != "")

    def _pipeline(self, first: Expression | Command, line: int) -> Pipeline:
        stages: list[Expression | Command] = [first]
        while True:
            self.blanks()
            if self.takes("|"):
                self.lines()
                if not self._is_command():
                    raise self.error("Behind '|' a command is missing.", not self.here)
                stages.append(self._command())
                continue
            known = self.at
            merges = self.takes("2>&1") or self.takes("2>$null")
            if merges:
                continue
            appends = self.takes(">>")
            if appends or self.takes(">"):
                self.blanks()
                return Pipeline(tuple(stages), line, self._argument_value(), appends)
            self.at = known
            return Pipeline(tuple(stages), line)

    def _command(self) -> Command:
        if self.takes("&") or (self.sees(". ") and self.takes(".")):
            self.blanks()
            if self.here in ("$", "(", "{", '"', "'"):
                return Command(self.unary(), self.argument_list())
        name = self._bare()
        if not name:
            raise self.error("The name of a command is missing.", not self.here)
        return Command(Literal(name), self.argument_list())

    def argument_list(self) -> tuple[Argument, ...]:
        """The arguments of a command, up to what ends it."""
        found: list[Argument] = []
        while True:
            self.blanks()
            if self.here in ("", "\n", ";", "|", ")", "}", ">") or self.sees("2>"):
                return tuple(found)
            named = self.match(_PARAMETER)
            if named is None:
                found.append(Argument("", self._argument_values()))
                continue
            self.blanks()
            found.append(Argument(named[1].lower(), self._argument_values() if named[2] else None))

    def _argument_values(self) -> Expression:
        """An argument; several with commas between them are an array."""
        items = [self._argument_value()]
        while True:
            known = self.at
            self.blanks()
            if not self.takes(","):
                self.at = known
                return Array(tuple(items)) if len(items) > 1 else items[0]
            self.lines()
            items.append(self._argument_value())

    def _argument_value(self) -> Expression:
        if self.here in ("'", '"', "(", "{", "“", "‘") or self.sees("@"):
            return self._postfix(self.primary())
        if self.here == "$":
            value = self.inside_text()
            if value is None:
                raise self.error("A name is missing behind '$'.")
            value = self._postfix(value)
            rest = self._word_value()
            return Text((value, *(rest.pieces if isinstance(rest, Text) else (rest,)))) if rest is not None else value
        known = self.at
        number = self.number() if self.here.isdigit() else self._negative()
        if number is not None and (not self.here or self.here in _ENDS):
            return Literal(number)
        self.at = known
        found = self._word_value()
        if found is None:
            raise self.error(f"'{self.here}' does not belong there.", not self.here)
        return found

    def _negative(self) -> int | float | None:
        if self.here != "-":
            return None
        self.at += 1
        number = self.number()
        return None if number is None else -number

    def _word_value(self) -> Expression | None:
        """A bare word, with the variables in it."""
        pieces: list[Expression] = []
        while self.here and self.here not in _ENDS:
            if self.here == "$" and (value := self.inside_text()) is not None:
                pieces.append(value)
            else:
                pieces.append(Literal(self._bare() or self._letter()))
        if not pieces:
            return None
        return pieces[0] if len(pieces) == 1 and isinstance(pieces[0], Literal) else Text(tuple(pieces))

    def _letter(self) -> str:
        letter = self.here
        self.at += 1
        return letter

    def _bare(self) -> str:
        """Letters up to a blank, a quote, a bracket or a variable."""
        out: list[str] = []
        while self.here and self.here not in _ENDS and self.here != "$":
            self.takes("`")
            out.append(self._letter())
        return "".join(out)


_KEYWORDS = frozenset(
    {"if", "foreach", "while", "do", "for", "function", "break", "continue", "return", "exit", "throw"}
)


def _parser(text: str) -> _Parser:
    return _Parser(text.replace("\r\n", "\n").replace("\r", "\n"))


@lru_cache(maxsize=32)
def parse(text: str) -> tuple[Statement, ...]:
    """What a line says.

    Raises:
        ScriptError: It is none.
    """
    return _parser(text).script()


@lru_cache(maxsize=32)
def parse_file(text: str) -> BlockOf:
    """What a script file says.

    Raises:
        ScriptError: It is none.
    """
    return _parser(text).file()
