"""From the words of a line to the arguments of a command: variables, commands, sums, splitting, patterns of names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fnmatch import translate

from omnigym.sim.linux.bash.parsing import parts_of
from omnigym.sim.linux.bash.session import Session
from omnigym.sim.linux.bash.syntax import Part, ShellSyntaxError, Word
from omnigym.sim.linux.paths import USER_HOME, name_of
from omnigym.sim.work_budget import charge

# -- whole numbers as ``$((...))`` and ``expr`` reckon them -----------------------------------------------------------

_TOKEN = re.compile(r"\s*(?:(\d+)|\$?([A-Za-z_]\w*)|(\*\*|<=|>=|==|!=|&&|\|\||<<|>>|[-+*/%()<>!&|^~]))")
#: Numbers have 64 bits, as in bash.
_BITS = 64


class ReckoningError(Exception):
    """What is to be reckoned makes no sense; the message is bash's."""


def _wrapped(value: int) -> int:
    value &= (1 << _BITS) - 1
    return value - (1 << _BITS) if value >> (_BITS - 1) else value


def _divided(a: int, b: int) -> int:
    if b == 0:
        raise ReckoningError("division by 0")
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


#: Operators from those that bind least, with what they do.
_LEVELS: tuple[Mapping[str, Callable[[int, int], int]], ...] = (
    {"||": lambda a, b: int(bool(a) or bool(b))},
    {"&&": lambda a, b: int(bool(a) and bool(b))},
    {"|": lambda a, b: a | b},
    {"^": lambda a, b: a ^ b},
    {"&": lambda a, b: a & b},
    {"==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b)},
    {
        "<=": lambda a, b: int(a <= b),
        ">=": lambda a, b: int(a >= b),
        "<": lambda a, b: int(a < b),
        ">": lambda a, b: int(a > b),
    },
    {"<<": lambda a, b: a << (b % _BITS), ">>": lambda a, b: a >> (b % _BITS)},
    {"+": lambda a, b: a + b, "-": lambda a, b: a - b},
    {"*": lambda a, b: a * b, "/": _divided, "%": lambda a, b: a - b * _divided(a, b)},
)


def reckon(text: str, variables: Mapping[str, str], depth: int = 0) -> int:
    """The value of an expression.

    >>> reckon("7 * (n + 2) % 10", {"n": "4"})
    2

    Raises:
        ReckoningError: It has none.
    """
    charge(2 * len(text) + 20)
    tokens: list[str] = []
    at, text = 0, text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ReckoningError(f'{text}: syntax error: operand expected (error token is "{text[at:]}")')
        tokens.append(found[0].strip().removeprefix("$"))
        at = found.end()
        charge(10)
    if len(tokens) > 200 or tokens.count("(") > 30 or depth > 10:
        raise ReckoningError(f"{text[:40]}: expression recursion level exceeded")
    value = _level(tokens, 0, text, variables, depth) if tokens else 0
    if tokens:
        raise ReckoningError(f'{text}: syntax error in expression (error token is "{" ".join(tokens)}")')
    return value


def _level(tokens: list[str], level: int, text: str, variables: Mapping[str, str], depth: int) -> int:
    if level == len(_LEVELS):
        return _power(tokens, text, variables, depth)
    value = _level(tokens, level + 1, text, variables, depth)
    while tokens and tokens[0] in _LEVELS[level]:
        does = _LEVELS[level][tokens.pop(0)]
        value = _wrapped(does(value, _level(tokens, level + 1, text, variables, depth)))
    return value


def _power(tokens: list[str], text: str, variables: Mapping[str, str], depth: int) -> int:
    base = _unary(tokens, text, variables, depth)
    if tokens[:1] != ["**"]:
        return base
    tokens.pop(0)
    exponent = _power(tokens, text, variables, depth)
    if exponent < 0:
        raise ReckoningError("exponent less than 0")
    return _wrapped(pow(base, exponent, 1 << _BITS))


def _unary(tokens: list[str], text: str, variables: Mapping[str, str], depth: int) -> int:
    if not tokens:
        raise ReckoningError(f'{text}: syntax error: operand expected (error token is "{text[-1:]}")')
    token = tokens.pop(0)
    if token in ("-", "+", "!", "~"):
        value = _unary(tokens, text, variables, depth)
        return _wrapped({"-": -value, "+": value, "!": int(not value), "~": ~value}[token])
    if token == "(":
        value = _level(tokens, 0, text, variables, depth)
        if tokens[:1] != [")"]:
            raise ReckoningError(f"{text}: missing `)'")
        tokens.pop(0)
        return value
    if token.isdigit():
        return _wrapped(int(token[:40]))
    if token[0].isalpha() or token[0] == "_":
        said = variables.get(token, "").strip()
        return reckon(said, variables, depth + 1) if said else 0
    raise ReckoningError(f'{text}: syntax error: operand expected (error token is "{token}")')


# -- words ------------------------------------------------------------------------------------------------------------

_VARIABLE = re.compile(r"(#?)([A-Za-z_]\w*|[0-9]|[?#$@*!])(:?[-=+?]|##?|%%?|//?|:)?(.*)", re.DOTALL)
_BRACES = re.compile(r"\{([^{},]*,[^{}]*|-?\d{1,4}\.\.-?\d{1,4}|[A-Za-z]\.\.[A-Za-z])\}")
_MOST_WORDS = 2000
#: Units of work of a letter that is expanded, and of a path that is looked up.
_LETTER, _PATH = 3, 60

#: Characters with whether they are quoted.
_Chars = list[tuple[str, bool]]


class ExpansionError(Exception):
    """A word that cannot be made out; the message is bash's."""


def pattern(text: str) -> re.Pattern[str]:
    """The regular expression of a pattern of the shell."""
    return re.compile(translate(text.replace("[^", "[!")), re.DOTALL)


class Expander:
    """Makes arguments of words.

    Args:
        session: The shell.
        run: Gives what the text of a command writes.
    """

    def __init__(self, session: Session, run: Callable[[str], str]) -> None:
        self._session, self._run = session, run

    def fields(self, words: tuple[Word, ...]) -> list[str]:
        """The arguments that words become, each none, one or many.

        Raises:
            ExpansionError: One cannot be made out.
        """
        found: list[str] = []
        for word in words:
            for chars in self._split(word):
                for one in _braced(chars):
                    found += self._named(one)
            if len(found) > _MOST_WORDS:
                raise ExpansionError("Argument list too long")
        return found

    def one(self, word: Word) -> str:
        """The text that a word becomes where it is not split: of an assignment, a redirection.

        Raises:
            ExpansionError: It cannot be made out.
        """
        return "".join(c for c, _ in self._tilde([x for part in word for x in self._part(part)[0]]))

    def _split(self, word: Word) -> list[_Chars]:
        fields: list[_Chars] = [[]]
        blanks = self._session.variables.get("IFS", " \t\n")
        there = False  # whether the last field is one even if it is empty
        for part in word:
            chars, splits = self._part(part)
            there = there or part.quoted
            if part.kind == "variable" and part.text == "@" and part.quoted:
                chars, splits = [], False
            if not splits:
                fields[-1] += chars
                continue
            for c, quoted in chars:
                if c in blanks and not quoted:
                    if fields[-1] or there:
                        fields.append([])
                        there = False
                else:
                    fields[-1].append((c, quoted))
        if not fields[-1] and not there:
            fields.pop()
        return [self._tilde(f) for f in fields]

    def _tilde(self, chars: _Chars) -> _Chars:
        if chars[:1] == [("~", False)] and (len(chars) == 1 or chars[1][0] == "/"):
            return [(c, True) for c in USER_HOME] + chars[1:]
        return chars

    def _part(self, part: Part) -> tuple[_Chars, bool]:
        """The characters of a part, and whether blanks in them separate arguments."""
        kind, text, quoted = part
        if kind == "text":
            charge(_LETTER * len(text))
            return [(c, quoted) for c in text], False
        if kind == "variable":
            said = self.variable(text)
        elif kind == "command":
            said = self._run(text).rstrip("\n")
        else:
            inner = self._inside(text)
            try:
                said = str(reckon(inner, self._session.variables))
            except ReckoningError as e:
                raise ExpansionError(str(e)) from None
        charge(_LETTER * len(said))
        return [(c, quoted) for c in said], not quoted

    def _inside(self, text: str) -> str:
        """The text inside of an expansion, as if it stood between double quotes.

        Raises:
            ExpansionError: It is no such text.
        """
        try:
            return self.one(parts_of(text))
        except ShellSyntaxError as e:
            raise ExpansionError(str(e)) from None

    def variable(self, text: str) -> str:
        """What stands for the inside of ``${...}``.

        Raises:
            ExpansionError: That is nothing.
        """
        found = _VARIABLE.fullmatch(text)
        if found is None:
            raise ExpansionError(f"${{{text}}}: bad substitution")
        length, name, sign, rest = found[1], found[2], found[3] or "", found[4]
        value = self._value(name)
        if length and not sign and not rest:
            return str(len(value or ""))
        if not sign:
            if rest:
                raise ExpansionError(f"${{{text}}}: bad substitution")
            return value or ""
        if sign[0] in "#%":
            return _trimmed(value or "", self._inside(rest), sign)
        if sign[0] == "/":
            old, _, new = rest.partition("/")
            return _replaced(value or "", self._inside(old), self._inside(new), every=sign == "//")
        if sign == ":":
            return self._sliced(value or "", rest)
        empty = not value if sign.startswith(":") else value is None
        if sign[-1] == "+":
            return "" if empty else self._inside(rest)
        if not empty:
            return value or ""
        other = self._inside(rest)
        if sign[-1] == "?":
            raise ExpansionError(f"{name}: {other or 'parameter null or not set'}")
        if sign[-1] == "=":
            self._session.set(name, other)
        return other

    def _sliced(self, value: str, rest: str) -> str:
        first, _, count = rest.partition(":")
        try:
            start = reckon(first, self._session.variables)
            length = reckon(count, self._session.variables) if count else len(value)
        except ReckoningError as e:
            raise ExpansionError(str(e)) from None
        start = max(0, start + len(value)) if start < 0 else start
        return value[start : start + length] if length >= 0 else value[start:length]

    def _value(self, name: str) -> str | None:
        session = self._session
        special = {"?": str(session.status), "$": "2000", "#": "0", "@": "", "*": "", "0": "bash"}
        if name == "!":
            return str(session.jobs[-1].pid) if session.jobs else ""
        if name == "PWD":
            return session.folder
        if name == "RANDOM":  # the same every time: a stretch of a line is done again from a snapshot
            session.variables["RANDOM"] = str((int(session.variables.get("RANDOM", "1")) * 1103515245 + 12345) % 32768)
        return special[name] if name in special else session.variables.get(name)

    def _named(self, chars: _Chars) -> list[str]:
        """The names of files that a field with a wildcard stands for; the field itself where there is none."""
        text = "".join(c for c, _ in chars)
        if not any(c in "*?[" and not quoted for c, quoted in chars):
            return [text]
        steps: list[_Chars] = [[]]
        for c, quoted in chars:
            if c == "/":
                steps.append([])
            else:
                steps[-1].append((c, quoted))
        found = [""]
        for number, step in enumerate(steps):
            last = number == len(steps) - 1
            charge(_PATH * len(found))
            found = [made for prefix in found for made in self._stepped(prefix, step, last)]
        return found or [text]

    def _stepped(self, prefix: str, step: _Chars, last: bool) -> list[str]:
        plain = "".join(c for c, _ in step)
        end = "" if last else "/"
        vfs = self._session.vfs
        if not any(c in "*?[" and not quoted for c, quoted in step):
            path = self._session.path(prefix + plain or "/")
            return [prefix + plain + end] if not plain or vfs.get(path) is not None else []
        folder = self._session.path(prefix or ".")
        if not vfs.is_dir(folder):
            return []
        wanted = pattern("".join(f"[{c}]" if quoted and c in "*?[" else c for c, quoted in step))
        names = [
            n
            for n in map(name_of, self._session.entries(folder))
            if wanted.fullmatch(n) and (plain[0] == "." or n[0] != ".")
        ]
        return [f"{prefix}{n}{end}" for n in names if last or vfs.is_dir(self._session.path(prefix + n))]


def _braced(chars: _Chars) -> list[_Chars]:
    """The fields that braces make of one: "a{b,c}" is "ab" and "ac", "{1..3}" is "1", "2" and "3"."""
    charge(len(chars))
    made, at, letters = [list[tuple[str, bool]]()], 0, 0
    for found in _BRACES.finditer("".join(["\0" if quoted else c for c, quoted in chars])):
        parts = _alternatives(found[1], chars[found.start() + 1 : found.end() - 1])
        before = chars[at : found.start()]
        at = found.end()
        letters = letters * len(parts) + len(made) * (len(before) * len(parts) + sum(map(len, parts)))
        if len(made) * len(parts) > _MOST_WORDS:
            raise ExpansionError("Argument list too long")
        charge(letters)
        made = [start + before + part for start in made for part in parts]
    charge(len(made) * (len(chars) - at))
    return [start + chars[at:] for start in made]


def _alternatives(inside: str, chars: _Chars) -> list[_Chars]:
    """What stands for one pair of braces."""
    if ".." in inside and "," not in inside:
        first, last = inside.split("..")
        letters = first.isalpha()
        a, b = (ord(first), ord(last)) if letters else (int(first), int(last))
        numbers = range(a, b + 1) if a <= b else range(a, b - 1, -1)
        return [[(c, True) for c in (chr(n) if letters else str(n))] for n in numbers]
    parts: list[_Chars] = [[]]
    for c, quoted in chars:
        if c == "," and not quoted:
            parts.append([])
        else:
            parts[-1].append((c, quoted))
    return parts


def _trimmed(value: str, wanted: str, sign: str) -> str:
    """Without what matches a pattern at the start ("#") or end ("%"), the least of it or, doubled, the most."""
    charge(len(value) * (len(value) + 16) // 16)  # each of its ends is tried
    matches = pattern(wanted).fullmatch
    lengths = range(len(value) + 1)
    for length in lengths if len(sign) == 1 else reversed(lengths):
        if sign[0] == "#" and matches(value[:length]):
            return value[length:]
        if sign[0] == "%" and matches(value[len(value) - length :]):
            return value[: len(value) - length]
    return value


def _replaced(value: str, old: str, new: str, *, every: bool) -> str:
    if not old:
        return value
    charge(len(value) * (1 + len(value) // 64 if "*" in old else 1) + len(new) * (value.count(old[0]) + 1) // 8)
    wanted = re.compile(translate(old).removesuffix(r"\Z").removesuffix(r"\z"), re.DOTALL)
    return wanted.sub(lambda _: new, value, count=0 if every else 1)
