# Each target sets up what it needs: Python 3.11 or later, git and the package index are all that must be there.

PYTHON ?= python3
STAMP := .venv/.stamp

.PHONY: help setup test bench play resume clean

help:
	@echo 'make setup   an environment in .venv with everything at its pinned version'
	@echo 'make play    a game against a bot'
	@echo 'make resume  go on with it'
	@echo 'make test    style, types, floors, tests and coverage'
	@echo 'make bench   speed, beside other game engines and a bare echo server'
	@echo 'make clean   remove what the other targets made'

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; try make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

test: setup
	.venv/bin/python -m tests

# The peers are other people's engines: they get an environment of their own, made by the bench.
bench: setup
	.venv/bin/python -m tests.bench

# A game against a bot: over the real protocol, each of server, bot and you in a process of its own.
play: setup
	@.venv/bin/ironbottom play || [ $$? -eq 130 ]
	@echo '(that is: make resume, or .venv/bin/ironbottom resume)'

resume: setup
	@.venv/bin/ironbottom resume || [ $$? -eq 130 ]

clean:
	rm -rf .venv .venv-peers build dist *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
