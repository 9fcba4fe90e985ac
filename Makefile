# On a fresh machine with python3 (3.11 or later) and make: `make demo`, `make test`.
# Everything lives in .venv; nothing has to be activated. CONTRIBUTING.md explains the other targets.

PYTHON ?= python3
BIN := .venv/bin
WHEEL := .venv/wheel
WORKERS := -n auto --dist worksteal
PYTEST_ARGS ?= -q $(WORKERS) --durations=10
export NO_MKDOCS_2_WARNING := 1
# Tests rewritten by pytest are kept, which halves the time to collect them.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: help demo kernels annotate test quick sanitize sanitize-memory test-neural check check-page page bench docs format lock wheel wheels fuzz clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile | expand -t 20

demo: kernels ## set everything up, build termbase and report of the sample documents
	@$(BIN)/diglot demo --out out/demo

annotate: kernels page ## set everything up and open the page to drop files on, as diglot open does
	@$(BIN)/diglot open out/workspace

test: wheel ## set everything up and run every test against the built wheel
	@$(WHEEL)/bin/python -P -m pytest $(PYTEST_ARGS)

# Without what needs a browser, data, processes or much time; properties draw ten examples each.
quick: kernels ## run the fast tests against src/; PACKAGE=formats takes those of one package
	@$(BIN)/python -m pytest -q $(WORKERS) --durations=10 --hypothesis-profile=quick \
	  -m "not (browser or gate or data or subprocess or slow)" tests/$(PACKAGE)

check: kernels ## style, types, layers, dependencies, docs, lock
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports > .venv/check.log || { cat .venv/check.log; exit 1; }
	@$(BIN)/deptry src > .venv/check.log 2>&1 || { cat .venv/check.log; exit 1; }
	@$(BIN)/mkdocs build --strict --quiet --site-dir .venv/site
	@$(BIN)/python -m pytest -q tests/project
	@$(MAKE) --no-print-directory check-page
	@echo "check: all fine"

check-page: # types and tests of the page's source, where there is npm
	@command -v npm > /dev/null || { echo "check: the page was left out: there is no npm"; exit 0; }; \
	  $(MODULES) || { echo "check: the page was left out: npm ci failed"; exit 0; }; \
	  cd web && for step in types test; do npm run --silent $$step > ../.venv/page.log 2>&1 \
	    || { cat ../.venv/page.log; exit 1; }; done

bench: kernels ## run the campaigns: quality, time and memory (needs the development data)
	@$(BIN)/python -m bench.campaigns

# Copies of the package. In one the kernels raise on every index out of bounds and every overflow;
# in the other the fast ones run under the sanitizers of gcc, which ask nothing of the loops.
SANITIZED ?= tests
sanitize: kernels ## run the tests with kernels that check every index and overflow; SANITIZED=tests/words some
	@rm -rf .venv/checked
	@$(BIN)/python tools/compile_kernels.py --variant checked --into .venv/checked
	@PYTHONPATH=$(CURDIR)/.venv/checked $(BIN)/python -P -m pytest -q $(WORKERS) -m "not browser" $(SANITIZED)

sanitize-memory: kernels ## the same under AddressSanitizer and UBSan (needs gcc)
	@rm -rf .venv/sanitized
	@$(BIN)/python tools/compile_kernels.py --variant sanitized --into .venv/sanitized
	@LD_PRELOAD=$$(cc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=$(CURDIR)/.venv/sanitized \
	  $(BIN)/python -P -m pytest -q $(WORKERS) -m "not (browser or subprocess)" $(SANITIZED)

test-neural: wheel ## test the sentence encoder with the extra neural (installs PyTorch apart)
	@$(PYTHON) -m venv --clear .venv/neural
	@.venv/neural/bin/python -m pip install --quiet '.[neural]' pytest hypothesis
	@.venv/neural/bin/python -P -m pytest -q tests/learning/encoders/test_encoders.py

FUZZ ?=
fuzz: kernels ## feed every reader damaged files, guided by coverage; FUZZ="docx tmx --seconds 600" some
	@$(PYTHON) -m venv --clear .venv/fuzz
	@site=$$(.venv/fuzz/bin/python -c 'import site; print(site.getsitepackages()[0])'); \
	  $(BIN)/python -c 'import site; print(site.getsitepackages()[0])' > $$site/dependencies.pth
	@.venv/fuzz/bin/python -m pip install --quiet atheris || { echo "fuzz: atheris has no package for this Python and system"; exit 1; }
	@PYTHONPATH=$(CURDIR)/src:$(CURDIR) .venv/fuzz/bin/python -P -m bench.fuzzing $(FUZZ)

docs: .venv/.ok ## build the manual into site/
	@$(BIN)/mkdocs build --strict --quiet

format: .venv/.ok ## put the code into the project style
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

# The environment is made of the locked, hashed versions only: pip fetches uv by its hash, uv the
# rest (pip does it where uv cannot reach an index), and the build backend comes from the lock too.
# ziglang is in the lock as well, but fetched only where there is no C compiler.
LOCKED = awk '/^[a-z]/ {on = /^$(1)==/} on' requirements.lock

.venv/.uv: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "diglot needs Python 3.11 or later: make PYTHON=python3.12 ..."; exit 1; }
	@$(BIN)/python -c '' 2> /dev/null || $(PYTHON) -m venv --clear .venv \
	  || { echo "python3 has no venv module: install the package python3-venv"; exit 1; }
	@$(call LOCKED,uv) > .venv/uv.lock
	@$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r .venv/uv.lock
	@touch $@

