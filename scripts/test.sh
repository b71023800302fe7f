#!/usr/bin/env bash
# Everything that must hold: format, lint, types, import layers, doctests, tests. Each step is run even if one before
# it failed; pytest comes last and its closing line is the last one printed. Arguments go to pytest.
set -uo pipefail
cd "$(dirname "$0")/.."
bin=${VENV:-.venv}/bin
status=0
unset PYTHONDONTWRITEBYTECODE  # tests start a hundred processes of omnigym: none should have to compile it again

step() {
    echo "== $*"
    "$bin/$@" || status=1
}

step ruff check
step ruff format --check
step mypy
step lint-imports
# Neighbours stay with one worker, which makes their devices once, until another one has nothing left to do.
"$bin/pytest" -n "${JOBS:-2}" --dist worksteal "$@"
tests=$?
if [ $tests -eq 0 ]; then exit $status; fi
exit $tests
