# The commands of the project; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.DEFAULT_GOAL := help
PORT ?= $(or $(HORNSUP_PORT),8000)
SECONDS ?= 60
NODE := .node
CORES := $(shell nproc 2> /dev/null || echo 2)
WORKERS := $(shell expr $(CORES) + 1)# tests wait for processes half of the time
.PHONY: help play test check static lint types imports web web-format unit browser soak chaos bench bench-server \
  golden rule-map pages docs \
  solution mutants wheels ladder art screenshots films clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

$(VENV)/.play: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "hornsup needs Python 3.11 or newer; try: make play PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[server]"
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.play
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	@touch $@

play: $(VENV)/.play ## open the game server on http://127.0.0.1:8000 (PORT=8123, ARGS="--lan" for phones)
	@$(BIN)/hornsup serve --port $(PORT) $(ARGS)

$(VENV)/.services:
	@sh tools/services.sh > $@

test: $(VENV)/.test $(VENV)/.services static ## everything: lint, types, import directions, all tests
	HORNSUP_REQUIRE_SERVICES=$$(cat $(VENV)/.services) $(BIN)/python -m pytest -n $(WORKERS) --ignore tests/browser
	HORNSUP_REQUIRE_SERVICES=$$(cat $(VENV)/.services) $(BIN)/python -m pytest tests/browser -n $(WORKERS) --dist worksteal
	$(BIN)/hornsup check --quiet tests/scenarios/*/*.toml

SLOW := browser server client benchmarks lab envs

# What needs no test to run; the commands share the two cores of a small machine.
static: $(VENV)/.test $(NODE)/.done
	@$(MAKE) --no-print-directory --output-sync=target -j2 types lint imports web

check: $(VENV)/.test static ## the quick part, in a minute: what needs no server, browser or long simulation
	$(BIN)/python -m pytest -n auto -m "not slow" -q $(SLOW:%=--ignore tests/%)
	$(BIN)/hornsup check --quiet tests/scenarios/*/*.toml

browser: $(VENV)/.test $(VENV)/.services ## the browser's tests alone (ARGS="--seed 7" for other games)
	$(BIN)/python -m pytest tests/browser -n 2 --dist worksteal $(ARGS)

soak: $(VENV)/.test $(VENV)/.services ## random games: engine, reviews, tables under faults, browser (SECONDS=600, ARGS="--seed 7")
	$(BIN)/python -m tests.soak --seconds $(SECONDS) $(ARGS)

chaos: $(VENV)/.test $(VENV)/.services ## play through faults and kills, then check the history (SECONDS=60, ARGS="--seed 7")
	$(BIN)/python -m tests.server.chaos --seconds $(SECONDS) $(ARGS)

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pylint src/hornsup

types: $(VENV)/.test
	$(BIN)/mypy

imports: $(VENV)/.test
	$(BIN)/lint-imports --no-cache

$(NODE)/.done: tools/package.json
	@mkdir -p $(NODE) && cp tools/package.json $(NODE)/
	@if command -v npm > /dev/null; then npm install --prefix $(NODE) --silent --no-audit --no-fund --no-package-lock; \
	  else echo "npm is not here: the browser client is not checked" >&2; fi
	@touch $@

WEB := src/hornsup/web/js
NODE_BIN := $(NODE)/node_modules/.bin
web: $(NODE)/.done ## check types, style and format of the browser client
	@if [ -x $(NODE_BIN)/tsc ]; then \
	  cp tools/eslint.config.mjs $(NODE)/ && \
	  $(NODE_BIN)/tsc -p src/hornsup/web/tsconfig.json && \
	  $(NODE_BIN)/eslint --config $(NODE)/eslint.config.mjs --cache --cache-location $(NODE)/ --max-warnings 0 $(WEB) && \
	  $(NODE_BIN)/prettier --config tools/prettier.json --log-level warn --check $(WEB); \
	  else echo "skipped: TypeScript, ESLint and Prettier need npm, which is not here" >&2; fi

web-format: $(NODE)/.done ## format the browser client
	$(NODE_BIN)/prettier --config tools/prettier.json --log-level warn --write $(WEB)

screenshots: $(VENV)/.test ## photograph every page, and draw the pictures of README and docs
	$(BIN)/python -m pip install --quiet pillow
	PYTHONPATH=. $(BIN)/python tools/screenshots.py $(ARGS)
	$(BIN)/python tools/terminal_picture.py

films: $(VENV)/.test ## film attacks, Stage cards and ends of games, for eyes (ARGS="--only attack")
	$(BIN)/python -m pip install --quiet pillow
	PYTHONPATH=. $(BIN)/python tools/films.py $(ARGS)

art: $(VENV)/.test ## draw the icons and the contact sheet again
	$(BIN)/python -m pip install --quiet cairosvg pillow
	$(BIN)/python tools/icons.py
	$(BIN)/python tools/contact_sheet.py

bench: $(VENV)/.test ## measure speed beside peers and write docs/benchmarks.md
	$(BIN)/python -m benchmarks.run $(ARGS)

bench-server: $(VENV)/.test ## measure the table server beside boardgame.io's (ARGS="--rounds 24")
	$(BIN)/python -m benchmarks.server $(ARGS)

golden: $(VENV)/.test ## write the golden playthroughs and reviews again (read the diff before you commit)
	$(BIN)/python tools/golden.py
	$(BIN)/python -m tests.reviews.golden
	$(BIN)/python -m tests.envs.spiel.recorded

rule-map: $(VENV)/.test ## write docs/rule-map.md again
	$(BIN)/python tools/rule_map.py

pages: $(VENV)/.test ## write again what the pages repeat of code and catalogues: server, wire, rules, commands
	$(BIN)/python tools/wire_schema.py
	$(BIN)/python tools/wire_types.py
	$(BIN)/python tools/wire_bytes.py
	$(BIN)/python tools/settings_table.py
	$(BIN)/python tools/fault_map.py
	$(BIN)/python tools/rules_pages.py
	$(BIN)/python tools/questions_table.py
	$(BIN)/python tools/cli_page.py

docs: $(VENV)/.test ## build the pages as a site in build/site; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo "open build/site/index.html"

solution: $(VENV)/.test ## write the figures of docs/solution.md again
	$(BIN)/python tools/solution_figures.py

wheels: $(VENV)/.play ## build the pure and the compiled wheel, and play the same games with both
	$(BIN)/python -m pip install --quiet build
	$(BIN)/python tools/wheels.py $(ARGS)

# An interrupted ladder goes on; one that is finished is told again. Another folder plays it anew.
LADDER ?= build/ladder
ladder: $(VENV)/.test ## rate all bots against each other; goes on if it was interrupted (LADDER=build/again)
	@for game in horns-up raise-your-horns; do \
	  if [ -e $(LADDER)/$$game/run.json ]; then set -- --resume $(LADDER)/$$game; \
	  else set -- $$game --ladder --out $(LADDER)/$$game; fi; \
	  $(BIN)/hornsup tournament "$$@" $(ARGS) || exit 1; \
	done

mutants: $(VENV)/.test ## change the rules in small ways and see whether the tests notice
	$(BIN)/python tools/mutants.py $(ARGS)

clean: ## remove what the commands above made
	rm -rf $(VENV) $(NODE) .peer .venv-pure .venv-compiled .venv-peers build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
