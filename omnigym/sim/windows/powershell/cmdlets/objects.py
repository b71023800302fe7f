"""Cmdlets for what goes down a pipeline: choosing, sorting, counting, grouping."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from omnigym.sim.windows.powershell.members import called, property_of
from omnigym.sim.windows.powershell.operators import binary, wildcard
from omnigym.sim.windows.powershell.registry import Call, cmdlet
from omnigym.sim.windows.powershell.values import (
    Block,
    PsError,
    Record,
    Value,
    as_list,
    as_number,
    as_text,
    bounded,
    check_items,
    check_size,
    is_true,
    joined,
    number_in,
    sort_key,
    weight,
    whole,
)
from omnigym.sim.work_budget import charge, charge_letters

__all__: list[str] = []

#: What a value costs that is compared with others, in units of work.
_COMPARED = 8


def _of(call: Call, what: Value, item: Value) -> Value:
    """A property of a value by its name, or what a block makes of it, or a table's Expression does."""
    if isinstance(what, Record):
        what = what.get("Expression") or what.get("e")
    return whole(call.invoke(what, item)) if isinstance(what, Block) else property_of(item, as_text(what))


_COMPARISONS = [
    "eq",
    "ne",
    "gt",
    "ge",
    "lt",
    "le",
    "like",
    "notlike",
    "match",
    "notmatch",
    "contains",
    "notcontains",
    "in",
    "notin",
    "ceq",
    "cne",
    "clike",
    "cmatch",
]


@cmdlet("Where-Object", f"FilterScript:0 Value:1 {' '.join(_COMPARISONS)} Not! InputObject", "where", "?")
def _where_object(call: Call) -> Iterable[Value]:
    test = call.value("filterscript")
    operator = next((name for name in _COMPARISONS if name in call.values), "")
    if isinstance(test, Block):
        return [v for v in call.given if is_true(whole(call.invoke(test, v)))]
    exact = operator[:1] == "c" and operator not in ("contains",)
    name, right = operator[1:] if exact else operator, call.values.get(operator)
    if not operator:
        return [v for v in call.given if is_true(property_of(v, as_text(test))) != call.has("not")]
    return [
        v for v in call.given if is_true(binary(name, property_of(v, as_text(test)), right, call.session.spend, exact))
    ]


@cmdlet("ForEach-Object", "Process:0 ArgumentList:* Begin End", "foreach", "%")
def _for_each_object(call: Call) -> Iterable[Value]:
    what, out = call.value("process"), list[Value]()
    if call.has("begin"):
        out += call.invoke(call.value("begin"), None)
    for item in call.given:
        if isinstance(what, Block):
            out += call.invoke(what, item)
        elif (isinstance(item, Record) and item.has(as_text(what))) or property_of(item, as_text(what)) is not None:
            out += as_list(property_of(item, as_text(what)))
        else:
            out.append(called(item, as_text(what), as_list(call.value("argumentlist"))))
    if call.has("end"):
        out += call.invoke(call.value("end"), None)
    return out


def _chosen(call: Call, item: Value) -> Value:
    """A value with the properties that are asked for alone."""
    pairs: list[tuple[str, Value]] = []
    for wanted in as_list(call.value("property")):
        call.session.step()
        if isinstance(wanted, Record):
            name = as_text(wanted.get("Name") or wanted.get("n") or wanted.get("Label") or wanted.get("l"))
            pairs.append((name, _of(call, wanted, item)))
        elif isinstance(wanted, Block):
            pairs.append(("Value", _of(call, wanted, item)))
        elif "*" in as_text(wanted):
            fits = wildcard(as_text(wanted))
            names = item.names if isinstance(item, Record) else []
            pairs += [(n, property_of(item, n)) for n in names if fits.search(n, call.session.spend) is not None]
        else:
            own = item.names if isinstance(item, Record) else ["Length"]
            name = next((n for n in own if n.casefold() == as_text(wanted).casefold()), as_text(wanted))
            pairs.append((name, property_of(item, name)))
    left_out = {text.casefold() for text in call.texts("excludeproperty")}
    return Record("PSCustomObject", tuple(dict([p for p in pairs if p[0].casefold() not in left_out]).items()))


@cmdlet(
    "Select-Object", "Property:0 First Last Skip Unique! ExpandProperty ExcludeProperty Index InputObject", "select"
)
def _select_object(call: Call) -> Iterable[Value]:
    values = list(call.given)
    skip = max(0, call.number("skip"))
    values = values[skip:] if not call.has("last") else values[: len(values) - skip]
    if call.has("first"):
        values = values[: max(0, call.number("first"))]
    if call.has("last"):
        values = values[max(0, len(values) - max(0, call.number("last"))) :]
    if call.has("expandproperty"):
        name = call.text("expandproperty")
        found = [property_of(item, name) for item in values]
        check_items(sum([len(as_list(v)) for v in found]))
        values = [v for each in found for v in as_list(each)]
    elif call.has("property"):
        values = [_chosen(call, item) for item in values]
    if call.has("unique"):
        kept: dict[str, Value] = {}
        for value in values:
            charge_letters(weight(value))
            kept.setdefault(repr(value), value)
        values = list(kept.values())
    return values


