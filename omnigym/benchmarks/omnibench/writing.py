"""Writing conditions as evaluation functions (OmniBench C.3), with a list of what these cannot express."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from omnigym.benchmarks.omnibench.evaluation import APIS, GETTERS
from omnigym.evaluation.condition import Condition
from omnigym.tasks.templates import names_in

__all__ = ["Exported", "write_evaluation"]

_FUNCTION = "evaluate_agent_task_completion"


class Exported(NamedTuple):
    """The source of an evaluation function.

    Attributes:
        text: The Python source.
        losses: What it does not express of the original, one sentence for each loss.
    """

    text: str
    losses: tuple[str, ...]


class _Near(NamedTuple):
    """An API that is similar to a check of omnigym.

    Attributes:
        api: Name of the API, which is called with its first parameter only.
        argument: The argument of the check that is passed to it.
        negated: Whether the API must not hold.
        last: Whether only the last part of a path is passed.
    """

    api: str
    argument: str
    negated: bool = False
    last: bool = False


#: By check of omnigym: the similar APIs, which must all hold, and what is lost.
_NEAR: Mapping[str, tuple[tuple[_Near, ...], str]] = {
    "file_exists": ((_Near("check_file_exists", "path"),), "a folder of that name would pass, too"),
    "folder_exists": ((_Near("check_file_exists", "path"),), "a file of that name would pass, too"),
    "path_absent": ((_Near("check_file_exists", "path", negated=True),), ""),
    "file_absent": ((_Near("check_file_exists", "path", negated=True),), "a folder of that name must be gone, too"),
    "file_moved": ((_Near("check_file_exists", "to"), _Near("check_file_exists", "path", negated=True)), ""),
    "same_content": (
        (_Near("check_file_exists", "path"), _Near("check_file_exists", "other")),
        "what is in the files is not compared",
    ),
    "same_document": (
        (_Near("check_file_exists", "path"), _Near("check_file_exists", "other")),
        "what is in the documents is not compared",
    ),
    "file_content_equals": ((_Near("check_file_exists", "path"),), "what is in the file is not looked at"),
    "clipboard_holds_file": (
        (_Near("clipboard_contains_file", "path", last=True),),
        "a file of that name from another folder would pass, too",
    ),
    "window_titled": ((_Near("check_text_exists_via_control", "title"),), "the text may stand elsewhere, too"),
    "document_open": (
        (_Near("check_text_exists_via_control", "path", last=True),),
        "the name may stand elsewhere than in a window's title",
    ),
    "control_exists": ((_Near("check_text_exists_via_control", "name"),), "any control of that text would pass"),
}


def write_evaluation(conditions: Sequence[Condition], parameters: Sequence[str] = ()) -> Exported:
    """Write conditions as an evaluation function.

    Args:
        conditions: The conditions, with templates.
        parameters: The names of the function's parameters.
    """
    writer = _Writer()
    tests = [(c, writer.expression(c)) for c in conditions]
    kept = [(c, t) for c, t in tests if t is not None]
    lines = [
        "from collections import namedtuple",
        "",
        "EvalResult = namedtuple('EvalResult', ['success', 'message', 'progress'])",
        "",
        "",
        f"def {_FUNCTION}({', '.join(f'{p}: str' for p in parameters)}) -> EvalResult:",
    ]
    for n, (condition, test) in enumerate(kept):
        message = f"Subtask execution failed because {_phrase(condition)}."
        lines += [f"    if {_not(test)}:", f"        return EvalResult(False, {message!r}, {n}/{len(kept)})", ""]
    end = f"    return EvalResult(True, 'Subtask completed successfully', {len(kept)}/{len(kept)})"
    if not kept:
        end = "    return EvalResult(False, 'No API of OmniBench checks this subtask', 0/1)"
    return Exported("\n".join([*lines, end]) + "\n", tuple(writer.losses))


def _not(test: str) -> str:
    return test.removeprefix("not ") if test.startswith("not ") else f"not {test}"


def _phrase(condition: Condition) -> str:
    return f"{condition.check.replace('_', ' ')} does not hold"


class _Writer:
    """Translates conditions to Python expressions and collects the losses."""

    def __init__(self) -> None:
        self.losses: list[str] = []

    def expression(self, condition: Condition) -> str | None:
        name, args = condition.check, condition.args
        if name in ("all", "any"):
            return self._combined(" and " if name == "all" else " or ", args["of"])
        if name == "not":
            inner = self.expression(args["of"])
            return None if inner is None else _not(inner)
        if name in GETTERS:
            return f"({name}() == {_literal(args['equals'])})"
        if name in _NEAR:
            return self._near(name, args)
        if name in APIS:
            extra = sorted(set(args) - set(APIS[name]))
            if extra:
                self.losses.append(f"{name} has no {', '.join(extra)} in OmniBench: left out.")
            return f"{name}({', '.join(f'{p}={_literal(args[p])}' for p in APIS[name] if p in args)})"
        self.losses.append(f"No API of OmniBench is like the check {name!r}: left out.")
        return None

    def _near(self, name: str, args: Mapping[str, object]) -> str | None:
        parts, loss = _NEAR[name]
        if not all(args.get(p.argument) for p in parts):
            self.losses.append(f"No API of OmniBench is like the check {name!r} with these arguments: left out.")
            return None
        if loss:
            self.losses.append(f"{name} was written as {parts[0].api}: {loss}.")
        texts = []
        for p in parts:
            value = str(args[p.argument])
            text = f"{p.api}({APIS[p.api][0]}={_literal(value.rpartition('/')[2] if p.last else value)})"
            texts.append(f"not {text}" if p.negated else text)
        return texts[0] if len(texts) == 1 else f"({' and '.join(texts)})"

    def _combined(self, joiner: str, parts: Sequence[Condition]) -> str | None:
        texts = [self.expression(p) for p in parts]
        known = [t for t in texts if t is not None]
        if joiner == " or " and len(known) < len(texts):
            return None  # without one of its alternatives, it would fail where the condition passes
        return f"({joiner.join(known)})" if known else None


def _literal(template: object) -> str:
    """A template as a Python expression: a plain string, a parameter, or an f-string."""
    text = str(template)
    names = names_in(text)
    if not names:
        return repr(text.replace("{{", "{").replace("}}", "}"))
    if len(names) == 1 and text == "{" + next(iter(names)) + "}":
        return text[1:-1]
    return "f" + repr(text)
