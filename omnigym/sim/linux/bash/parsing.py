"""From a line to what is to be done: the grammar of the shell."""

from __future__ import annotations

import re
from typing import NamedTuple

from omnigym.sim.linux.bash.syntax import (
    AndOr,
    Command,
    For,
    Group,
    If,
    Item,
    Loop,
    Part,
    Pipeline,
    Redirect,
    Script,
    ShellSyntaxError,
    Simple,
    Word,
)
from omnigym.sim.work_budget import charge

__all__ = ["parse", "parts_of"]

_OPERATORS = ("&&", "||", ";;", ">>", "&>", "<<", ">&", "<", ">", "|", "&", ";", "(", ")", "\n")
_ASSIGNED = re.compile(r"([A-Za-z_]\w*)=")
_NAME = re.compile(r"[A-Za-z_]\w*|[0-9]|[?#$@*!]")
_RESERVED = frozenset({"if", "then", "elif", "else", "fi", "for", "in", "do", "done", "while", "until", "{", "}", "!"})
#: Letters of a word that stand for themselves, and those between double quotes.
_PLAIN = re.compile(r"[^ \t\n|&;<>()'\"\\$`]+")
_IN_DOUBLE = re.compile(r'(?:[^"\\$`]|\\(?![$`"\\\n]))+')
#: One of these is in the line that ends a group, a loop or a choice.
_CLOSES = r"\b(?:done|fi)\b|[})]"
#: Units of work of a letter.
_LETTER = 2
#: How deep groups, loops and substitutions may lie in each other.
_DEEPEST = 20


class _Token(NamedTuple):
    """An operator, or a word; where it ends in the line."""

    operator: str
    word: Word
    start: int
    end: int


class _Reader:
    """Reads words and operators off a line."""

    def __init__(self, line: str) -> None:
        self.line, self.at = line, 0

    def tokens(self) -> list[_Token]:
        found: list[_Token] = []
        while True:
            token = self._token()
            if token is None:
                return found
            found.append(token)

    def _token(self) -> _Token | None:
        line = self.line
        while self.at < len(line):
            if line[self.at] in " \t":
                self.at += 1
            elif line.startswith("\\\n", self.at):
                self.at += 2
            elif line[self.at] == "#":
                end = line.find("\n", self.at)
                self.at = len(line) if end < 0 else end
            else:
                break
        if self.at >= len(line):
            return None
        start = self.at
        number = re.compile(r"[0-2](?=[<>])").match(line, start)
        after = number.end() if number else start
        for operator in _OPERATORS:
            if line.startswith(operator, after):
                self.at = after + len(operator)
                return _Token((number[0] if number else "") + operator, (), start, self.at)
        return _Token("", self._word(), start, self.at)

    def _word(self) -> Word:
        parts: list[Part] = []
        line = self.line
        while self.at < len(line):
            c = line[self.at]
            if c in " \t\n|&;<>()":
                break
            if c == "'":
                end = line.find("'", self.at + 1)
                if end < 0:
                    raise ShellSyntaxError("unexpected EOF while looking for matching `''", until="'")
                parts.append(Part("text", line[self.at + 1 : end], quoted=True))
                self.at = end + 1
            elif c == '"':
                self.at += 1
                parts += self._double()
            elif c == "\\":
                if line[self.at + 1 : self.at + 2] != "\n":
                    parts.append(Part("text", line[self.at + 1 : self.at + 2] or "\\", quoted=True))
                self.at += 2
            elif c in "$`":
                parts.append(self._dollar(quoted=False))
            else:
                run = _PLAIN.match(line, self.at)
                assert run is not None
                parts.append(Part("text", run[0]))
                self.at = run.end()
        return _joined(parts)

    def _double(self) -> list[Part]:
        parts: list[Part] = [Part("text", "", quoted=True)]
        line = self.line
        while self.at < len(line):
            c = line[self.at]
            if c == '"':
                self.at += 1
                return parts
            if c == "\\" and line[self.at + 1 : self.at + 2] in tuple('$`"\\\n'):
                if line[self.at + 1] != "\n":
                    parts.append(Part("text", line[self.at + 1], quoted=True))
                self.at += 2
            elif c in "$`":
                parts.append(self._dollar(quoted=True))
            else:
                run = _IN_DOUBLE.match(line, self.at)
                assert run is not None
                parts.append(Part("text", run[0], quoted=True))
                self.at = run.end()
        raise ShellSyntaxError("unexpected EOF while looking for matching `\"'", until='"')

    def _dollar(self, *, quoted: bool) -> Part:
        line, at = self.line, self.at
        if line[at] == "`":
            end = line.find("`", at + 1)
            if end < 0:
                raise ShellSyntaxError("unexpected EOF while looking for matching ``'", until="`")
            self.at = end + 1
            return Part("command", line[at + 1 : end], quoted)
        if line.startswith("$((", at):
            return Part("reckon", self._until(at + 3, "))"), quoted)
        if line.startswith("$(", at):
            return Part("command", self._until(at + 2, ")"), quoted)
        if line.startswith("${", at):
            return Part("variable", self._until(at + 2, "}"), quoted)
        name = _NAME.match(line, at + 1)
        self.at = name.end() if name else at + 1
        return Part("variable", name[0], quoted) if name else Part("text", "$", quoted=True)

    def _until(self, start: int, close: str) -> str:
        """What stands before the end of a bracket, with brackets and quotes in it left whole."""
        line, at, depth = self.line, start, 0
        opener = "{" if close == "}" else "("
        while at < len(line):
            if line[at] == "\\":
                at += 2
                continue
            if line[at] in "'\"" and close != "))":
                end = line.find(line[at], at + 1)
                if end < 0:
                    break
                at = end + 1
                continue
            if depth == 0 and line.startswith(close, at):
                self.at = at + len(close)
                return line[start:at]
            depth += (line[at] == opener) - (line[at] == close[0])
            at += 1
        raise ShellSyntaxError(f"unexpected EOF while looking for matching `{close[-1]}'", until=re.escape(close[-1]))