def _key(call: Call, what: Value, item: Value) -> tuple[int, float, str]:
    charge(_COMPARED)
    return sort_key(item if what is None else _of(call, what, item))


@cmdlet("Sort-Object", "Property:0 Descending! Unique! InputObject Top Bottom", "sort")
def _sort_object(call: Call) -> Iterable[Value]:
    values = list(call.given)
    for what in reversed(as_list(call.value("property")) or [None]):
        down = call.has("descending")
        if isinstance(what, Record) and what.has("Descending"):
            down = is_true(what.get("Descending"))
        values.sort(key=lambda item, w=what: _key(call, w, item), reverse=down)  # type: ignore[misc]
    if call.has("unique"):
        whats, kept = as_list(call.value("property")) or [None], dict[object, Value]()
        for value in values:
            kept.setdefault(tuple([_key(call, w, value) for w in whats]), value)
        values = list(kept.values())
    return values


_TOTALS: Mapping[str, Callable[[list[int | float]], Value]] = {
    "average": lambda numbers: sum(numbers) / len(numbers),
    "sum": lambda numbers: bounded(sum(numbers)),
    "maximum": max,
    "minimum": min,
}


@cmdlet("Measure-Object", "Property:0 Sum! Average! Maximum! Minimum! Line! Word! Character! AllStats!", "measure")
def _measure_object(call: Call) -> Iterable[Value]:
    if any(call.has(name) for name in ("line", "word", "character")):
        text = joined([as_text(v) for v in call.given], "\n")
        charge(len(text) if call.has("word") else 0)
        counts = {
            "Lines": len(call.given) if call.has("line") else None,
            "Words": len(text.split()) if call.has("word") else None,
            "Characters": sum([len(as_text(v)) for v in call.given]) if call.has("character") else None,
        }
        return [Record("TextMeasureInfo", (*counts.items(), ("Property", None)))]
    found: list[Value] = []
    for name in call.texts("property") or [""]:
        parts = [property_of(item, name) if name else item for item in call.given]
        check_items(sum([len(as_list(v)) for v in parts]))
        values = [v for each in parts for v in as_list(each)]
        totals: list[tuple[str, Value]] = [("Count", len(values))]
        asked = [total for total in _TOTALS if call.has(total)]
        numbers = [as_number(v) for v in values] if asked and values else []
        for total in _TOTALS:
            given = total in asked and numbers
            totals.append((total.capitalize(), _TOTALS[total](numbers) if given else None))
        found.append(Record("GenericMeasureInfo", (*totals, ("Property", name or None))))
    return found


@cmdlet("Group-Object", "Property:0 NoElement! AsHashTable!", "group")
def _group_object(call: Call) -> Iterable[Value]:
    groups: dict[str, list[Value]] = {}
    for item in call.given:
        name = as_text(item if not call.has("property") else _of(call, call.value("property"), item))
        groups.setdefault(name, []).append(item)
    for name in sorted(groups, key=lambda text: sort_key(number_in(text) if number_in(text) is not None else text)):
        members = groups[name]
        inside = () if call.has("noelement") else (("Group", members),)
        yield Record("GroupInfo", (("Count", len(members)), ("Name", name), *inside))


@cmdlet("Get-Unique", "AsString!", "gu")
def _get_unique(call: Call) -> Iterable[Value]:
    for value in call.given:
        check_size(value)
    return [v for n, v in enumerate(call.given) if n == 0 or v != call.given[n - 1]]


@cmdlet("Compare-Object", "ReferenceObject:0 DifferenceObject:1 Property IncludeEqual!", "compare", "diff")
def _compare_object(call: Call) -> Iterable[Value]:
    left, right = as_list(call.value("referenceobject")), as_list(call.value("differenceobject"))
    a, b = [as_text(v) for v in left], [as_text(v) for v in right]
    charge(_COMPARED * (len(a) + len(b)))
    ours, theirs = set(a), set(b)
    sides = [(t, "==") for t in a if t in theirs and call.has("includeequal")]
    sides += [(t, "=>") for t in b if t not in ours] + [(t, "<=") for t in a if t not in theirs]
    return [Record("PSCustomObject", (("InputObject", text), ("SideIndicator", side))) for text, side in sides]


@cmdlet("New-Object", "TypeName:0 Property ArgumentList:1")
def _new_object(call: Call) -> Iterable[Value]:
    properties = call.value("property")
    if call.text("typename").casefold() not in ("psobject", "pscustomobject", "object"):
        raise PsError(f"New-Object : There is no type [{call.text('typename')}].")
    return [Record("PSCustomObject", properties.pairs if isinstance(properties, Record) else ())]


@cmdlet("Add-Member", "MemberType NotePropertyName NotePropertyValue Name:1 Value:2 InputObject PassThru!")
def _add_member(call: Call) -> Iterable[Value]:
    name = call.text("notepropertyname", call.text("name"))
    value = call.value("notepropertyvalue") if call.has("notepropertyvalue") else call.value("value")
    return [item.put(name, value) for item in call.given if isinstance(item, Record)]
