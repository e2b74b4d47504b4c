# `make run` opens the app, `make test` runs every test; both install into .venv first.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# One worker a core (at most four: each has its own sandbox); a file's tests stay together, for they share what is dear to
# start. Browsers wait for one another, or they would wait too long; the slow tests measure, so test-all runs one at a time.
PARALLEL = -n logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder

.PHONY: run test test-all lint clean

run: $(VENV)/.runtime
	$(BIN)/streamlit run app.py --server.headless false

test: $(VENV)/.development lint
	$(BIN)/python -m pytest $(PARALLEL) --ignore tests/browser
	$(BIN)/python -m pytest tests/browser

test-all: $(VENV)/.development lint
	$(BIN)/python -m pytest -m "slow or not slow"

lint: $(VENV)/.development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.runtime: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet -r requirements.txt
	touch $@

$(VENV)/.development: requirements.txt requirements-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet -r requirements-dev.txt
	touch $@ $(VENV)/.runtime

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
