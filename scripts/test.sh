#!/usr/bin/env bash
# Everything that must hold: format, lint, types, import layers, prose, doctests, tests. Each step is run even if one
# before it failed. The first five run beside the tests and are printed after them; the closing line of pytest is the
# last one. Arguments go to pytest: --proofs=changed leaves out the proofs that the lock has. JOBS is the number of its workers: one more than there are processors, for the
# tests of real devices mostly wait.
set -uo pipefail
cd "$(dirname "$0")/.."
bin=${VENV:-.venv}/bin
unset PYTHONDONTWRITEBYTECODE  # tests start a hundred processes of omnigym: none should have to compile it again
types=tests/docs/test_pages.py::test_their_types_and_imports_hold  # needs what mypy has kept
kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT

step() {
    echo "== $*"
    "$bin/$@" || failed=1
}

checks() {
    failed=0
    step ruff check
    step ruff format --check
    step mypy
    step pytest -q "$types"
    step lint-imports
    step python scripts/lint_prose.py
    step python scripts/lint_names.py
    step python scripts/lint_recursion.py
    return $failed
}

checks >"$kept/checks" 2>&1 &
"$bin/python" -m compileall -q -j 0 omnigym  # once, and not by each worker
# Neighbours stay with one worker, which makes their devices once, until another one has nothing left to do.
"$bin/pytest" -n "${JOBS:-$(($(getconf _NPROCESSORS_ONLN) + 1))}" --dist worksteal --deselect "$types" "$@" | tee "$kept/tests"
tests=$?
wait $!
status=$?
cat "$kept/checks"
tail -n 1 "$kept/tests"
if [ $tests -eq 0 ]; then exit $status; fi
exit $tests
