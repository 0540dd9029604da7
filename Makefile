# Mazurka's two commands are `make demo` and `make test`; both install what is missing.

# Where campaigns start and how long they last: `make csmith N=1000 SEED=1`, `make random-c N=20000`, `make fuzz T=60`.
N ?= 1000
SEED ?= 1
T ?= 60

.PHONY: help demo test real fresh csmith random-c agree results mutants bench bench-loom fuzz fmt lint

help:
	@echo 'make demo              install what is missing, build, find a bug in an example'
	@echo 'make test              install what is missing, pass all tests'
	@echo 'make real              fetch real libraries, check programs that use them and the tests of Rust crates (docs/real-world.md)'
	@echo 'make fresh             make demo and make test in a new clone, with nothing built or downloaded before'
	@echo 'make csmith N=1000     compare N random C programs with native runs (SEED=1 is the first seed)'
	@echo 'make random-c N=20000  compare all reductions on N random C programs with threads (SEED=1 is the first seed)'
	@echo 'make agree             compare all reductions on every program of tests/check, not only some of them on each'
	@echo 'make results           make all tables and plots of docs/results.md again, which takes up to an hour'
	@echo 'make mutants           break Mazurka in known ways, and see whether its tests notice'
	@echo 'make bench             measure loading against llvm-as, a step, running against lli and native code, and exploring'
	@echo 'make bench-loom        fetch loom, and measure it and Mazurka on the same Rust programs (LIMIT=600 processor seconds for loom)'
	@echo 'make fuzz T=60         feed generated and damaged input to the reader, the VM, the searches and checkpoints, T seconds each'
	@echo 'make fmt, make lint    format the code; check formatting and lints'

demo:
	@scripts/setup.sh run
	cargo build --release
	@echo; echo '$$ mazurka run examples/transfer.c'
	@target/release/mazurka run examples/transfer.c
	@echo; echo '$$ mazurka check examples/transfer.c'
	@target/release/mazurka check examples/transfer.c; test $$? -eq 1
	@echo; echo 'One run works, and one interleaving of all does not. What to do next:'
	@echo '  target/release/mazurka explain deadlock   what this bug is, and what to do about it'
	@echo '  target/release/mazurka check examples/transfer_fixed.c'
	@echo '                                            the same program, put right'
	@echo '  examples/README.md                        nineteen more bugs, each with its fixed twin'
	@echo '  target/release/mazurka check YOUR.c       your own program'
	@echo '  target/release/mazurka check --help       what it can do'
	@echo '  docs/guarantees.md                        what `ok` means'

# Whole crates compile in less time without incremental compilation, and to faster code.
test lint: export CARGO_INCREMENTAL ?= 0

# Searches free large tables one after the other: memory that is not given back at once need not be cleared by the kernel again.
test: export MALLOC_TRIM_THRESHOLD_ ?= 100000000
test: export MALLOC_MMAP_THRESHOLD_ ?= 1000000

test:
	@scripts/setup.sh test
	cargo test --workspace --no-fail-fast

lint:
	@scripts/setup.sh lint
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

fmt:
	cargo fmt --all

real:
	@scripts/setup.sh run
	cargo build --release
	@scripts/real.sh
	@scripts/real_tests.sh

fresh:
	@scripts/fresh.sh

csmith:
	@scripts/setup.sh test
	MAZURKA_CSMITH_COUNT=$(N) MAZURKA_CSMITH_SEED=$(SEED) cargo test --release -p mazurka --test suite -- csmith --test-threads 2

random-c:
	@scripts/setup.sh test
	MAZURKA_RANDOM_COUNT=$(N) MAZURKA_RANDOM_SEED=$(SEED) cargo test --release -p mazurka --test random_c -- every_reduction --nocapture

agree:
	@scripts/setup.sh test
	MAZURKA_EVERY_REDUCTION=1 cargo test --release -p mazurka --test suite -- check

# Every search has a limit of its own. A part of the document is replaced when it was measured.
results: export MAZURKA_BLESS = 1
results:
	@scripts/setup.sh bench
	cargo test -p mazurka --test it -- --test-threads 1 growth:: results::programs_that_wait
	cargo bench -p mazurka --bench explore -- peers
	cargo bench -p mazurka --bench explore -- bounded
	for table in auto bounded bugs stateful sharing transactions hybrid samples; do \
	    cargo bench -p mazurka --bench $$table || exit 1; \
	done

mutants:
	@scripts/setup.sh test
	cargo run -p mazurka-mutants

bench:
	@scripts/setup.sh bench
	cargo bench -p mazurka-ir --bench load
	cargo bench -p mazurka-vm --bench step
	cargo bench -p mazurka --bench compute
	cargo bench -p mazurka --bench explore
	cargo bench -p mazurka --bench bounded
	cargo bench -p mazurka --bench bugs
	cargo bench -p mazurka --bench auto
	cargo bench -p mazurka --bench samples
	cargo bench -p mazurka --bench stateful
	cargo bench -p mazurka --bench sharing
	cargo bench -p mazurka --bench transactions
	cargo bench -p mazurka --bench hybrid

bench-loom:
	@scripts/setup.sh run
	cargo build --release
	@bench/loom/run.sh

fuzz:
	@scripts/setup.sh fuzz
	for target in $$(cargo +nightly fuzz list); do \
	    mkdir -p fuzz/corpus/$$target; \
	    seeds=fuzz/seeds/$$target; [ -d $$seeds ] || seeds=; \
	    cargo +nightly fuzz run $$target fuzz/corpus/$$target $$seeds -- \
	        -dict=fuzz/llvm.dict -max_total_time=$(T) || exit 1; \
	done
