# `make help` lists the targets. Everything but `release` builds in one profile, so a newcomer builds once.

RATINGLIST := $(or $(CARGO_TARGET_DIR),target)/debug/ratinglist
RELEASE := $(or $(CARGO_TARGET_DIR),target)/release/ratinglist
PYTHON := $(or $(CARGO_TARGET_DIR),target)/python

.PHONY: help demo gallery test check bless python lint faults fuzz hostile release online bench benches clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Make a rating list from the demo data, in target/demo
	@cargo build -p cli
	@rm -rf target/demo && mkdir -p target && cp -R data/demo target/demo
	@$(RATINGLIST) run pipelines/demo.toml --list 2024-01 --quiet
	@$(RATINGLIST) run pipelines/demo.toml --list 2024-02
	@printf '\nLook at it:  head target/demo/lists/rapid/2024-02-01/list.csv\nThe next one: %s run pipelines/demo.toml --list 2024-03\n' $(RATINGLIST)

gallery: ## Make the pictures of the gallery from the demo (wants chromium)
	@cargo build -p cli
	@sh docs/gallery.sh $(RATINGLIST)

# Tests that need something from outside are ignored by `cargo test`; they run here as far as it is there, and what is skipped is said at the end.
# Where nothing may be skipped: RATINGLIST_REQUIRE=all make test, or RATINGLIST_REQUIRE=browser,python.
NEEDS := axe bash browser groff jq minisign mount python systemd
export RATINGLIST_PYTHON := $(abspath $(PYTHON))/bin/python

test: lint python ## Format, clippy with warnings denied, all tests
	cargo test --workspace --quiet
	skips="$$(sh tests/needs.sh $(NEEDS))" && \
	  cargo test --workspace --test program --quiet -- --ignored --skip needs_minutes --skip needs_cron $$skips
	cargo test -p cli --features faults --test program --quiet -- faults:: unattended::changing_inputs unattended::lock
	@sh tests/needs.sh $(NEEDS) >/dev/null

# One call for all crates: with `-p` cargo would choose other features of what they depend on, and build that anew.
CRATE_TESTS := $(basename $(notdir $(wildcard crates/*/tests/*.rs))) $(notdir $(patsubst %/main.rs,%,$(wildcard crates/*/tests/*/main.rs)))

check: ## Format, clippy and the crates' own tests, not the program from outside: half a minute after a change
	cargo fmt --all --check
	cargo clippy --workspace --quiet --lib --bins -- -D warnings
	cargo test --workspace --quiet --lib --bins $(addprefix --test ,$(CRATE_TESTS))

# The one way to write expected files anew: golden folders, snapshots of outputs, the corpus of reports. BLESS=1 make test does it too.
export INSTA_UPDATE := $(if $(BLESS),always,no)

bless: export BLESS := 1
bless: export INSTA_UPDATE := always
bless: ## Write the expected files anew from what the program makes; judge every line of the difference
	cargo test --workspace --quiet --test program -- golden:: cli::outputs::
	cargo test --workspace --quiet --test corpus
	@git status --short tests

python: $(PYTHON)/ready ## Install what the tests and measurements in Python need, below target

# Without it `make test` skips those tests; an installation that failed is tried again the next time.
$(PYTHON)/ready: tests/python/requirements.txt
	-@python3 -m venv $(PYTHON) && $(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r $< && touch $@

lint: ## Format and clippy, with warnings denied
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	cargo clippy -p cli --all-targets --features faults --quiet -- -D warnings

faults: release ## What can go wrong, at full size: cut off, full disks, 1,000 broken reports of 30,000, a real cron
	skips="$$(sh tests/needs.sh bash cron groff mount systemd)" && RATINGLIST_LONG=1 RATINGLIST=$(abspath $(RELEASE)) \
	  cargo test -p cli --features faults --test program -- --nocapture --include-ignored $$skips faults:: unattended:: properties:: hostile::corpus

# How long each target is fuzzed; a run of all of them takes so long for each, and once some minutes for building.
SECONDS := 120
TARGETS := $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))
FUZZ := $(or $(CARGO_TARGET_DIR),fuzz/target)/fuzzing

# Without the address sanitizer: with it Polars takes longer to build than the fuzzing does, and the project denies unsafe code. So a stable
# toolchain will do. Arithmetic is checked, no input may take 10 seconds, 512 MB at once or 2 GB in all.
# What is found lies in fuzz/artifacts; once it is mended it goes to fuzz/regressions, which `make test` runs.
fuzz: ## Fuzz every reader for SECONDS each (make fuzz SECONDS=600 TARGETS=trf)
	@cargo fuzz --version >/dev/null 2>&1 || { echo "cargo-fuzz is missing: cargo install cargo-fuzz --locked"; exit 1; }
	cargo fuzz build --sanitizer none
	@for target in $(TARGETS); do \
	  echo "fuzzing $$target for $(SECONDS) seconds"; \
	  mkdir -p $(FUZZ)/$$target fuzz/regressions/$$target; \
	  cargo fuzz run --sanitizer none $$target $(FUZZ)/$$target fuzz/corpus/$$target fuzz/regressions/$$target -- \
	    -max_total_time=$(SECONDS) -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512 -max_len=8192 -print_final_stats=1 2>&1 \
	    | tee $(FUZZ)/$$target.log | grep -E '^stat::|ERROR|panicked|SUMMARY' ; \
	  tail -n 50 $(FUZZ)/$$target.log | grep -q '^Done ' || { echo "$$target: see $(FUZZ)/$$target.log"; exit 1; }; \
	done
	@rmdir fuzz/regressions/* 2>/dev/null || true

hostile: ## Files of a gigabyte of one line, with the memory measured
	HOSTILE_MEGABYTES=1024 cargo test --release -p cli --test program -- hostile::large --test-threads=1

release: ## Build target/release/ratinglist, for use and for measuring
	cargo build --release -p cli

ONLINE := target/online
GAMES := 10000000

online: release ## Rate ten million online games in one run, within 28 bytes a game and 500 MB
	@rm -rf $(ONLINE) && $(RELEASE) demo $(ONLINE) --players 200000 --months 1 --tournaments 0 --online $(GAMES) --bundle --quiet
	@$(RELEASE) run $(ONLINE)/online.toml --list 2024-01
	@awk -F '[:,]' '/peak_memory_bytes/ { allowed = 28 * $(GAMES) + 500e6; \
	  printf "peak memory %d MB, allowed %d MB\n", $$2 / 1e6, allowed / 1e6; exit $$2 > allowed }' $(ONLINE)/lists/online/2024-01-01/run.json

SCALE := 1

bench: release python ## Measure against scripts of Polars and DuckDB, and write target/bench.md (SCALE=0.1 is quick)
	@$(PYTHON)/bin/python tests/bench/bench.py $(RELEASE) --scale $(SCALE) --whole

benches: ## Time the stages one by one
	cargo bench --workspace --quiet

clean: ## Remove everything that was built
	cargo clean
