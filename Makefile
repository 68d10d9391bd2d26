# Each target sets up what it needs: Python 3.11 or later, git and the package index are all that must be there.

PYTHON ?= python3
STAMP := .venv/.stamp

.PHONY: help setup test test-night test-pythons bench docs play play-web resume resume-web clean

help:
	@echo 'make setup         an environment in .venv with everything at its pinned version'
	@echo 'make play-web      a game against a bot, in the browser'
	@echo 'make resume-web    go on with it'
	@echo 'make play          the same, drawn in this terminal'
	@echo 'make resume        go on with that'
	@echo 'make test          style, types, floors, tests and coverage'
	@echo 'make test-night    every test at full length: 1,000 kills, 10,000 games in which clocks jump, and more'
	@echo 'make test-pythons  what hangs on the Python, on every CPython that is here'
	@echo 'make bench         speed, beside other game engines and a bare echo server'
	@echo 'make docs          the documents and the modules as a site, in build/site'
	@echo 'make clean         remove what the other targets made'

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; try make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt -e '.[dev,docs]'
	@touch $@

test: setup
	.venv/bin/python -m tests

# Hours, not minutes: what tests/support/lengths.py says of a night.
test-night: setup
	.venv/bin/python -m tests night

# Those on PATH and of pyenv; or: make test-pythons PYTHONS='python3.13 /opt/python/bin/python3'
test-pythons: setup
	.venv/bin/python -m tests.tools.pythons $(PYTHONS)

# The peers are other people's engines: they get an environment of their own, made by the bench.
bench: setup
	.venv/bin/python -m tests.bench

# Strictly: a link or an anchor that leads nowhere is an error.
docs: setup
	.venv/bin/python -m tests.tools.site

# A game against a bot: over the real protocol, each of server, bot and you in a process of its own.
play: setup
	@echo 'To go on with it another time: make resume'
	@.venv/bin/ironbottom play || [ $$? -eq 130 ]

# Where several games wait: make resume N=2
resume: setup
	@.venv/bin/ironbottom resume $(N) || [ $$? -eq 130 ] || { echo 'With make, the second one: make resume N=2'; false; }

# The same on a page; it ends with Ctrl-C, which make calls an interrupt.
play-web: setup
	@echo 'To go on with it another time: make resume-web'
	@.venv/bin/ironbottom play --web || [ $$? -eq 130 ]

resume-web: setup
	@.venv/bin/ironbottom resume --web $(N) || [ $$? -eq 130 ]

clean:
	rm -rf .venv .venv-peers build dist *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
