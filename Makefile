# The commands of the project. Everything runs inside .venv, which is rebuilt when the hashed requirements change.

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
BIN := .venv/bin

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help serve test bench check format env lock

help:
	@echo "make serve [PORT=8000]  start the site        make test   run the tests"
	@echo "make check              format, lint, types, English"
	@echo "make bench              measure speed, compared with other libraries"

serve: .venv/.runtime
	@exec $(BIN)/python manage.py serve --host $(HOST) --port $(PORT)

test: .venv/.dev
	@exec $(BIN)/python -m tests.run $(TEST)

bench: .venv/.bench
	@exec $(BIN)/python -m tests.bench $(BENCH)

check: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tests.english

format: .venv/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

env: .venv/.dev

# Needs uv. The lock names only the public index, and the requirements are exported from it.
EXPORT := uv export --no-config --quiet --frozen --no-emit-project --no-header --no-annotate
lock:
	uv lock --no-config
	$(EXPORT) --only-group site --output-file requirements.txt
	$(EXPORT) --only-group dev --output-file requirements-dev.txt
	$(EXPORT) --only-group production --output-file requirements-production.txt
	$(EXPORT) --only-group bench --output-file requirements-bench.txt

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "House Rules needs Python 3.11 or newer."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing. On Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv

# The development requirements include those of the site, so a later install never removes anything.
.venv/.runtime: requirements.txt .venv/bin/python
	@test .venv/.dev -nt requirements-dev.txt || $(BIN)/pip install --quiet --require-hashes -r requirements.txt
	@touch $@

.venv/.dev: requirements-dev.txt .venv/bin/python
	$(BIN)/pip install --quiet --require-hashes -r requirements-dev.txt
	@touch $@

.venv/.bench: requirements-bench.txt .venv/.dev
	$(BIN)/pip install --quiet --require-hashes -r requirements-bench.txt
	@touch $@
