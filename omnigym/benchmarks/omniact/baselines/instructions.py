"""Parsing of instructions into steps, by rules: "type 'Anna' in the name field and press Enter" has three."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

__all__ = ["InstructionStep", "steps_of"]


class InstructionStep(NamedTuple):
    """A PyAutoGUI call that an instruction requests, before the screen is known.

    Attributes:
        function: PyAutoGUI's name of it.
        target: The words that name the element; "" for none.
        keys: Of press and hotkey, in PyAutoGUI's names.
        text: Of write.
        amount: Notches of scroll (positive is up) and hscroll (positive is right).
    """

    function: str
    target: str = ""
    keys: tuple[str, ...] = ()
    text: str | None = None
    amount: float | None = None


#: Characters of an instruction that are read.
_LONGEST: Final = 2000
#: Notches that are scrolled where nothing is said; OmniACT's scores do not look at them.
_NOTCHES: Final = 5.0

# -- quotes: they are not cut, and their words say nothing of what is to be done ---------------------------------------

_QUOTED: Final = re.compile(
    r"\"([^\"]*)\"|“([^”]*)”|‘([^’]*)’|`([^`]*)`|«([^»]*)»|(?<!\w)'((?:[^']|(?<=\w)'(?=\w))*)'(?!\w)"
)
_PLACE: Final = re.compile(r"⟦(\d+)⟧")


def _hidden(text: str) -> tuple[str, list[str]]:
    """A text with places for what is quoted, and that."""
    quoted: list[str] = []

    def hide(found: re.Match[str]) -> str:
        quoted.append(next(group for group in found.groups() if group is not None))
        return f"⟦{len(quoted) - 1}⟧"

    return _QUOTED.sub(hide, text.replace("⟦", "[")), quoted


def _shown(text: str, quoted: Sequence[str]) -> str:
    return _PLACE.sub(lambda found: quoted[int(found[1])], text)


# -- keys --------------------------------------------------------------------------------------------------------------

_SPOKEN: Final = {
    "control": "ctrl",
    "cmd": "command",
    "return": "enter",
    "esc": "escape",
    "windows": "win",
    "super": "win",
    "del": "delete",
    "spacebar": "space",
    "space bar": "space",
    "page up": "pageup",
    "page down": "pagedown",
    "arrow up": "up",
    "arrow down": "down",
    "arrow left": "left",
    "arrow right": "right",
    "up arrow": "up",
    "down arrow": "down",
    "left arrow": "left",
    "right arrow": "right",
    "print screen": "printscreen",
    "plus": "+",
}
_MODIFIERS: Final = "ctrl|control|alt|shift|win|windows|super|cmd|command|option"
_NAMED: Final = (
    *("ctrl", "alt", "shift", "win", "command", "option", "enter", "escape", "tab", "space", "backspace", "delete"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "insert", "capslock", "printscreen"),
    *[f"f{n}" for n in range(12, 0, -1)],
)
_NAMES: Final = "|".join(sorted((*_SPOKEN, *_NAMED), key=len, reverse=True))
_KEY: Final = rf"(?:(?:{_NAMES}|[a-z0-9])(?!\w)|[-+=/*.,;?])"
_JOINED: Final = r"(?:\s*(?:\+|-|\band\b|\bplus\b|\bwith\b)\s*|\s+)(?:the\s+)?"
#: Modifiers and what is pressed with them. Atomic: a "+" may join keys or be one, and is tried as one of them only.
_CHORD: Final = rf"(?<!\w)(?:{_MODIFIERS})(?>{_JOINED}{_KEY})++"
_JOIN: Final = re.compile(_JOINED, re.I)
_ONE: Final = re.compile(_KEY, re.I)


def _key(spoken: str) -> str:
    low = " ".join(spoken.lower().split())
    return _SPOKEN.get(low, low)


def _chord(text: str) -> tuple[str, ...]:
    """The keys of a text such as "Ctrl + Shift + S"."""
    keys = list[str]()
    at = 0
    while found := _ONE.match(text, at):
        keys.append(_key(found[0]))
        joined = _JOIN.match(text, found.end())
        at = joined.end() if joined else len(text)
    return tuple(keys)


# -- clauses -----------------------------------------------------------------------------------------------------------

#: Politeness, order and the like before a verb.
_BEFORE: Final = re.compile(
    r"^(?:(?:please|kindly|now|first|then|next|finally|lastly|and|so|just|also|afterwards|after that|"
    r"go ahead and|(?:can|could|would|will) you(?: please)?|(?:i|we)(?: would|'d)? (?:want|need|like)(?: you)? to|"
    r"i'd like(?: you)? to|you (?:should|must|need to|have to|can)|make sure to|followed by|by)\b[\s,:]*)+",
    re.I,
)
_GERUND: Final = re.compile(
    r"\b(typ|writ|choos|mov|us|enter|input|fill|insert|press|click|select|open|hover|search|hitt|putt|dragg|tapp)ing\b",
    re.I,
)
_VERBS: Final = (
    r"(?:double|right|left|secondary)[- ]?click|click|tap|hover|point|move|drag|drop|pull|scroll|turn|type|write|enter|"
    r"input|key in|fill|insert|put|place|set|press|hit|strike|push|select|choose|pick|open|use|search|hold|go|switch|"
    r"change|launch|start|show|close|confirm|submit|finish|end|rest|bring|follow|visit|activate|deactivate|enable|"
    r"disable|expand|unfold|check|uncheck|tick|untick|mark|unmark|clear|remove|focus|replace|overwrite|left|right"
)
#: Between two clauses: words of an order, or a comma or "and" before a verb. What is said of "it" is no clause.
_ORDER: Final = r"(?:then|next|finally|lastly|after that|afterwards|followed by)"
_CUT: Final = re.compile(
    rf"\s*[,;.:]?\s+(?:and\s+)?{_ORDER}[\s,]+|\s*;\s*"
    rf"|(?:\s*[,.]\s+(?:and\s+)?|\s+and\s+)(?=(?:{_VERBS})\b)(?!(?:click|tap|drop|release|press) (?:it|there)\b)",
    re.I,
)
#: "With the item clicked, press Delete" is two clauses in another order of words.
_WITH: Final = re.compile(r"^(?:with|having|after|once)\s+(.+?)\s+(?:clicked|selected|focused|active),\s*", re.I)
#: "After typing 'x' in the field, press Enter".
_AFTER: Final = re.compile(r"^after\s+(.+?),\s*", re.I)
_HOLD: Final = re.compile(
    rf"\bhold (?:down )?(?:the )?({_MODIFIERS})(?: key)?(?: down)?,? and (?:press|hit) (?:the )?", re.I
)


def _imperative(found: re.Match[str]) -> str:
    stem = found[1].lower()
    if stem in ("typ", "writ", "choos", "mov", "us"):
        return f"{stem}e"
    return stem[:-1] if stem in ("hitt", "putt", "dragg", "tapp") else stem


def _clauses(text: str) -> list[str]:
    text = _WITH.sub(r"click \1, then ", text)
    text = _AFTER.sub(r"\1, then ", text)
    text = _HOLD.sub(r"press \1 + ", text)
    return [_BEFORE.sub("", clause).strip(" ,.;:!?") for clause in _CUT.split(text)]


# -- steps -------------------------------------------------------------------------------------------------------------

_TARGET: Final = r"(?P<target>.+)"
_TEXT: Final = r"(?P<text>⟦\d+⟧|.+?)"
_IN: Final = r"(?:into|in to|inside|in|on to|onto|on|at|to|as|for)"
_POINTER: Final = r"(?:the |your )?(?:mouse|pointer|cursor)(?: pointer| cursor)?"
_CARET: Final = r"(?:the |your )?(?:text )?(?:caret|cursor|insertion point)"
_ALL: Final = InstructionStep("hotkey", keys=("ctrl", "a"))
#: What says how an element is used, and not which one it is.
_HOW: Final = re.compile(
    r"\s+(?:with a (?:single )?(?:left )?click|and (?:click|tap|press) (?:it|there)|to open it|once)$", re.I
)
#: What says what becomes of an element: a click is all that it needs.
_CHANGE: Final = re.compile(
    r"^(?:(?:turn|switch|toggle) (?:on|off) (?P<b>.+)|(?:turn|switch|toggle|set) (?P<c>.+?)(?: to)? (?:on|off)"
    r"|show what (?P<d>.+) (?:offers|has|holds)|(?:go|switch|change|navigate) (?:for|to|over to) (?P<e>.+)"
    r"|bring up (?P<f>.+)|turn to (?P<g>.+))$",
    re.I,
)
_PLAIN: Final = re.compile(
    r"^(?:left[- ]?click|click|tap|select|choose|pick|open|press|hit|push|use|launch|start|show|close|follow|visit|"
    r"activate|deactivate|enable|disable|expand|unfold|check|uncheck|tick|untick|mark|unmark|clear|focus|view|find)"
    r"(?: on| into| in)? (?P<target>.+)$",
    re.I,
)
_WAY: Final = re.compile(r"\b(up|down|left|right|top|bottom)(?:wards?)?\b", re.I)
#: "The second list from the left" is no way.
_COUNTED: Final = re.compile(r" (?:that is \w+ )?from the (?:top|bottom|left|right)", re.I)
_SCROLLS: Final = re.compile(r"\b(?:scroll(?:ing)?|(?:mouse )?wheel|swipe)\b", re.I)
#: Words of a clause on scrolling that name no element.
_SCROLLED: Final = re.compile(
    r"\b(?:scroll(?:ing)?|(?:turn|move|use|go|spin|roll)|(?:the )?(?:mouse )?wheel|swipe|(?:to(?:wards)? )?(?:the )?"
    r"(?:up|down|left|right|top|bottom)(?:wards?)?(?: side)?|horizontally|vertically|sideways|by|through|over|to|"
    r"until more of its|shows|a (?:bit|little)|further)\b,?",
    re.I,
)
_LEAD: Final = re.compile(r"^(?:on|at|in|to|over|into|onto|upon|the|a|an|your|my|above|of)\s+", re.I)
_PRESS: Final = r"(?:press|hit|strike|use|push|hold|tap)"
_WRITE: Final = r"(?:type|write|enter|input|key in|insert|put|fill in)(?: the (?:text|words?|phrase))?"
_KEYS: Final = r"(?: the)?(?: keyboard)?(?: (?:key )?combination| shortcut| keys?| hotkey)?"
_HOW_OFTEN: Final = rf"(?: (?P<times>once|twice|(?:\d+|two|three|four|five) times))?(?: {_IN} (?:the |your )?keyboard)?"
_TIMES: Final = {"once": 1, "twice": 2, "two": 2, "three": 3, "four": 4, "five": 5}
_MOST_TIMES: Final = 20

_Made: TypeAlias = Callable[[re.Match[str]], list[InstructionStep]]


def _at(function: str) -> _Made:
    return lambda found: [InstructionStep(function, found["target"])]


def _writing(found: re.Match[str]) -> list[InstructionStep]:
    target = found.groupdict().get("target")
    return [*([InstructionStep("click", target)] if target else []), InstructionStep("write", text=found["text"])]


def _replacing(found: re.Match[str]) -> list[InstructionStep]:
    text = found.groupdict().get("text")
    return [InstructionStep("click", found["target"]), _ALL, *([InstructionStep("write", text=text)] if text else [])]


def _searching(found: re.Match[str]) -> list[InstructionStep]:
    return [
        InstructionStep("click", found.groupdict().get("target") or "search"),
        InstructionStep("write", text=found["text"]),
    ]


def _pressing(found: re.Match[str]) -> list[InstructionStep]:
    keys = _chord(found["keys"])
    times = (found.groupdict().get("times") or "once").split()[0].lower()
    count = _TIMES.get(times) or int(times)
    return [InstructionStep("hotkey" if len(keys) > 1 else "press", keys=keys)] * min(count, _MOST_TIMES)


def _dragging(found: re.Match[str]) -> list[InstructionStep]:
    return [InstructionStep("moveTo", found["what"]), InstructionStep("dragTo", found["target"])]


#: The first rule that fits the whole of a clause makes its steps.
_RULES: Final[tuple[tuple[re.Pattern[str], _Made], ...]] = tuple(
    (re.compile(pattern, re.I), make)
    for make, *patterns in (
        (
            _at("doubleClick"),
            rf"double[- ]?click(?: on)? {_TARGET}",
            r"(?:click|tap)(?: on)? (?P<target>.+?) (?:twice|two times)(?: in a row| quickly)?",
            r"(?:open|launch|select|click) (?P<target>.+?) (?:with|by) a double[- ]?click",
            r"give (?P<target>.+?) a double[- ]?click",
        ),
        (
            _at("rightClick"),
            rf"(?:right|secondary)[- ]?click(?: on)? {_TARGET}",
            r"(?:click|tap)(?: on)? (?P<target>.+?) with the right (?:mouse )?button",
            r"give (?P<target>.+?) a right[- ]?click",
            rf"(?:open|show|bring up) the (?:context|right[- ]click|shortcut) menu (?:of|for|on) {_TARGET}",
        ),
        (
            _at("click"),
            rf"(?:put|place|set|move) {_CARET} (?:in|into|inside) {_TARGET}",
            rf"(?:put|set|remove|take) (?:a|the) (?:tick|check|check ?mark) (?:in|on|of|from|off) {_TARGET}",
        ),
        (
            _at("moveTo"),
            rf"hover(?: {_POINTER})?(?: over| on| above)? {_TARGET}",
            rf"(?:move|place|put|point|bring|rest) {_POINTER} (?:over to|over|to|on to|onto|on|at|above) {_TARGET}",
            r"point (?:at|to) (?P<target>.+?)(?: without click(?:ing)?)?",
        ),
        (
            _dragging,
            rf"(?:drag|pull) (?P<what>.+?) (?:and drop it )?(?:over to|onto|on to|into|to|over|on|in) {_TARGET}",
            rf"(?:take|pick up|grab|drag|move) (?P<what>.+?) and drop it (?:onto|on to|into|on|in|over) {_TARGET}",
            r"(?:move|take) (?P<what>.+?) (?:over )?(?:onto|into|to) (?P<target>.+?) (?:with|while|hold\w*).* button.*",
        ),
        (
            _pressing,
            rf"{_PRESS}(?: down)?{_KEYS} (?P<keys>{_CHORD})(?: keys?| shortcut)?(?: together| at once)?{_HOW_OFTEN}",
            rf"{_PRESS}(?: on)?(?: the)? (?P<keys>{_KEY})(?: key)?{_HOW_OFTEN}",
            rf"(?:confirm|submit|finish|end)(?: it)? (?:with|by press) (?:the )?(?P<keys>{_KEY})(?: key)?",
            rf".+ (?:with|using|use|via|by|through)(?: press(?:ing)?| use)?{_KEYS} (?P<keys>{_CHORD})(?: keys?)?",
        ),
        (
            _replacing,
            rf"(?:replace|overwrite) (?:everything|all|the content|(?:all )?the text) (?:in|of) {_TARGET} with {_TEXT}",
            rf"(?:replace|overwrite) {_TARGET} with {_TEXT}",
            rf"change (?:the )?(?:text|content|value|name) (?:of|in) {_TARGET} (?:to|into) {_TEXT}",
            r"(?:set|change) (?P<target>.+) to (?P<text>⟦\d+⟧)",
            r"select (?:all|everything)(?: that is)?(?: that| in| of) (?P<target>.+?)(?: holds| has| contains)?",
            r"clear (?P<target>.+?) by select(?:ing)? (?:it all|all(?: of it)?|everything)",
        ),
        (lambda _found: [_ALL], r"select (?:all|everything)"),
        (
            _writing,
            rf"fill (?:in |out )?{_TARGET} with {_TEXT}",
            rf"(?:enter|set|input) {_TARGET} (?:as|to be) {_TEXT}",
            rf"{_WRITE} {_TEXT} {_IN} {_TARGET}",
            rf"{_WRITE} {_TEXT}(?: instead| there)?",
        ),
        (
            _searching,
            rf"search (?:in |on )?(?:the )?{_TARGET} for {_TEXT}",
            rf"search (?:for )?{_TEXT} (?:in|on|with|using) {_TARGET}",
            rf"search (?:for )?{_TEXT}",
        ),
    )
    for pattern in patterns
)


def steps_of(instruction: str) -> tuple[InstructionStep, ...]:
    """Return the steps of an instruction in order; a clause without a known verb is an element to click.

    >>> for step in steps_of("Type 'Anna' in the name field, then press Enter."):
    ...     print(step.function, step.target or step.keys or step.text)
    click name field
    write Anna
    press ('enter',)
    """
    text, quoted = _hidden(" ".join(instruction[:_LONGEST].split()))
    text = _GERUND.sub(_imperative, text)
    steps = [step for clause in _clauses(text.strip(" .!?")) for step in _steps(clause)]
    return tuple([_filled(step, quoted) for step in steps])


def _steps(clause: str) -> list[InstructionStep]:
    if not clause:
        return []
    if _SCROLLS.search(clause):
        return [_scrolling(clause)]
    clause = _HOW.sub("", clause)
    for pattern, make in _RULES:
        found = pattern.fullmatch(clause)
        if found:
            return make(found)
    changed = _CHANGE.match(clause)
    if changed:
        return [InstructionStep("click", next(group for group in changed.groups() if group))]
    plain = _PLAIN.match(clause)
    return [InstructionStep("click", plain["target"] if plain else clause)]


def _scrolling(clause: str) -> InstructionStep:
    found = _WAY.search(_COUNTED.sub("", clause))
    way = found[1].lower() if found else "down"
    amount = _NOTCHES if way in ("up", "right", "top") else -_NOTCHES
    target = _SCROLLED.sub(" ", _COUNTED.sub("", clause)) + "".join(_COUNTED.findall(clause))
    return InstructionStep(
        "hscroll" if way in ("left", "right") else "scroll", " ".join(target.split()).strip(" ,"), amount=amount
    )


def _filled(step: InstructionStep, quoted: Sequence[str]) -> InstructionStep:
    target = step.target
    while (bare := _LEAD.sub("", target)) != target:
        target = bare
    text = None if step.text is None else _shown(step.text, quoted)
    # quotes stay around what was quoted: to a filter they say that it is a name
    return step._replace(target=_PLACE.sub(lambda found: f'"{quoted[int(found[1])]}"', target), text=text)