.venv/.ok: .venv/.uv pyproject.toml
	@echo "setting up .venv (once, a minute or two)"
	@awk '/^[a-z]/ {on = !/^ziglang==/} on' requirements.lock > .venv/most.lock
	@$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r .venv/most.lock \
	  2> .venv/uv.log \
	  || $(BIN)/python -m pip install --quiet --require-hashes --no-deps -r .venv/most.lock
	@! $(BIN)/python tools/compile_kernels.py --needs-ziglang || $(MAKE) --no-print-directory .venv/.ziglang
	@$(BIN)/python -m pip install --quiet --no-index --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src || true
	@touch $@

.venv/.ziglang: .venv/.uv
	@echo "fetching a C compiler (ziglang, 96 MB)"
	@$(call LOCKED,ziglang) > .venv/ziglang.lock
	@$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r .venv/ziglang.lock
	@touch $@

# By content: what is compiled already costs a tenth of a second.
kernels: .venv/.ok
	@$(BIN)/python tools/compile_kernels.py

# The page is made by Node, which nothing else here needs: without it everything works but the page.
# npm ci asks the network, so its failure is told and passed over; that of the build is not.
PAGE := src/diglot/annotate/static/index.html
MODULES = mkdir -p .venv && { test web/node_modules/.package-lock.json -nt web/package-lock.json \
  || (cd web && npm ci > ../.venv/page.log 2>&1 && touch node_modules/.package-lock.json); }

page: ## build the page of annotation and review (needs npm)
	@test ! -e $(PAGE) || test -n "$$(find web -name node_modules -prune -o -type f -newer $(PAGE) -print)" || exit 0; \
	  command -v npm > /dev/null || { echo "the page was not built: there is no npm (install Node.js 20 or later)"; exit 0; }; \
	  echo "building the page (once, half a minute)"; \
	  $(MODULES) || { echo "the page was not built: npm ci failed, see .venv/page.log"; exit 0; }; \
	  (cd web && npm run build) > .venv/page.log 2>&1 || { cat .venv/page.log; exit 1; }

# A second environment that sees the dependencies of .venv and the built wheel, but never src/:
# a file missing from the package cannot hide.
wheel: kernels page ## build the wheel and install it into .venv/wheel
	@rm -rf dist $(WHEEL)
	@$(BIN)/python -m build --wheel --no-isolation --outdir dist . > .venv/build.log 2>&1 \
	  || { cat .venv/build.log; exit 1; }
	@$(PYTHON) -m venv --without-pip $(WHEEL)
	@site=$$($(WHEEL)/bin/python -c 'import site; print(site.getsitepackages()[0])'); \
	  $(BIN)/python -c 'import site; print(site.getsitepackages()[0])' > $$site/dependencies.pth
	@$(BIN)/python -m pip --python $(WHEEL)/bin/python install --quiet --no-index --no-deps dist/*.whl

TARGETS ?= x86_64-linux-gnu.2.17 aarch64-linux-gnu.2.17 x86_64-macos.11.0 aarch64-macos.11.0
wheels: kernels page .venv/.ziglang ## build the wheels for Linux and macOS into dist/
	@rm -rf dist
	@for target in $(TARGETS); do $(BIN)/python tools/compile_kernels.py --wheel dist --target $$target || exit 1; done
	@for wheel in dist/*linux*; do $(BIN)/python -m auditwheel show $$wheel || exit 1; done

lock: .venv/.uv ## resolve the dependencies again and write requirements.lock
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --extra dev --extra compiler \
	  --generate-hashes --no-emit-index-url --no-header --no-annotate pyproject.toml \
	  | sed '1i # Every dependency of diglot with its hashes; written by `make lock`.' > .venv/new.lock
	@mv .venv/new.lock requirements.lock

clean: ## remove everything that was built
	@rm -rf .venv dist build site out web/node_modules src/diglot/annotate/static .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find src tests bench -name __pycache__ -prune -exec rm -rf {} +
