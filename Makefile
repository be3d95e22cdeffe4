# Everything lives in .venv inside this folder; nothing else on the machine is touched.
PYTHON ?= python3
BIN := .venv/bin
PICTURES ?= ../shared/pictures
ACCEPT ?= .accept
JOBS ?= auto
# Extras of pyproject.toml beside dev, for whoever wants more: make setup EXTRAS=pi
EXTRAS ?=
comma := ,

ifneq ($(EXTRAS),)
.PHONY: .venv/ready
endif
.PHONY: help setup run test check bench bench-vision bench-games fuzz gallery accept clean

help: ## show this help
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

setup: .venv/ready ## install everything into .venv

.venv/ready: pyproject.toml constraints.txt
	@echo "setting up .venv (once; about a minute)"
	@$(BIN)/python -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev$(EXTRAS:%=$(comma)%)]'
	@touch $@

run: setup ## play at the simulated table; without a terminal: a whole demonstration game
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/hopsight play --simulated; else $(BIN)/hopsight demo; fi

test: setup check ## all checks and all tests, on all cores; JOBS=1 where memory is short
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile

check: setup ## style, types and import directions
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup ## speed, as ratios in one run
	$(BIN)/python -m tests.bench

bench-vision: setup ## how well pictures are read: make bench-vision PICTURES=folder; worst cases in build/worst.jpg
	@mkdir -p build
	@# ONLY=mandarin: only pictures with that in their path; KEEP=1: their figures are kept, not compared with the kept ones
	$(BIN)/python -m tests.bench.vision $(PICTURES) --sheet build/worst.jpg \
		$(if $(ONLY),--only $(ONLY)) $(if $(KEEP),--keep,--compare) tests/bench/figures.json

bench-games: setup ## how well recorded games are followed, as they are and spoilt: make bench-games PICTURES=folder
	$(BIN)/python -m tests.bench.games $(PICTURES)

fuzz: setup ## ten minutes of nonsense for the page: every request and message there is
	HOPSIGHT_FUZZ=$(or $(EXAMPLES),3000) $(BIN)/python -m pytest tests/firmware/web/test_fuzz.py

accept: setup ## the whole appliance in an emulated Pi (needs root once, and time; see tests/accept)
	tests/accept/build $(ACCEPT)
	tests/accept/run $(ACCEPT)

gallery: setup ## draw the README's pictures anew
	$(BIN)/python -m firmware.gallery firmware/pictures
	$(BIN)/python -m tests.firmware.web.gallery firmware/pictures

clean: ## remove .venv and what the tools left
	rm -rf .venv *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
