# Lido. `make play` and `make test` are all a newcomer needs.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python
# Without bytecode every process compiles some 1,700 modules when it starts, and the tests start hundreds.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-page test-precompile setup web javascript everywhere browser-speed gallery lint lint-python lint-page format docs bench card threads peers move-by-move ray test-train load beside compiled nodes strangers idle soak queues evening hostile harm prove-puzzles slow films first-minutes pictures accept-looks frames memory best mutants dist release lock clean

play:
	@$(MAKE) --no-print-directory --jobs=2 setup web
	@$(BIN)/lido serve --open

test:
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target .venv/docs-ready .venv/examples-ready build/chromium/ready build/lido-js/package.json
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint-python lint-page test-page test-precompile
	$(BIN)/pytest -n auto --dist worksteal

test-page: web web/gallery-dist/gallery.html javascript
	cd web && $(NODE) npm test --silent

# Otherwise each worker of pytest would compile the same functions.
test-precompile: .venv/examples-ready
	$(BIN)/python -m tests.precompile

setup: .venv/ready

.venv/installed: pyproject.toml requirements/dev.txt requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Lido needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	@echo "Setting up .venv (once) …"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	$(INSTALL) --require-hashes -r requirements/dev.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# What is compiled for the browser and what npm installs need not wait for this.
.venv/ready: .venv/installed
	$(BIN)/python -m lido.precompile
	@touch $@

