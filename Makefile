# On a fresh machine with python3 (3.11 or later) and make: `make demo`, `make test`.
# Everything lives in .venv; nothing has to be activated. CONTRIBUTING.md explains the other targets.

PYTHON ?= python3
BIN := .venv/bin
WHEEL := .venv/wheel
PYTEST_ARGS ?= -q -n auto
export NO_MKDOCS_2_WARNING := 1

.DELETE_ON_ERROR:
.PHONY: help demo test test-neural check bench docs format lock wheel clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile | expand -t 20

demo: .venv/.ok ## set everything up, build termbase and report of the sample documents
	@$(BIN)/diglot demo --out out/demo

test: wheel ## set everything up and run every test against the built wheel
	@$(WHEEL)/bin/python -P -m pytest $(PYTEST_ARGS)

check: .venv/.ok ## style, types, layers, dependencies, docs, lock
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports > .venv/check.log || { cat .venv/check.log; exit 1; }
	@$(BIN)/deptry src > .venv/check.log 2>&1 || { cat .venv/check.log; exit 1; }
	@$(BIN)/mkdocs build --strict --quiet --site-dir .venv/site
	@$(BIN)/python -m pytest -q tests/house
	@echo "check: all fine"

bench: .venv/.ok ## measure quality, time and memory (needs the development data)
	@$(BIN)/python -m bench

test-neural: wheel ## test the sentence encoder with the extra neural (installs PyTorch apart)
	@$(PYTHON) -m venv --clear .venv/neural
	@.venv/neural/bin/python -m pip install --quiet '.[neural]' pytest hypothesis
	@.venv/neural/bin/python -P -m pytest -q tests/pipeline/test_encoder.py

docs: .venv/.ok ## build the manual into site/
	@$(BIN)/mkdocs build --strict --quiet

format: .venv/.ok ## put the code into the house style
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

# The environment is made of the locked, hashed versions only: pip fetches uv by its hash, uv the
# rest (pip does it where uv cannot reach an index), and the build backend comes from the lock too.
.venv/.ok: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "diglot needs Python 3.11 or later: make PYTHON=python3.12 ..."; exit 1; }
	@echo "setting up .venv (once, a minute or two)"
	@$(BIN)/python -c '' 2> /dev/null || $(PYTHON) -m venv --clear .venv \
	  || { echo "python3 has no venv module: install the package python3-venv"; exit 1; }
	@awk '/^uv==/ {on = 1} on {print} on && !/\\$$/ {exit}' requirements.lock > .venv/uv.lock
	@$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r .venv/uv.lock
	@$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements.lock \
	  2> .venv/uv.log \
	  || $(BIN)/python -m pip install --quiet --require-hashes --no-deps -r requirements.lock
	@$(BIN)/python -m pip install --quiet --no-index --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src || true
	@echo "compiling the inner loops (once, a minute)"
	@$(BIN)/diglot demo --quiet --out .venv/demo && rm -rf .venv/demo
	@touch $@

# A second environment that sees the dependencies of .venv and the built wheel, but never src/:
# a file missing from the package cannot hide.
wheel: .venv/.ok ## build the wheel and install it into .venv/wheel
	@rm -rf dist $(WHEEL)
	@$(BIN)/python -m build --wheel --no-isolation --outdir dist . > .venv/build.log 2>&1 \
	  || { cat .venv/build.log; exit 1; }
	@$(PYTHON) -m venv --without-pip $(WHEEL)
	@site=$$($(WHEEL)/bin/python -c 'import site; print(site.getsitepackages()[0])'); \
	  $(BIN)/python -c 'import site; print(site.getsitepackages()[0])' > $$site/dependencies.pth
	@$(BIN)/python -m pip --python $(WHEEL)/bin/python install --quiet --no-index --no-deps dist/*.whl

lock: .venv/.ok ## resolve the dependencies again and write requirements.lock
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --extra dev \
	  --generate-hashes --no-emit-index-url --no-header --no-annotate pyproject.toml \
	  | sed '1i # Every dependency of diglot with its hashes; written by `make lock`.' > .venv/new.lock
	@mv .venv/new.lock requirements.lock

clean: ## remove everything that was built
	@rm -rf .venv dist build site out .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find src tests bench -name __pycache__ -prune -exec rm -rf {} +
