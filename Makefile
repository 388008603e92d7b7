# `make help` lists the targets. Everything but `release` builds in one profile, so a newcomer builds once.

RATINGLIST := $(or $(CARGO_TARGET_DIR),target)/debug/ratinglist
RELEASE := $(or $(CARGO_TARGET_DIR),target)/release/ratinglist

.PHONY: help demo test lint faults release online bench benches clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Make a rating list from the demo data, in target/demo
	@cargo build -p cli
	@rm -rf target/demo && mkdir -p target && cp -R data/demo target/demo
	@$(RATINGLIST) run pipelines/demo.toml --list 2024-01 --quiet
	@$(RATINGLIST) run pipelines/demo.toml --list 2024-02
	@printf '\nLook at it:  head target/demo/lists/rapid/2024-02-01/list.csv\nThe next one: %s run pipelines/demo.toml --list 2024-03\n' $(RATINGLIST)

test: lint ## Format, clippy with warnings denied, all tests
	cargo test --workspace --quiet
	cargo test -p cli --features faults --test program --quiet -- faults:: unattended::changing_inputs unattended::lock

lint: ## Format and clippy, with warnings denied
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings

faults: release ## What can go wrong, at full size: cut off, full disks, 1,000 broken reports of 30,000, a real cron
	RATINGLIST_LONG=1 RATINGLIST=$(abspath $(RELEASE)) cargo test -p cli --features faults --test program -- --nocapture faults:: unattended::

release: ## Build target/release/ratinglist, for use and for measuring
	cargo build --release -p cli

ONLINE := target/online
GAMES := 10000000

online: release ## Rate ten million online games in one run, within 28 bytes a game and 500 MB
	@rm -rf $(ONLINE) && $(RELEASE) demo $(ONLINE) --players 200000 --months 1 --tournaments 0 --online $(GAMES) --bundle --quiet
	@$(RELEASE) run $(ONLINE)/online.toml --list 2024-01
	@awk -F '[:,]' '/peak_memory_bytes/ { allowed = 28 * $(GAMES) + 500e6; \
	  printf "peak memory %d MB, allowed %d MB\n", $$2 / 1e6, allowed / 1e6; exit $$2 > allowed }' $(ONLINE)/lists/online/2024-01-01/run.json

VENV := target/bench-venv
SCALE := 1

bench: release ## Measure against scripts of Polars and DuckDB, and write target/bench.md (SCALE=0.1 is quick)
	@test -x $(VENV)/bin/python || python3 -m venv $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check -r tests/bench/requirements.txt
	@$(VENV)/bin/python tests/bench/bench.py $(RELEASE) --scale $(SCALE) --whole

benches: ## Time the stages one by one
	cargo bench --workspace --quiet

clean: ## Remove everything that was built
	cargo clean
