"""Compilation of a regular expression to instructions that are followed letter by letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

#: How many instructions and letters a pattern may have, and how deep its brackets may lie.
_MOST_CODE, _LONGEST, _DEEPEST = 600, 4000, 20
#: How many ranges and classes may stand in one pair of square brackets.
_MOST_TESTS = 20


class PatternError(Exception):
    """A pattern is invalid, or exceeds the supported length."""


class OverspentError(PatternError):
    """A search takes more work than its budget."""


def is_word(letter: str) -> bool:
    """Return whether a letter is a word character."""
    return letter.isalnum() or letter == "_"


_CLASSES: dict[str, Callable[[str], bool]] = {"d": str.isdecimal, "w": is_word, "s": str.isspace}
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "e": "\x1b"}


class Code(NamedTuple):
    """An instruction.

    It is "letter" with a test, "split" (first ``a``, then ``b``), "jump", "save", "at" a place, "back" to what group
    ``a`` holds, "look" at what is ahead, or behind by at most ``a`` letters (-1 for all), or "done".
    """

    what: str
    a: int = 0
    b: int = 0
    test: Callable[[str], bool] | None = None
    place: str = ""
    letter: str = ""
    ahead: bool = True
    negated: bool = False
    inside: tuple[Code, ...] = ()


class Program(NamedTuple):
    """The instructions of a pattern, how many groups it keeps, and whether case counts."""

    code: tuple[Code, ...]
    groups: int
    exact: bool


class _Compiler:
    """Makes instructions of a pattern; those of a part are a list whose jumps are relative to themselves.

    Args:
        text: The pattern.
        exact: Whether case counts.
    """

    def __init__(self, text: str, exact: bool) -> None:
        self.text, self.at, self.exact, self.groups, self.depth = text, 0, exact, 0, 0
        if text.startswith("(?i)"):
            self.at, self.exact = 4, False

    def fail(self, why: str) -> PatternError:
        return PatternError(why)

    def alternatives(self) -> list[Code]:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.fail("its brackets lie too deep in each other")
        found = self.sequence()
        while self.text[self.at : self.at + 1] == "|":
            self.at += 1
            other = self.sequence()
            found = [Code("split", 1, len(found) + 2), *found, Code("jump", len(other) + 1), *other]
            if len(found) > _MOST_CODE:
                raise self.fail("it is too long")
        self.depth -= 1
        return found

    def sequence(self) -> list[Code]:
        found: list[Code] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            found += self.repeated(self.one())
            if len(found) > _MOST_CODE:
                raise self.fail("it is too long")
        return found

    def repeated(self, part: list[Code]) -> list[Code]:
        low, high = self.times()
        if (low, high) == (1, 1):
            return part
        lazy = self.text[self.at : self.at + 1] == "?"
        self.at += lazy
        if len(part) * max(low, high, 1) > _MOST_CODE:
            raise self.fail("it repeats too much")

        def choice(inside: int, past: int) -> Code:
            return Code("split", past, inside) if lazy else Code("split", inside, past)

        found = part * low
        if high < 0:
            return [*found, choice(1, len(part) + 2), *part, Code("jump", -len(part) - 1)]
        for left in range(high - low, 0, -1):
            found += [choice(1, left * (len(part) + 1)), *part]
        return found

    def times(self) -> tuple[int, int]:
        """How often what was read is repeated, at least and at most; -1 is without end."""
        sign = self.text[self.at : self.at + 1]
        if sign in ("*", "+", "?") and sign:
            self.at += 1
            return {"*": (0, -1), "+": (1, -1), "?": (0, 1)}[sign]
        end = self.text.find("}", self.at)
        inside = self.text[self.at + 1 : end].split(",") if sign == "{" and end > 0 else []
        if not 1 <= len(inside) <= 2 or not inside[0].isdecimal() or not (inside[-1] or "0").isdecimal():
            return 1, 1
        low = int(inside[0][:4])
        high = low if len(inside) == 1 else int(inside[1][:4]) if inside[1] else -1
        if 0 <= high < low:
            raise self.fail("the numbers of '{...}' are the wrong way round")
        self.at = end + 1
        return low, high

    def one(self) -> list[Code]:
        letter = self.text[self.at]
        self.at += 1
        if letter == "(":
            return self.group()
        if letter == "[":
            return [Code("letter", test=self.chosen())]
        if letter == ".":
            return [Code("letter", test=lambda c: c != "\n")]
        if letter in "^$":
            return [Code("at", place=letter)]
        if letter in "*+?":
            raise self.fail(f"'{letter}' has nothing before it")
        if letter != "\\":
            return [Code("letter", test=self.same(letter), letter=letter)]
        letter = self.text[self.at : self.at + 1]
        self.at += 1
        if not letter:
            raise self.fail("it ends with a backslash")
        if letter in "bBAZz":
            return [Code("at", place=letter.upper() if letter == "z" else letter)]
        if letter in "123456789":
            if int(letter) > self.groups:
                raise self.fail(f"there is no group {letter} before its reference")
            return [Code("back", int(letter))]
        if letter.lower() in _CLASSES:
            return [Code("letter", test=self.known(letter))]
        letter = self.sign(letter)
        return [Code("letter", test=self.same(letter), letter=letter)]

    def group(self) -> list[Code]:
        kind = next((k for k in ("?:", "?=", "?!", "?<=", "?<!") if self.text.startswith(k, self.at)), "")
        if not kind and self.text.startswith("?", self.at):
            raise self.fail("'(?' is only supported as '(?:', '(?=', '(?!', '(?<=' and '(?<!'")
        self.at += len(kind)
        self.groups += not kind
        number = self.groups
        inside = self.alternatives()
        if self.text[self.at : self.at + 1] != ")":
            raise self.fail("a ')' is missing")
        self.at += 1
        if kind in ("", "?:"):
            return inside if kind else [Code("save", 2 * number), *inside, Code("save", 2 * number + 1)]
        ahead, negated = "<" not in kind, kind.endswith("!")
        loops = any(c.what == "back" or (c.what in ("jump", "split") and min(c.a, c.b) < 0) for c in inside)
        reach = -1 if loops else sum(c.what == "letter" for c in inside)
        end = [Code("done")] if ahead else [Code("at", place="Z"), Code("done")]
        return [Code("look", reach, ahead=ahead, negated=negated, inside=(*inside, *end))]

    def same(self, letter: str) -> Callable[[str], bool]:
        if self.exact:
            return lambda c: c == letter
        folded = letter.casefold()
        return lambda c: c.casefold() == folded

    def known(self, letter: str) -> Callable[[str], bool]:
        """The test of a class such as that behind the backslash of "d", or of all but it for "D"."""
        known = _CLASSES[letter.lower()]
        return known if letter.islower() else lambda c: not known(c)

    def sign(self, letter: str) -> str:
        """The letter that is meant by one behind a backslash."""
        code = self.text[self.at : self.at + 2]
        if letter == "x" and len(code) == 2 and all(c in "0123456789abcdefABCDEF" for c in code):
            self.at += 2
            return chr(int(code, 16))
        if letter not in _SIGNS and letter.isascii() and letter.isalnum():
            raise self.fail(f"'\\{letter}' means nothing here")
        return _SIGNS.get(letter, letter)

    def chosen(self) -> Callable[[str], bool]:
        """The test of letters in square brackets."""
        negated = self.text.startswith("^", self.at)
        self.at += negated
        tests: list[Callable[[str], bool]] = []
        letters: set[str] = set()
        first = True
        while first or not self.text.startswith("]", self.at):
            first = False
            low = self.member()
            if callable(low):
                tests.append(low)
            elif self.text.startswith("-", self.at) and self.text[self.at + 1 : self.at + 2] not in ("", "]"):
                self.at += 1
                high = self.member()
                if callable(high):
                    raise self.fail("a class cannot end a range")
                tests.append(self.between(low, high))
            else:
                letters.add(low if self.exact else low.casefold())
            if len(tests) > _MOST_TESTS:
                raise self.fail("it is too long")
        self.at += 1
        exact = self.exact
        return lambda c: ((c if exact else c.casefold()) in letters or any(test(c) for test in tests)) != negated

    def member(self) -> str | Callable[[str], bool]:
        """A letter in square brackets, or the test of a class."""
        letter = self.text[self.at : self.at + 1]
        if not letter:
            raise self.fail("a ']' is missing")
        self.at += 1
        if letter != "\\" or self.at == len(self.text):
            return letter
        letter = self.text[self.at]
        self.at += 1
        return self.known(letter) if letter.lower() in _CLASSES else "\b" if letter == "b" else self.sign(letter)

    def between(self, low: str, high: str) -> Callable[[str], bool]:
        if low > high:
            raise self.fail(f"'{low}-{high}' is the wrong way round")
        if self.exact:
            return lambda c: low <= c <= high
        return lambda c: low <= c <= high or low <= c.lower() <= high or low <= c.upper() <= high


def compiled(text: str, exact: bool) -> Program:
    """Return the instructions of a pattern.

    Args:
        text: The pattern.
        exact: Whether case counts; "(?i)" at its start says that it does not.

    Raises:
        PatternError: It is none, or longer than what is supported.
    """
    if len(text) > _LONGEST:
        raise PatternError("it is too long")
    compiler = _Compiler(text, exact)
    code = compiler.alternatives()
    if compiler.at < len(text):
        raise compiler.fail("a ')' closes nothing")
    return Program(tuple(code), compiler.groups, compiler.exact)
