# The one front door. `make` alone lists what there is.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# MEEPLEPROOF_PURE=1 installs without compiling; each way of installing has its own stamp.
PURE := $(filter 1,$(MEEPLEPROOF_PURE))
STAMP := $(VENV)/installed-$(if $(PURE),pure,compiled)
PACKS := $(filter-out %.solutions.json %/plan.json %/retractions.json,$(wildcard puzzles/*.json puzzles/records/*.json puzzles/house/*.json puzzles/neom/*.json))
JOBS ?= $(shell nproc 2>/dev/null || echo 1)
PYODIDE := 314.0.7
KERNEL := $(wildcard verifier/carcassonne/engine/kernel/*.py verifier/carcassonne/engine/kernel/*.pxd)

.DEFAULT_GOAL := help
.PHONY: help setup play test check lint coverage nightly bundle fonts puzzles packs site docs engine packs-check perft agree-house agree-endgames agree-neom forge held-out smallest picture bench attack mutants messages wrong-engines clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## make .venv and install everything into it

play: setup ## open the page with the puzzles in the browser; PORT=..
	$(BIN)/meepleproof play --port $(or $(PORT),8128)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "meepleproof needs Python 3.11 or later; '$(PYTHON)' is not. Try: make setup PYTHON=python3.12" >&2; \
	  exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot make virtual environments (no venv or ensurepip)." >&2; \
	  echo "On Debian and Ubuntu: apt-get install python3-venv. Then run make again." >&2; \
	  exit 1; }
	$(PYTHON) -m venv $(VENV)

# The old extensions go first: they would answer in place of a kernel that no longer compiles.
$(STAMP): $(BIN)/python pyproject.toml setup.py $(KERNEL)
	@rm -f $(VENV)/installed-* verifier/carcassonne/engine/kernel/*.so
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/meepleproof doctor
	@touch $@

# A test that hangs shows where and fails, instead of all waiting for it.
NO_HANG := -o faulthandler_timeout=300 -o faulthandler_exit_on_timeout=true --max-worker-restart=1

# Compiled bytecode is kept inside .venv, whatever the user's own setting: tests start many programs.
test: export PYTHONDONTWRITEBYTECODE :=
test: export PYTHONPYCACHEPREFIX := $(CURDIR)/$(VENV)/bytecode
test: setup ## run all tests but the slow ones, on all cores; TESTS=... adds options of pytest
	$(BIN)/python -m pytest --numprocesses=auto --dist=loadfile $(NO_HANG) $(TESTS)

nightly: setup ## run the slow tests, those of pages on a built site, the forger, random messages and requests, then the mutants
	$(BIN)/python -m pytest -m slow
	$(BIN)/python -m pytest --site tests/test_browser_*.py
	$(BIN)/python -m tests.forge
	@$(MAKE) --no-print-directory messages
	$(BIN)/python -m tests.fuzz --requests 100000
	$(BIN)/python -m tests.mutants --jobs $(JOBS) --anew

bundle: setup ## join the page's scripts into few files; needs the npm registry once
	$(BIN)/python -m tests.bundle

# Only the licence of the names stays in them: 'Source' is reserved for the whole fonts.
FONT_TEXT := U+20-7E,U+A0,U+B7,U+D7,U+2013,U+2014,U+2018-201D,U+2026,U+2212
FONT_MORE := U+A3,U+B0,U+B1,U+C0-FF,U+2039,U+203A,U+2190-2193,U+2248,U+2605,U+2713,U+2715
FONTS := build/fonts/bin
SUBSET := $(FONTS)/pyftsubset --flavor=woff2 --layout-features=kern,tnum --no-hinting --desubroutinize --name-IDs=0,13,14

fonts: ## make the page's typefaces anew from PyPI's packages of Source Sans 3 and Source Serif 4
	$(PYTHON) -m venv build/fonts
	$(FONTS)/pip install --quiet fonttools==4.68.0 brotli==1.2.1 fontpkg-source-sans-3==3.52 fontpkg-source-serif-4==4.4
	$(FONTS)/fonttools varLib.instancer -q build/fonts/lib/python*/site-packages/*/files/SourceSans3\[wght\].ttf wght=400:700 -o build/fonts/sans.ttf
	$(FONTS)/fonttools varLib.instancer -q build/fonts/lib/python*/site-packages/*/files/SourceSerif4\[opsz,wght\].ttf wght=600 opsz=20 -o build/fonts/serif.ttf
	$(SUBSET) build/fonts/sans.ttf --unicodes=$(FONT_TEXT),$(FONT_MORE) --output-file=meepleproof/service/pages/fonts/sans.woff2
	$(SUBSET) build/fonts/serif.ttf --unicodes=$(FONT_TEXT) --output-file=meepleproof/service/pages/fonts/serif.woff2

attack: setup ## send a service the dearest requests and floods, write docs/development/attacks.md; minutes
	$(BIN)/python -m tests.attack

messages: setup ## put random messages to our engine for other programs; COUNT=.. SEED=..
	$(BIN)/python -m tests.engine_messages $(or $(COUNT),10000) $(or $(SEED),$(shell date +%Y%m%d))

wrong-engines: setup ## put the conformance suite to wrong engines, write docs/development/wrong-engines.md; minutes
	$(BIN)/python -m tests.wrong_engines

mutants: setup ## break one rule at a time, see who notices, write docs/development/mutants.md; many minutes
	$(BIN)/python -m tests.mutants --jobs $(JOBS)

# Coverage sees only Python, so the tests run on the uncompiled kernel here; `test` compiles again.
check: lint ## linters, types, layers, tests with coverage
	@$(MAKE) --no-print-directory coverage MEEPLEPROOF_PURE=1

SCRIPTS = meepleproof/service/pages/static

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deno fmt --check --quiet
	$(BIN)/deno lint --quiet
	$(BIN)/deno check --quiet $(SCRIPTS)/*.js tests/scripts/*.js verifier/carcassonne/example/*.mjs
	$(BIN)/python -m tests.docs_site

coverage: setup
	$(BIN)/python -m pytest --cov --cov-report=term

puzzles: setup ## verify the rulebook, make a small pack, draw its first puzzle
	$(BIN)/meepleproof verify
	@mkdir -p build
	$(BIN)/meepleproof generate --goal road-5-3c --count 3 --seed 7 -o build/road-5-3c.json --force
	$(BIN)/meepleproof show build/road-5-3c.json --puzzle 1

packs: setup ## make all packs that ship anew; half an hour
	@mkdir -p build
	$(BIN)/meepleproof pack build puzzles/plan.json --jobs $(JOBS) --run build/runs -o puzzles --force
	$(BIN)/meepleproof pack build puzzles/records/plan.json -o puzzles/records --force
	$(BIN)/meepleproof pack build puzzles/house/plan.json -o puzzles/house --force
	$(BIN)/meepleproof pack build puzzles/neom/plan.json -o puzzles/neom --force

site: setup ## write the page as files for any web host, into build/site
	@mkdir -p build
	$(BIN)/meepleproof site build build/site --force

docs: setup ## make a site of the documents, into build/docs; `site build --docs` puts it on a site
	$(BIN)/python -m tests.docs_site

engine: ## fetch Python for browsers by npm into build/engine, for `site build --engine` and its tests
	@mkdir -p build/engine
	cd build/engine && npm pack --silent pyodide@$(PYODIDE) && tar -xzf pyodide-$(PYODIDE).tgz --strip-components=1
	@rm build/engine/pyodide-$(PYODIDE).tgz

packs-check: setup ## prove every puzzle that ships again, by both keys; an hour or two
	$(BIN)/meepleproof pack check --jobs $(JOBS) $(PACKS)

perft: setup ## count all turns of a fixed tile sequence, six tiles deep
	$(BIN)/meepleproof perft --tiles EJUVWK --depth 6

agree-house: setup ## compare both keys of the house game with the naive rules; SEED=.. POSITIONS=..
	$(BIN)/python -m tests.agree_house --seed $(or $(SEED),0) --positions $(or $(POSITIONS),3000)

agree-endgames: setup ## compare solved endgames of the house game with brute force; SEED=.. ENDGAMES=..
	$(BIN)/python -m tests.agree_house_endgames --seed $(or $(SEED),0) --endgames $(or $(ENDGAMES),500)

forge: setup ## forge certificates of both sorts, and see whether one passes; SEED=.. ENDGAMES=..
	$(BIN)/python -m tests.forge --seed $(or $(SEED),0) --endgames $(or $(ENDGAMES),10000)

held-out: setup ## hold ratings against players that have no part in them; minutes
	$(BIN)/python -m tests.house_held_out
	$(BIN)/python -m tests.solo_held_out

agree-neom: setup ## compare both keys of NEOM with the naive rules; SEED=.. STATES=..
	$(BIN)/python -m tests.agree_neom --seed $(or $(SEED),0) --states $(or $(STATES),10000)

# Exit code 4: of the goals about the end of a game only bounds are known.
smallest: setup ## find the smallest game to every goal, write docs/smallest.md; minutes
	@mkdir -p build
	$(BIN)/meepleproof smallest --all --table > build/smallest.md || test $$? -eq 4
	mv build/smallest.md docs/smallest.md

picture: setup ## take docs/page.png, the picture of the page, anew; needs Debian's chromium
	$(BIN)/python -m tests.page_picture

bench: setup ## measure kernel, search and model, write docs/development/benchmarks.md; minutes
	$(BIN)/python -m tests.bench

clean: ## remove everything that make made
	rm -rf $(VENV) build dist *.egg-info .coverage .coverage.* htmlcov
	rm -rf .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	rm -f verifier/carcassonne/engine/kernel/*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
