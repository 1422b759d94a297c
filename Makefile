# The commands of the project; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test check lint types imports unit scenarios bench golden rule-map solution mutants compiled clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

$(VENV)/.play: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "hornsup needs Python 3.11 or newer; try: make play PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.play
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	@touch $@

play: $(VENV)/.play ## play Horns Up in the terminal against bots (ARGS="--players 5 --lang it")
	@$(BIN)/hornsup play horns-up $(ARGS)

test: $(VENV)/.test lint types imports ## everything: lint, types, import directions, all tests, scenarios
	$(BIN)/python -m pytest -n auto
	$(BIN)/hornsup check --quiet tests/scenarios/*/*.toml

check: $(VENV)/.test lint types imports ## the quick part, well under two minutes
	$(BIN)/python -m pytest -n auto -m "not slow" -q
	$(BIN)/hornsup check --quiet tests/scenarios/*/*.toml

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

imports: $(VENV)/.test
	$(BIN)/lint-imports --no-cache

bench: $(VENV)/.test ## measure speed beside peers and write docs/benchmarks.md
	$(BIN)/python benchmarks/run.py $(ARGS)

golden: $(VENV)/.test ## write the golden playthroughs again (read the diff before you commit)
	$(BIN)/python tools/golden.py

rule-map: $(VENV)/.test ## write docs/rule-map.md again
	$(BIN)/python tools/rule_map.py

solution: $(VENV)/.test ## write the figures of docs/solution.md again
	$(BIN)/python tools/solution_figures.py

compiled: $(VENV)/.play ## build the opt-in compiled engine into .venv-compiled
	$(BIN)/python tools/compiled.py

mutants: $(VENV)/.test ## change the rules in small ways and see whether the tests notice
	$(BIN)/python tools/mutants.py $(ARGS)

clean: ## remove what the commands above made
	rm -rf $(VENV) .venv-compiled .venv-peers build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