# The games of examples/, installed beside Lido as anybody's package is.
EXAMPLES := $(patsubst %/pyproject.toml,%,$(wildcard examples/*/pyproject.toml))
.venv/examples-ready: .venv/ready $(EXAMPLES:%=%/pyproject.toml)
	$(INSTALL) --no-deps --no-build-isolation $(EXAMPLES:%=--editable %)
	$(BIN)/python -m lido.precompile
	@touch $@

# The page. Node comes from a wheel, so none is needed on the machine; what is built is part of the package.
NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
TOOL := PYTHONPATH=web $(BIN)/python -m tools
PAGE := src/lido/page/index.html
BUILT_FROM := web/node_modules/ready web/src/generated/words/ready web/src/generated/lessons/ready web/src/generated/puzzles/ready web/src/generated/films/ready web/src/generated/boards/ready web/src/generated/font/ready web/src/generated/start-screens.html web/src/generated/messages.ts web/src/generated/engine/ready
GENERATED := $(BUILT_FROM) web/src/generated/scenes.json web/src/generated/screens.json
LANGUAGES := $(wildcard src/lido/words/languages/*.toml)
WORDS := $(wildcard src/lido/words/*.toml src/lido/games/*/words.toml) $(LANGUAGES)
GAME_SOURCES := $(shell find src/lido/games src/lido/bots src/lido/cli -name '*.py') $(filter-out $(LANGUAGES), $(WORDS))
ENGINE_SOURCES := $(shell find src/lido -name '*.py' -not -path 'src/lido/server/*' -not -path 'src/lido/cli/*' -not -path 'src/lido/lab/*') $(wildcard src/lido/games/*/data/network.npz)
WEB_SOURCES := $(shell find web/src -path web/src/generated -prune -o -type f -print) web/index.html web/vite.config.ts web/vite.offline.config.ts

web: $(PAGE)

$(PAGE): $(BUILT_FROM) $(WEB_SOURCES)
	cd web && $(NODE) npm run --silent build -- --logLevel warn
	cd web && $(NODE) npm run --silent build:offline -- --logLevel warn
	$(TOOL).sizes

# The games as a package for other pages and for Node, in build/lido-js.
javascript: build/lido-js/package.json

build/lido-js/package.json: web/node_modules/ready web/src/generated/engine/ready $(wildcard web/src/engine/*.ts web/src/engine/python/*.ts) web/tsconfig.package.json web/tools/package.py docs/javascript.md
	rm -rf build/lido-js
	cd web && $(NODE) npx tsc --project tsconfig.package.json
	$(TOOL).package

# Ten thousand random games of every game and number of players, in Node and in Python (half an hour; it resumes if it was stopped).
everywhere: setup web/src/generated/engine/ready
	$(BIN)/python -m tests.browser.everywhere

# How fast the games are in Chromium, beside Numba (about two minutes).
browser-speed: build/lido-js/package.json build/chromium/ready
	$(BIN)/python -m lido.browser build/bench/browser --playouts
	$(BIN)/python -m bench.browser

# Every board in many positions, for those who work on the page, and for the tests.
gallery: $(GENERATED)
	cd web && $(NODE) npm run dev -- --open /gallery.html

web/gallery-dist/gallery.html: $(GENERATED) $(WEB_SOURCES) web/gallery.html
	cd web && $(NODE) npm run --silent build -- --mode gallery --logLevel warn

web/node_modules/ready: .venv/installed web/package.json web/package-lock.json
	cd web && $(NODE) npm ci --silent
	@touch $@

# The browser of the tests, pictures and films.
build/chromium/ready: web/node_modules/ready web/tools/chromium.py
	$(TOOL).chromium
	@touch $@

web/src/generated/words/ready: .venv/installed web/tools/words.py $(WORDS)
	$(TOOL).words
	@touch $@

web/src/generated/lessons/ready: .venv/installed web/tools/lessons.py $(wildcard src/lido/games/*/lesson.json)
	$(TOOL).lessons
	@touch $@

web/src/generated/puzzles/ready: .venv/installed web/tools/puzzles.py $(wildcard src/lido/games/*/shelf.gz)
	$(TOOL).puzzles
	@touch $@

web/src/generated/films/ready: .venv/ready web/tools/films.py web/tools/boards.py web/tools/games.py $(wildcard web/src/lib/boards/*/film.json) $(GAME_SOURCES)
	$(TOOL).films
	@touch $@

web/src/generated/boards/ready: .venv/ready web/tools/boards.py $(GAME_SOURCES)
	$(TOOL).boards
	@touch $@

# The rules, the search and the bots for the browser.
web/src/generated/engine/ready: .venv/installed $(ENGINE_SOURCES)
	$(BIN)/python -m lido.browser web/src/generated/engine
	@touch $@

# The page's font: a part of an open one.
web/src/generated/font/ready: web/node_modules/ready web/tools/font.py $(LANGUAGES)
	$(TOOL).font
	@touch $@

# Icons and start screens for phones, the picture of a link to the page, and the fonts for those of others.
web/src/generated/start-screens.html: web/src/generated/font/ready web/tools/icons.py $(wildcard web/public/* src/lido/look/*.py) src/lido/server/transport/card.py
	$(TOOL).icons

# The page's types of messages, from the schema of the service.
web/src/generated/messages.ts: web/node_modules/ready web/tools/messages.py $(shell find src/lido/server src/lido/games/*/live -name '*.py')
	$(TOOL).messages
	cd web && $(NODE) npm run --silent types

web/src/generated/scenes.json: .venv/ready web/tools/fixtures.py web/tools/boards.py web/tools/games.py $(wildcard web/src/lib/boards/*/scenes.json) $(GAME_SOURCES) $(LANGUAGES)
	$(TOOL).fixtures

# What the service answers to the screens of the gallery.
web/src/generated/screens.json: web/src/generated/scenes.json web/src/generated/lessons/ready web/src/generated/puzzles/ready web/tools/screens.py src/lido/server/transport/http.py
	$(TOOL).screens

lint: lint-python lint-page

lint-python: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/mypy

lint-page: setup $(GENERATED)
	cd web && $(NODE) npm run --silent check

format: setup web/node_modules/ready
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cd web && $(NODE) npm run --silent format

# The documentation as a site of its own, in build/site; a warning is an error.
docs: .venv/docs-ready
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --jobs auto --doctree-dir build/doctrees docs build/site
	@echo "build/site/index.html"

.venv/docs-ready: .venv/ready requirements/docs.txt
	$(INSTALL) --require-hashes -r requirements/docs.txt
	@touch $@

# A report played by a Ray cluster of two workers on this machine. Ray is large, so `make test` does without it.
ray: .venv/ray-ready
	$(BIN)/pytest tests/cli/test_cluster.py

.venv/ray-ready: .venv/ready requirements/ray.txt
	$(INSTALL) --require-hashes -r requirements/ray.txt
	@touch $@

# The training of networks, a few steps of it. PyTorch is very large, so `make test` does without it.
test-train: .venv/train-ready
	$(BIN)/pytest tests/train

.venv/train-ready: .venv/ready requirements/train.txt
	$(INSTALL) --require-hashes -r requirements/train.txt
	@touch $@

bench: .venv/bench-ready
	$(BIN)/python -m bench

.venv/bench-ready: .venv/ready requirements/bench.txt
	$(INSTALL) --require-hashes -r requirements/bench.txt
	@touch $@

# The games on a graphics card: the same bits as on the processor, and steps a second (some minutes; needs a card of NVIDIA).
card: setup
	$(BIN)/python -m bench.card

# Our expert against OpenSpiel's search, and environments against those of others (hours; it can be stopped).
peers: .venv/bench-ready
	$(BIN)/python -m bench.peers

# Random play from Python, a move at a time, beside the environments of others (a minute).
move-by-move: .venv/bench-ready
	$(BIN)/python -m bench.move_by_move

# The targets of single games.
include $(wildcard bench/games/*/targets.mk)

# The service: moves a second; nothing is lost when it is killed (about 15 minutes); invalid and hostile messages break nothing.
load: build/compiled/ready
	PYTHONPATH=build/compiled $(BIN)/python -m bench.service.load

# The same beside boardgame.io (about three minutes).
beside: build/compiled/ready bench/service/boardgame/node_modules/ready
	PYTHONPATH=build/compiled $(BIN)/python -m bench.service.beside

# The package with the way of a move compiled by mypyc (a minute; needs a C compiler). `LIDO_COMPILED=1 make dist` makes a wheel of it.
compiled: build/compiled/ready

build/compiled/ready: .venv/ready hatch_build.py $(shell find src/lido -name '*.py')
	$(BIN)/python hatch_build.py build/compiled
	PYTHONPATH=build/compiled $(BIN)/python -m lido.precompile
	@touch $@

bench/service/boardgame/node_modules/ready: .venv/ready bench/service/boardgame/package.json
	cd bench/service/boardgame && $(NODE) npm install --silent --no-audit --no-fund --no-package-lock
	@touch $@

# Steps a second of many games at once, with one thread and with the default, alone and beside two busy processes.
threads: setup
	$(BIN)/python -m bench.threads

# What a second node adds, each held to a quarter of a processor (two minutes; needs the rights of the administrator).
nodes: setup
	$(BIN)/python -m bench.service.nodes

# Two thousand people who look for strangers while games go on (two minutes).
strangers: setup
	$(BIN)/python -m bench.service.strangers

# Ten thousand sockets that say nothing, on one node.
idle: setup
	$(BIN)/python -m bench.service.idle

# Every puzzle, by programs that share no code with their makers; VALUES is what solve.cu writes (docs/puzzles.md).
prove-puzzles: setup
	$(BIN)/python -m tests.puzzles $(VALUES)

soak: setup
	$(BIN)/python -m bench.service.soak

# A bot's answer while many tables of bots only keep the bots busy; reading long logs, and catching up with them.
queues: setup
	$(BIN)/python -m bench.service.queues
	$(BIN)/python -m bench.service.catching_up

# The processor time of a service for ten games with analysis, played at it and on the device (about three minutes).
evening: setup web
	$(BIN)/python -m bench.service.evening

hostile: .venv/hostile-ready
	$(BIN)/python -m bench.service.hostile

# What attacks do to the answers of honest players, with the usual limits (about five minutes).
harm: setup
	$(BIN)/python -m bench.service.harm

.venv/hostile-ready: .venv/ready requirements/hostile.txt
	$(INSTALL) --require-hashes -r requirements/hostile.txt
	@touch $@

# What takes a browser minutes: towers built by mouse, keys and finger, drawn by the processor.
slow: setup web build/chromium/ready
	$(BIN)/pytest -m slow

# Pictures to be looked at, in real time with motion on, under build/looks: whole games, and first minutes of ten people.
films: setup web build/chromium/ready
	$(BIN)/python -m tests.page.looks.films

first-minutes: setup web build/chromium/ready
	$(BIN)/python -m tests.page.looks.first_minutes

# The best moment of every game, frame by frame, under build/looks/best.
best: setup web web/gallery-dist/gallery.html build/chromium/ready
	$(BIN)/python -m tests.page.looks.best

# Memory of the page after fifty games on the device (about ten minutes).
memory: setup web build/chromium/ready
	$(BIN)/python -m tests.page.looks.memory

# How long the frames of every scene take on a processor four times slower.
frames: setup web/gallery-dist/gallery.html build/chromium/ready
	$(BIN)/python -m tests.page.looks.frames

# All pictures of README.md and docs/ (about three minutes).
pictures: setup web web/gallery-dist/gallery.html build/chromium/ready
	$(BIN)/python -m tests.page.looks.pictures

# Keeps how every screen looks now: a test compares with it. What has changed is shown under build/looks/changes.
accept-looks: setup web/gallery-dist/gallery.html build/chromium/ready
	$(BIN)/python -m tests.web.accept_looks

# Changes the rules, views, deals and verification in small ways, one at a time: a test must notice each (about two hours;
# it resumes if it was stopped). What is not noticed must be explained in tests/mutants/explained.toml.
mutants: .venv/mutants-ready
	$(BIN)/python -m tests.mutants

.venv/mutants-ready: .venv/ready requirements/mutants.txt
	$(INSTALL) --require-hashes -r requirements/mutants.txt
	@touch $@

# A wheel and a source archive with the page in them, in build/dist.
dist: setup web
	rm -rf build/dist
	$(BIN)/uv build --quiet $(if $(LIDO_COMPILED),--no-build-isolation --python $(BIN)/python) --out-dir build/dist
	@ls -l build/dist

# A release: `make release VERSION=1.2.3`, on a clean tree whose changelog says what is new (docs/versions.md).
release: setup
	@$(BIN)/python -m tests.releases.prepare $(VERSION)
	@$(MAKE) --no-print-directory test dist
	git add --all && git commit --quiet --message "Release $(VERSION)" && git tag "v$(VERSION)"
	@echo "Lido $(VERSION) is committed and tagged. To publish it: git push --tags origin main && uv publish build/dist/*"

# Locks every dependency anew. What is committed has hashes and names no host.
EXPORT := $(BIN)/uv export --quiet --frozen --format requirements.txt --no-header --no-emit-project --no-annotate
lock: setup
	$(BIN)/uv lock --quiet --upgrade
	$(EXPORT) --output-file requirements/dev.txt >/dev/null
	$(EXPORT) --no-dev --extra openspiel --extra pettingzoo --extra postgres --group bench --output-file requirements/bench.txt >/dev/null
	$(EXPORT) --no-dev --extra postgres --output-file requirements/serve.txt >/dev/null
	$(EXPORT) --only-group docs --output-file requirements/docs.txt >/dev/null
	$(EXPORT) --no-dev --extra ray --output-file requirements/ray.txt >/dev/null
	$(EXPORT) --no-dev --extra train --output-file requirements/train.txt >/dev/null
	$(EXPORT) --only-group hostile --output-file requirements/hostile.txt >/dev/null
	$(EXPORT) --only-group mutants --output-file requirements/mutants.txt >/dev/null
	cd web && $(NODE) npm install --silent --package-lock-only
	$(TOOL).lock
	grep -A99 '^uv==' requirements/dev.txt | awk 'NR == 1 || /^    --hash/ { print; next } { exit }' > requirements/uv.txt

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	rm -rf src/lido/page web/.svelte-check web/gallery-dist web/node_modules web/src/generated
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
