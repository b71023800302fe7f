"""Score cases by a checkout of the published scorer, in an environment that has its packages.

    VENV/bin/python scripts/score_published.py CHECKOUT FOLDER

FOLDER has ``cases.jsonl``, a case a line: the function, its arguments and its options. A file in an argument is
``{"file": PATH}`` below FOLDER. The answers are written to ``scores.jsonl``, a line a case: a score, or the name of the
error. This file imports nothing of omnigym: `scripts.compare_osworld` starts it.
"""

import contextlib
import importlib
import io
import json
import logging
import os
import shutil
import signal
import sys
import types
import warnings

#: Packages that the checkout imports and that only read pictures of texts, sign in, or drive browsers.
_ABSENT = ("easyocr",)
_DEADLINE_S = 120


def load_metrics(checkout):
    """The module of the published metrics, without the packages around it, which start machines."""
    sys.path.insert(0, checkout)
    for name in _ABSENT:
        try:
            importlib.import_module(name)
        except ImportError:
            sys.modules[name] = types.ModuleType(name)
    for name in ("desktop_env", "desktop_env.evaluators"):
        package = types.ModuleType(name)
        package.__path__ = [os.path.join(checkout, *name.split("."))]
        sys.modules[name] = package
    return importlib.import_module("desktop_env.evaluators.metrics")


def argument(value, folder):
    """An argument with the paths of its files."""
    if isinstance(value, dict) and set(value) == {"file"}:
        return os.path.join(folder, value["file"])
    if isinstance(value, dict) and set(value) == {"files"}:
        return [os.path.join(folder, name) for name in value["files"]]
    return value


def score(metrics, case, folder):
    """The score of a case, or the name of the error."""
    function = getattr(metrics, case["function"], None)
    if function is None:
        return {"error": "no such function"}
    arguments = [argument(value, folder) for value in case["arguments"]]
    signal.alarm(_DEADLINE_S)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            found = function(*arguments, **case["options"])
        return {"score": float(found)} if found is not None else {"error": "None"}
    except Exception as e:  # noqa: BLE001 - whatever it raises is its answer
        return {"error": f"{type(e).__name__}: {e}"[:200]}
    finally:
        signal.alarm(0)


def _late(_number, _frame):
    raise TimeoutError("deadline")


def main(checkout, folder):
    """Score all cases."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    signal.signal(signal.SIGALRM, _late)
    os.chdir(folder)
    with contextlib.redirect_stderr(io.StringIO()):
        metrics = load_metrics(checkout)
    with open(os.path.join(folder, "cases.jsonl"), encoding="utf-8") as file:
        cases = file.readlines()
    with open(os.path.join(folder, "scores.jsonl"), "w", encoding="utf-8") as scores:
        for line in cases:
            case = json.loads(line)
            scores.write(json.dumps(score(metrics, case, folder)) + "\n")
            scores.flush()
            shutil.rmtree(os.path.join(folder, case["folder"]), ignore_errors=True)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
