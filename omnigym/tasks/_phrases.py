"""Phrases for a step of an instruction: as an order, as a gerund ("renaming ..."), and by its visible result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from omnigym.evaluation.dag import Dag
from omnigym.tasks.app_metadata import spoken_names
from omnigym.tasks.node_binding import BoundNode, need_key, resource_key

__all__ = [
    "arrival",
    "begins_with_place",
    "copying",
    "gerund",
    "is_order",
    "lowered",
    "on_clipboard",
    "sentences",
    "split_tool",
    "ways_of_saying",
]


#: A place before the verb: "In the text file list.txt in Documents, ...".
_PLACE = re.compile(r"(In|On|With|Using) ([^,']+), (.+)", re.DOTALL)
#: A further verb of an order, after "and".
_AND_VERB = re.compile(
    r"\band (add|attach|call|choose|close|copy|delete|divide|export|fill|give|have|keep|let|make|mark|move|multiply"
    r"|name|open|paste|pick|press|put|rename|save|send|set|store|switch|turn|type|use|write)\b"
)
#: What a long order need not say again to be known: from here on it only specifies what is done, or keeps it.
_MORE = re.compile(
    r"(?:, (?:with|take|published|nothing else)\b|; | by [A-Z]| with the subject | and the address | in Microsoft To Do"
    r"| for (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day| in its first row| and below it "
    r"|,? and save (?:it|the \w+)\b(?! as)).*",
    re.DOTALL,
)
#: What an order need never say again: that what was done is kept.
_KEPT = re.compile(r"(?:, so that it (?:stays|remains)\b[^,]*|, and save)$")
#: How an order ends that copies something; a pronoun needs what stands before it.
_COPIES = re.compile(r"\band copy (?!it\b|its\b|that\b)(?P<what>.+)$", re.DOTALL)
#: An order by which a file is made: it is known by the file's name.
_SAVED_AS = re.compile(r"(?:\band |, |[.'] )save (?:it|the result) as (?P<name>[^/]+\.\w+) in ", re.IGNORECASE)
#: An order of more words is long.
_LONG = 10
_SENTENCE = re.compile(r"[.'] ([A-Z][a-z]+) ")
#: First words of sentences that are not orders: "I need ...", "The sound is muted: ...".
_STATES = frozenset({"a", "an", "i", "it", "my", "our", "some", "the", "there", "these", "this", "those", "we", "your"})
_DOUBLED = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")


def is_order(sentence: str) -> bool:
    """Whether a sentence begins with a verb.

    >>> is_order("Copy the file."), is_order("The sound is muted: switch it on."), is_order("'Hello' is spam.")
    (True, False, False)
    """
    return sentence[:1].isalpha() and sentence.partition(" ")[0].casefold() not in _STATES


@cache
def _tool() -> re.Pattern[str]:
    """The pattern of an app named before the verb of a sentence: "In Word, ..."."""
    names = "|".join(map(re.escape, spoken_names()))
    return re.compile(rf"(In|With|Using) ({names}), (.+)", re.DOTALL)


def split_tool(sentence: str) -> tuple[str, str]:
    """The app that a sentence names before its verb, or "", and the rest of the sentence.

    >>> split_tool("In Word, type 'Hello'.")
    ('Word', "type 'Hello'.")
    """
    found = _tool().match(sentence)
    return (found[2], found[3]) if found else ("", sentence)


def begins_with_place(sentence: str) -> bool:
    """Whether a sentence names a place before its verb.

    >>> begins_with_place("In the text file a.txt, change 'b' to 'c'.")
    True
    """
    return _PLACE.match(sentence) is not None


def lowered(sentence: str) -> str:
    """A sentence to be used after an opening: its first letter in lower case, unless the word is "I" or in capitals."""
    first = sentence.partition(" ")[0]
    return sentence if first == "I" or (first.isupper() and len(first) > 1) else sentence[:1].lower() + sentence[1:]


def gerund(sentence: str) -> str:
    """An order as a gerund phrase, without the app that it names; a long one in brief.

    >>> gerund("Create a folder named 'Work'.")
    "creating a folder named 'Work'"
    >>> gerund("Write a document with the heading 'Rain' and below it 'It is wet.' Save it as rain.docx in Documents.")
    'saving rain.docx'
    >>> gerund("In Word, type 'Hello' and save the document.")
    "typing 'Hello' and saving the document"
    >>> gerund("Turn cat.jpg upside down with Photos, so that it stays that way.")
    'turning cat.jpg upside down with Photos'
    """
    _, order = split_tool(sentence.strip().rstrip("."))
    order = _KEPT.sub("", order)
    if len(order.split()) > _LONG:
        if made := _SAVED_AS.search(order):
            return f"saving {made['name']}"
        order = _MORE.sub("", order)
    text = _SENTENCE.sub(lambda m: f"{m[0][0].strip('.')} and {m[1].lower()} ", order)
    place = _PLACE.match(text)
    first, _, rest = (place[3] if place else text).partition(" ")
    done, *others = _AND_VERB.split(f"{_ing(first)} {rest}".strip())
    where = f"{done.rstrip()} {place[1].lower()} {place[2]} " if place else done
    more = "".join(f"and {_ing(verb)}{tail}" for verb, tail in zip(others[::2], others[1::2], strict=True))
    return f"{where}{more}".strip()


def copying(sentence: str) -> str:
    """An order that copies something as a gerund phrase that says so, whatever it begins with.

    >>> copying("Open plan.txt in Notepad, take a snip of it, and copy all text on the snip to the clipboard.")
    'copying all text on the snip to the clipboard'
    >>> copying("Open cat.png in the Snipping Tool and copy it to the clipboard.")
    'opening cat.png in the Snipping Tool and copying it to the clipboard'
    """
    found = _COPIES.search(sentence.strip().rstrip("."))
    return f"copying {found['what']}" if found else gerund(sentence)


def _ing(verb: str) -> str:
    verb = verb.lower()
    if _DOUBLED.fullmatch(verb):
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("e") and len(verb) > 2 and not verb.endswith(("ee", "ye", "oe")):
        return f"{verb[:-1]}ing"
    return f"{verb}ing"


def arrival(maker: BoundNode, user: BoundNode) -> str:
    """The visible result of ``maker`` that ``user`` needs: "list.txt is in Documents"; or "".

    A resource that existed before ``maker`` is not named, because it does not show that the step is done.
    """
    wanted = {need_key(n) for n in user.needs}
    before = {resource_key(n.resource)[1] for n in maker.needs}
    for resource in maker.produces:
        key = resource_key(resource)
        folder, _, name = resource.value.rpartition("/")
        if key not in wanted or key[1] in before or not folder or resource.kind.startswith("clipboard"):
            continue
        if resource.kind == "folder":
            return f"the folder {resource.value} is there"
        return f"the e-mail '{name}' is in {folder}" if resource.kind == "mail" else f"{name} is in {folder}"
    return ""


def on_clipboard(maker: BoundNode, user: BoundNode) -> bool:
    """Whether ``user`` needs something that ``maker`` puts on the clipboard."""
    wanted = {need_key(n) for n in user.needs}
    return any(r.kind.startswith("clipboard") and resource_key(r) in wanted for r in maker.produces)


# -- mentions ---------------------------------------------------------------------------------------------------------

# Things that were named before are named briefly: "list.txt in Documents" is "list.txt" the next time.


def sentences(nodes: Mapping[str, BoundNode], dag: Dag) -> list[str]:
    """The instruction of each node, in the order of the graph's ids, as it is told after those of its ancestors.

    A folder is left out if an ancestor has said where the file is, and no other file of that name is in the story. Of a
    download nobody says it.
    """
    bound = [nodes[i] for i in dag.ids]
    places: dict[str, set[str]] = {}
    for folder, name in (f for node in bound for f in _files(node)):
        places.setdefault(name, set()).add(folder)
    out = []
    for index, node in enumerate(bound):
        text = node.instruction.strip().replace(".'.", ".'")
        told = {f for a in dag.ancestors[index] for f in _files(bound[a]) if f[0] in bound[a].instruction}
        for folder, name in sorted(told):
            if len(places[name]) == 1:
                text = _without(text, folder, name)
        out.append(text)
    return out


def ways_of_saying(nodes: Mapping[str, BoundNode]) -> dict[str, list[str]]:
    """The sentences with which each node may be told, whatever was told before it; the longest first.

    Args:
        nodes: The nodes by id. Nothing is known of what waits for what.
    """
    files = sorted({file for node in nodes.values() for file in _files(node)})
    ways = {}
    for name, node in nodes.items():
        said = {node.instruction.strip().replace(".'.", ".'"): None}
        for folder, file in files:
            said |= dict.fromkeys([_without(text, folder, file) for text in said])
        ways[name] = sorted(said, key=lambda text: (-len(text), text))
    return ways


def _files(node: BoundNode) -> Iterator[tuple[str, str]]:
    """The (folder, name) of each file that a node names."""
    for resource in (*(n.resource for n in node.needs), *node.produces):
        folder, _, name = resource.value.rpartition("/")
        if folder and "." in name and not resource_key(resource)[0].startswith(("clipboard", "mail", "todo")):
            yield folder, name


def _without(text: str, folder: str, name: str) -> str:
    """A text in which a file is named without its folder."""
    where, what = re.escape(folder), re.escape(name)
    ways: Sequence[tuple[str, str]] = (
        (rf"(?<!as )({what}'?), which is in {where},", r"\1"),
        (rf"(?<!as )({what}'?) (?:in|from) (?:the folder |the album )?{where}(?: of the phone)?(?![\w/])", r"\1"),
        (rf"({what}) from the phone's folder {where}(?![\w/])", r"\1"),
        (rf"({what}) of the album {where}(?![\w/])", r"\1"),
        (rf"(?<![\w/]){where}/({what})(?!\w)", r"\1"),
    )
    for pattern, brief in ways:
        text = re.sub(pattern, brief, text)
    return text