def _joined(parts: list[Part]) -> Word:
    out: list[Part] = []
    for part in parts:
        if out and part.kind == out[-1].kind == "text" and part.quoted == out[-1].quoted:
            out[-1] = out[-1]._replace(text=out[-1].text + part.text)
        else:
            out.append(part)
    return tuple(out)


def parts_of(text: str) -> Word:
    """A text as if it stood between double quotes: of a here document, or behind the sign of a variable."""
    charge(len(text))
    reader = _Reader(text.replace('"', '\\"') + '"')
    return _joined(reader._double())


def _plain(word: Word) -> str:
    r"""What a word says, where nothing of it is quoted or replaced; else "\0"."""
    return word[0].text if len(word) == 1 and word[0].kind == "text" and not word[0].quoted else "\0"


class _Parser:
    def __init__(self, line: str) -> None:
        self.line = line
        self.tokens = _Reader(line).tokens()
        self.at = self.depth = 0

    def peek(self) -> _Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def operator(self) -> str:
        token = self.peek()
        return token.operator if token is not None else ""

    def reserved(self) -> str:
        token = self.peek()
        said = _plain(token.word) if token is not None and not token.operator else ""
        return said if said in _RESERVED else ""

    def unexpected(self) -> ShellSyntaxError:
        token = self.peek()
        if token is None:
            ends = _CLOSES if self.depth > 1 else ""
            return ShellSyntaxError("syntax error: unexpected end of file", until=ends)
        said = "newline" if token.operator == "\n" else self.line[token.start : token.end]
        return ShellSyntaxError(f"syntax error near unexpected token `{said}'")

    def expect(self, word: str) -> None:
        if self.reserved() != word and self.operator() != word:
            raise self.unexpected()
        self.at += 1

    def script(self, *ends: str) -> Script:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ShellSyntaxError("maximum nesting level exceeded")
        items: list[Item] = []
        while True:
            while self.operator() == "\n":
                self.at += 1
            token = self.peek()
            if token is None or self.reserved() in ends or (token.operator and token.operator in ends):
                break
            start, what = token.start, self.and_or()
            text = self.line[start : self.tokens[self.at - 1].end]
            background = self.operator() == "&"
            items.append(Item(what, background, text))
            if self.operator() in ("&", ";", "\n"):
                self.at += 1
            elif self.peek() is not None and self.reserved() not in ends and self.operator() not in ends:
                raise self.unexpected()
        if ends and not items:
            raise self.unexpected()
        self.depth -= 1
        return tuple(items)

    def and_or(self) -> AndOr:
        parts = [("", self.pipeline())]
        while self.operator() in ("&&", "||"):
            operator = self.operator()
            self.at += 1
            while self.operator() == "\n":
                self.at += 1
            parts.append((operator, self.pipeline()))
        return AndOr(tuple(parts))

    def pipeline(self) -> Pipeline:
        negated = self.reserved() == "!"
        self.at += negated
        commands = [self.command()]
        while self.operator() == "|":
            self.at += 1
            commands.append(self.command())
        return Pipeline(tuple(commands), negated)

    def command(self) -> Command:
        word = self.reserved()
        made: Command
        if self.operator() == "(":
            self.at += 1
            made = Group(self.script(")"), own=True)
            self.expect(")")
        elif word == "{":
            self.at += 1
            made = Group(self.script("}"), own=False)
            self.expect("}")
        elif word == "for":
            made = self.loop_over()
        elif word in ("while", "until"):
            self.at += 1
            test = self.script("do")
            made = Loop(test, self.body(), word == "until")
        elif word == "if":
            made = self.choice()
        elif word:
            raise self.unexpected()
        else:
            return self.simple()
        redirects: list[Redirect] = []
        while self.redirected(redirects):
            pass
        return made._replace(redirects=tuple(redirects))

    def body(self) -> Script:
        self.expect("do")
        body = self.script("done")
        self.expect("done")
        return body

    def loop_over(self) -> For:
        self.at += 1
        token = self.peek()
        name = _plain(token.word) if token is not None and not token.operator else ""
        if not re.fullmatch(r"[A-Za-z_]\w*", name):
            raise self.unexpected()
        self.at += 1
        words: list[Word] = []
        if self.reserved() == "in":
            self.at += 1
            while (token := self.peek()) is not None and not token.operator:
                words.append(token.word)
                self.at += 1
        while self.operator() in (";", "\n"):
            self.at += 1
        return For(name, tuple(words), self.body())

    def choice(self) -> If:
        branches: list[tuple[Script | None, Script]] = []
        word = "if"
        while word in ("if", "elif"):
            self.expect(word)
            test = self.script("then")
            self.expect("then")
            branches.append((test, self.script("elif", "else", "fi")))
            word = self.reserved()
        if word == "else":
            self.at += 1
            branches.append((None, self.script("fi")))
        self.expect("fi")
        return If(tuple(branches))

    def simple(self) -> Simple:
        words: list[Word] = []
        assigned: list[tuple[str, Word]] = []
        redirects: list[Redirect] = []
        while (token := self.peek()) is not None:
            if self.redirected(redirects):
                continue
            if token.operator:
                break
            self.at += 1
            first = token.word[0]
            named = _ASSIGNED.match(first.text) if first.kind == "text" and not first.quoted else None
            if named is not None and not words:
                rest = first._replace(text=first.text[named.end() :])
                assigned.append((named[1], (rest, *token.word[1:])))
            else:
                words.append(token.word)
        if not words and not assigned and not redirects:
            raise self.unexpected()
        return Simple(tuple(words), tuple(assigned), tuple(redirects))

    def redirected(self, found: list[Redirect]) -> bool:
        token = self.peek()
        operator = token.operator if token is not None else ""
        how = operator.lstrip("012")
        if how not in ("<", ">", ">>", "&>", ">&", "<<"):
            return False
        self.at += 1
        to = self.peek()
        if to is None or to.operator:
            raise self.unexpected()
        self.at += 1
        descriptor = int(operator[0]) if operator[0].isdigit() else 0 if how[0] == "<" else 1
        word = to.word
        if how == "<<":
            body = self.here("".join(p.text for p in to.word))
            how = "here"  # what is in it is replaced, unless a part of its end is quoted
            word = (Part("text", body, quoted=True),) if any(p.quoted for p in to.word) else parts_of(body)
        found.append(Redirect(3 if how == "&>" else descriptor, ">" if how == "&>" else how, word))
        return True

    def here(self, end: str) -> str:
        """The lines behind this one up to one that is ``end``; they are taken off the line."""
        start = next((t.end for t in self.tokens[self.at :] if t.operator == "\n"), None)
        lines = [] if start is None else self.line[start:].split("\n")
        if start is None or end not in lines:
            raise ShellSyntaxError("here-document delimited by end-of-file", until=f"^{re.escape(end)}$")
        body = lines[: lines.index(end)]
        length = len("\n".join([*body, end]))
        behind = [t for t in self.tokens if t.start >= start + length]
        self.tokens = [t for t in self.tokens if t.start < start] + behind
        return "".join(f"{line}\n" for line in body)


def parse(line: str) -> Script:
    """What a line, or several, ask for.

    Raises:
        ShellSyntaxError: It is no sentence of the language.
        SpentError: It is more than an action may have read.
    """
    charge(_LETTER * len(line))
    parser = _Parser(line)
    script = parser.script()
    if parser.peek() is not None:
        raise parser.unexpected()
    return script
