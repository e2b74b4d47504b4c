# `make run` opens the app, `make test` checks the style and types and runs the tests that protect a change, `make test-all`
# all tests; each installs into .venv first.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
UV = $(BIN)/uv
# One worker a core (at most four: each has its own sandbox, browser and app); a file's tests stay together, for they share
# what is dear to start. Tests that measure run by themselves.
PARALLEL = -n logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder
MEASURED = tests/benchmarks
# Where the environment has Python keep nothing that it compiled, each worker and server would compile all of it anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-all test-oldest test-newest tests lint style types package lock licences clean

# The reader's weights come once, 1.1 GB into the user's cache; where they cannot, it says so and the app opens without.
run: $(VENV)/.runtime
	-@$(BIN)/python -m agent reader get
	$(BIN)/streamlit run app.py --server.headless false

# The types are checked beside the tests, which leave a core idle now and then.
test: style
	$(MAKE) --no-print-directory --jobs 2 types tests

tests: $(VENV)/.development
	$(BIN)/python -m pytest $(PARALLEL)

test-all: lint
	$(BIN)/python -m pytest $(PARALLEL) -m "slow or not slow" --hypothesis-profile random --ignore $(MEASURED)
	$(BIN)/python -m pytest -m "slow or not slow" $(MEASURED)

# The tests with the oldest and with the newest dependencies that pyproject.toml allows, in an environment of their own.
test-oldest: RESOLUTION = lowest-direct
test-newest: RESOLUTION = highest
test-oldest test-newest: $(UV)
	rm -rf out/$@ && $(UV) venv --quiet --python $(BIN)/python out/$@
	$(UV) pip install --quiet --python out/$@/bin/python --resolution $(RESOLUTION) -r pyproject.toml --extra dev
	out/$@/bin/python -m pytest $(PARALLEL) --ignore tests/browser

lint: style types

style: $(VENV)/.development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.development
	$(BIN)/mypy

# The wheel, built, installed into a clean environment and used there; and the container, or a rehearsal of it.
package: $(VENV)/.development $(UV)
	$(BIN)/python -m tests.packaging

# The versions that `make` installs, within the ranges of pyproject.toml, for every system and Python.
COMPILE = $(UV) pip compile pyproject.toml --universal --python-version 3.11 --no-header --no-annotate --quiet
lock: $(UV)
	$(COMPILE) --upgrade --output-file requirements.txt
	$(COMPILE) --upgrade --constraint requirements.txt --extra dev --output-file requirements-dev.txt

licences: $(VENV)/.development
	$(BIN)/python -m tests.packaging.licences

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(UV): | $(BIN)/python
	$(BIN)/python -m pip install --quiet "uv>=0.9,<1"

$(VENV)/.runtime: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet -r requirements.txt
	touch $@

$(VENV)/.development: requirements.txt requirements-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet -r requirements-dev.txt
	touch $@ $(VENV)/.runtime

clean:
	rm -rf $(VENV) out .mypy_cache .ruff_cache .pytest_cache
