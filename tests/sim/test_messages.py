"""Every message that a view, a menu, a key or an effect sends has a handler in an app of the same package."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from omnigym.errors import UnknownNameError
from omnigym.sim.app import updated
from omnigym.sim.platform import platform_of

#: Keyword arguments of views whose tuples are no messages.
DATA = {"answers", "commands", "drag", "ends", "filled", "items", "keys", "places", "reads", "sees", "spoken"}


def packages(platform: str) -> dict[Path, set[str]]:
    """The messages that the apps of each package take."""
    found: dict[Path, set[str]] = defaultdict(set)
    for part in ("shell", "apps"):
        package = importlib.import_module(f"omnigym.sim.{platform}.{part}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            loaded = importlib.import_module(module.name)
            for app in getattr(loaded, "APPS", ()):
                assert loaded.__file__ is not None
                found[Path(loaded.__file__).parent] |= set(app.on)
    return found


def sent(path: Path) -> Iterator[tuple[int, str]]:
    """The messages that a module writes down, as far as that can be read off it."""
    for call in ast.walk(ast.parse(path.read_text())):
        if isinstance(call, ast.Yield) and isinstance(call.value, ast.Tuple):  # a line of a menu, as of `sites.browser`
            call = ast.Call(ast.Name("MenuItem"), call.value.elts, [], lineno=call.lineno)
        if not isinstance(call, ast.Call):
            continue
        values = [word.value for word in call.keywords if word.arg not in DATA]
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        values += call.args if name in ("MenuItem", "Send", "line") else call.args[2:] if name == "OpenDialog" else []
        for value in values:
            for one in (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,):
                match one:
                    case ast.Tuple(elts=[ast.Constant(value=str(message)), *_]):
                        yield call.lineno, message


@pytest.mark.parametrize(("platform", "least"), [("windows", 200), ("android", 200), ("linux", 80)])
def test_what_is_sent_is_handled(platform: str, least: int) -> None:
    seen, unknown = 0, []
    for folder, known in packages(platform).items():
        for path in sorted(folder.glob("*.py")):
            for line, message in sent(path):
                seen += 1
                if message not in known:
                    unknown.append(f"{path.parent.name}/{path.name}:{line} sends {message!r}")
    assert seen > least
    assert unknown == []


@pytest.mark.parametrize("platform", ["windows", "android", "linux"])
def test_keys_and_the_messages_of_the_system_are_handled(platform: str) -> None:
    for app in platform_of(platform).apps().values():
        own = [msg for _, msg in app.keys] + [msg for msg in (app.close, app.activated) if msg]
        assert {msg[0] for msg in own} <= set(app.on), app.name


def test_an_unknown_message_is_refused_with_what_is_close() -> None:
    app = platform_of("windows").apps()["word"]
    with pytest.raises(UnknownNameError, match=r"message to the app 'word' 'bould'.*'bold'"):
        updated(app, None, ("bould",), None)  # type: ignore[arg-type]
