#!/usr/bin/env bash
# Runs `make demo` and `make test` as on a fresh machine: in a new clone of the last commit, with an empty target folder and
# an empty Cargo home, so that nothing that was built or downloaded before can hide what is missing.
#
#   scripts/fresh.sh              both, which compiles everything twice: allow for half an hour
#   scripts/fresh.sh demo         only the targets given
#
# Uncommitted changes are not tested. Rust itself, and what scripts/setup.sh installs, are used as they are.
set -euo pipefail

targets=("$@")
[ $# -gt 0 ] || targets=(demo test)

# rustup finds its toolchains in RUSTUP_HOME, wherever the Cargo home is.
home=${CARGO_HOME:-$HOME/.cargo}
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

git clone --quiet "$source" "$fresh/mazurka"
mkdir "$fresh/cargo"
# Where packages come from belongs to the network, not to what was downloaded from there.
for file in config.toml config; do
    [ ! -f "$home/$file" ] || cp "$home/$file" "$fresh/cargo/"
done
export CARGO_HOME=$fresh/cargo CARGO_TARGET_DIR=$fresh/mazurka/target

echo "fresh: commit $(git -C "$fresh/mazurka" rev-parse --short HEAD), target ${targets[*]}"
for target in "${targets[@]}"; do
    start=$SECONDS
    make -C "$fresh/mazurka" "$target" || { echo "fresh: make $target failed after $((SECONDS - start)) s" >&2; exit 1; }
    times+=("make $target: $((SECONDS - start)) s")
done
printf 'fresh: %s\n' "${times[@]}"
