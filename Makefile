# Short names for the commands of README.md and CONTRIBUTING.md; everything works without make too.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: play test fast lint types bench bench-web bench-load soak words

.venv/dev: requirements-dev.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --prefer-binary -r requirements-dev.txt
	touch .venv/dev

play: .venv/dev
	$(BIN)/python manage.py play

test: .venv/dev
	$(BIN)/pytest

# No browser, no services: under a minute.
fast: .venv/dev
	$(BIN)/pytest -m "not browser and not redis and not postgresql and not server"

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py write_protocol --check

types: .venv/dev node_modules
	$(BIN)/mypy
	npx tsc -p jsconfig.json

node_modules: package-lock.json
	npm ci --no-audit --no-fund
	touch node_modules

bench: .venv/dev
	$(BIN)/python -m tests.bench

# Needs gettext (Debian: apt-get install gettext). Collects what is to be said, then compiles what has been translated.
MAKEMESSAGES = $(BIN)/python manage.py makemessages --locale es --no-obsolete --no-wrap --add-location file \
	--ignore "node_modules/*" --ignore ".venv/*" --ignore "var/*" --ignore "tests/*" --ignore "vendor/*" --ignore "*.txt"
words: .venv/dev
	$(MAKEMESSAGES) --domain django
	$(MAKEMESSAGES) --domain djangojs
	$(BIN)/python manage.py compilemessages --locale es --locale en --ignore ".venv/*"

bench-web: .venv/dev
	$(BIN)/python -m tests.bench.bench_web

# PostgreSQL, Redis, nginx and several processes under load and faults, beside P1-P5 and P8: one report.
bench-load: .venv/dev
	$(BIN)/python -m tests.bench moves connects delivery boards processes crowd finishes elsewhere faults behind_nginx

soak: .venv/dev
	$(BIN)/python -m tests.bench soak --seconds 600
