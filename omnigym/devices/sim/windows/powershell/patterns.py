"""Regular expressions that always end: all ways of reading a text are followed side by side, one letter after another.

With a pattern that goes back, as most libraries' do, a few letters of a script could keep the desktop busy for hours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.windows.powershell.values import PsError

__all__ = ["Found", "Pattern", "Spend", "pattern_of", "wildcard"]

#: How many instructions a pattern may have, how deep its brackets may lie, and of how much work is told at once.
_MOST_CODE, _DEEPEST, _PIECE = 600, 20, 2000
_CLASSES: dict[str, Callable[[str], bool]] = {
    "d": str.isdecimal,
    "w": lambda c: c.isalnum() or c == "_",
    "s": str.isspace,
}
_SIGNS = {"n": "\n", "t": "\t", "r": "\r"}


#: Is told how much work a search was; whoever has no more to spend raises.
Spend: TypeAlias = Callable[[int], None]


class Found(NamedTuple):
    """Where a pattern was found: (start, end) of all and of each of its groups, (-1, -1) for one that is not there."""

    spans: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """Behind its last letter."""
        return self.spans[0][1]

    def group(self, text: str, number: int) -> str:
        """The letters of a group."""
        start, end = self.spans[number] if number < len(self.spans) else (-1, -1)
        return text[start:end] if start >= 0 else ""


class _Code(NamedTuple):
    """An instruction: "letter" with a test, "split" (first ``a``, then ``b``), "jump", "save", "at", "done"."""

    what: str
    a: int = 0
    b: int = 0
    test: Callable[[str], bool] | None = None
    place: str = ""


class _Compiler:
    """Makes instructions of a pattern; those of a part are a list whose jumps are relative to themselves."""

    def __init__(self, text: str, exact: bool) -> None:
        self.text, self.at, self.exact, self.groups, self.depth = text, 0, exact, 0, 0

    def fail(self, why: str) -> PsError:
        return PsError(f"The regular expression '{self.text[:80]}' is not valid: {why}.")

    def alternatives(self) -> list[_Code]:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.fail("its brackets lie too deep in each other")
        found = self.sequence()
        while self.text[self.at : self.at + 1] == "|":
            self.at += 1
            other = self.sequence()
            found = [_Code("split", 1, len(found) + 2), *found, _Code("jump", len(other) + 1), *other]
        self.depth -= 1
        return found

    def sequence(self) -> list[_Code]:
        found: list[_Code] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            found += self.repeated(self.one())
            if len(found) > _MOST_CODE:
                raise self.fail("it is too long")
        return found

    def repeated(self, part: list[_Code]) -> list[_Code]:
        low, high = self.times()
        if (low, high) == (1, 1):
            return part
        lazy = self.text[self.at : self.at + 1] == "?"
        self.at += lazy
        if len(part) * max(low, high, 1) > _MOST_CODE:
            raise self.fail("it repeats too much")

        def choice(inside: int, past: int) -> _Code:
            return _Code("split", past, inside) if lazy else _Code("split", inside, past)

        found = part * low
        if high < 0:
            return [*found, choice(1, len(part) + 2), *part, _Code("jump", -len(part) - 1)]
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

    def one(self) -> list[_Code]:
        letter = self.text[self.at]
        self.at += 1
        if letter == "(":
            return self.group()
        if letter == "[":
            return [_Code("letter", test=self.chosen())]
        if letter == ".":
            return [_Code("letter", test=lambda c: c != "\n")]
        if letter in "^$":
            return [_Code("at", place=letter)]
        if letter in "*+?":
            raise self.fail(f"'{letter}' has nothing before it")
        if letter != "\\":
            return [_Code("letter", test=self.same(letter))]
        letter = self.text[self.at : self.at + 1]
        self.at += 1
        if not letter:
            raise self.fail("it ends with a backslash")
        if letter in "bB":
            return [_Code("at", place=letter)]
        if letter.isdecimal():
            raise self.fail("back references are not supported")
        return [_Code("letter", test=self.escaped(letter))]

    def group(self) -> list[_Code]:
        keeps = not self.text.startswith("?", self.at)
        if not keeps:
            if not self.text.startswith("?:", self.at):
                raise self.fail("'(?' is only supported as '(?:'")
            self.at += 2
        self.groups += keeps
        number = self.groups
        inside = self.alternatives()
        if self.text[self.at : self.at + 1] != ")":
            raise self.fail("a ')' is missing")
        self.at += 1
        return [_Code("save", 2 * number), *inside, _Code("save", 2 * number + 1)] if keeps else inside

    def same(self, letter: str) -> Callable[[str], bool]:
        if self.exact:
            return lambda c: c == letter
        folded = letter.casefold()
        return lambda c: c.casefold() == folded

    def escaped(self, letter: str) -> Callable[[str], bool]:
        known = _CLASSES.get(letter.lower())
        if known is None:
            return self.same(_SIGNS.get(letter, letter))
        return known if letter.islower() else lambda c: not known(c)

    def chosen(self) -> Callable[[str], bool]:
        """The test of letters in square brackets."""
        negated = self.text.startswith("^", self.at)
        self.at += negated
        tests: list[Callable[[str], bool]] = []
        first = True
        while first or not self.text.startswith("]", self.at):
            first = False
            if self.at >= len(self.text):
                raise self.fail("a ']' is missing")
            letter = self.text[self.at]
            self.at += 1
            if letter == "\\":
                tests.append(self.escaped(self.text[self.at : self.at + 1] or "\\"))
                self.at += 1
            elif self.text.startswith("-", self.at) and self.text[self.at + 1 : self.at + 2] not in ("", "]"):
                tests.append(self.between(letter, self.text[self.at + 1]))
                self.at += 2
            else:
                tests.append(self.same(letter))
        self.at += 1
        return lambda c: any(test(c) for test in tests) != negated

    def between(self, low: str, high: str) -> Callable[[str], bool]:
        if low > high:
            raise self.fail(f"'{low}-{high}' is the wrong way round")
        if self.exact:
            return lambda c: low <= c <= high
        return lambda c: low <= c <= high or low <= c.lower() <= high or low <= c.upper() <= high


class Pattern:
    """A regular expression.

    Args:
        text: It.
        exact: Whether case counts.

    Raises:
        PsError: It is none, or longer than what is supported.
    """

    def __init__(self, text: str, exact: bool = False) -> None:
        compiler = _Compiler(text, exact)
        code = compiler.alternatives()
        if compiler.at < len(text):
            raise compiler.fail("a ')' closes nothing")
        self._code = [_Code("save", 0), *code, _Code("save", 1), _Code("done")]
        self._slots = 2 * (compiler.groups + 1)

    def search(self, text: str, spend: Spend, start: int = 0) -> Found | None:
        """The first place where it is found.

        Raises:
            PsError: The search is too much work for who spends it.
        """
        threads: dict[int, tuple[int, ...]] = {}
        best: tuple[int, ...] | None = None
        work = 0
        for at in range(start, len(text) + 1):
            if best is None:
                self._add(threads, 0, (-1,) * self._slots, text, at)
            after: dict[int, tuple[int, ...]] = {}
            for number, saved in threads.items():
                code = self._code[number]
                work += 1
                if code.what == "done":
                    best = saved
                    break  # what is behind is less preferred
                if code.test is not None and at < len(text) and code.test(text[at]):
                    self._add(after, number + 1, saved, text, at + 1)
            threads = after
            if work > _PIECE:
                spend(work)
                work = 0
            if best is not None and not threads:
                break
        spend(work + 20)
        if best is None:
            return None
        return Found(tuple([(best[i], best[i + 1]) for i in range(0, self._slots, 2)]))

    def _add(
        self, threads: dict[int, tuple[int, ...]], number: int, saved: tuple[int, ...], text: str, at: int
    ) -> None:
        """The instructions that are reached without a letter, the preferred ones first."""
        seen: set[int] = set()
        waiting = [(number, saved)]
        while waiting:
            number, saved = waiting.pop()
            if number in seen or number in threads:
                continue
            seen.add(number)
            code = self._code[number]
            if code.what == "split":
                waiting += [(number + code.b, saved), (number + code.a, saved)]
            elif code.what == "jump":
                waiting.append((number + code.a, saved))
            elif code.what == "save":
                waiting.append((number + 1, (*saved[: code.a], at, *saved[code.a + 1 :])))
            elif code.what == "at":
                if _is_at(code.place, text, at):
                    waiting.append((number + 1, saved))
            else:
                threads[number] = saved

    def all(self, text: str, spend: Spend) -> Iterator[Found]:
        """All places where it is found, one behind the other."""
        at = 0
        while at <= len(text) and (found := self.search(text, spend, at)) is not None:
            yield found
            at = max(found.end, found.start + 1) if found.end > found.start else found.end + 1


def _is_at(place: str, text: str, at: int) -> bool:
    if place == "^":
        return at == 0
    if place == "$":
        return at == len(text) or (at == len(text) - 1 and text[at] == "\n")
    word = _CLASSES["w"]
    return (at > 0 and word(text[at - 1])) != (at < len(text) and word(text[at])) == (place == "b")


@lru_cache(maxsize=64)
def pattern_of(text: str, exact: bool = False) -> Pattern:
    """See `Pattern`."""
    return Pattern(text, exact)


@lru_cache(maxsize=64)
def wildcard(text: str, exact: bool = False) -> Pattern:
    """The pattern that a whole text has to fit where ``*`` is any letters and ``?`` is one."""
    known = {"*": r"(?:.|\n)*", "?": r"(?:.|\n)"}
    return Pattern("^" + "".join([known.get(c, f"\\{c}" if not c.isalnum() else c) for c in text]) + "$", exact)
