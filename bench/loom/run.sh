#!/bin/bash
# Times loom and Mazurka on the programs of src/bin, which are the same for both. Usage: run.sh [NAME...]
# $MAZURKA is the binary; $LIMIT the processor seconds after which loom is stopped.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mazurka=${MAZURKA:-$root/target/release/mazurka}
limit=${LIMIT:-600}
export CARGO_TARGET_DIR="$root/target/loom"
(cd "$here" && RUSTFLAGS='--cfg loom' cargo build -q --release)

# Processor seconds of a command, with what it says in $CARGO_TARGET_DIR/said; more than that if it fails or is stopped.
TIMEFORMAT='%U %S'
seconds() {
    rm -f "$CARGO_TARGET_DIR/failed"
    { time { "$@" > "$CARGO_TARGET_DIR/said" 2>&1 || touch "$CARGO_TARGET_DIR/failed"; }; } 2>&1 |
        tail -n 1 | awk '{ printf "%.2f", $1 + $2 }'
    [ ! -e "$CARGO_TARGET_DIR/failed" ] || printf +
}

[ $# -gt 0 ] || set -- mutex treiber lastzero
printf '%-10s %12s %12s   %s\n' program 'loom (s)' 'Mazurka (s)' 'of Mazurka'
for name; do
    by_loom=$(ulimit -t "$limit" && seconds "$CARGO_TARGET_DIR/release/$name")
    by_mazurka=$(seconds "$mazurka" check --no-trace "$here/src/bin/$name.rs")
    figures=$(grep -oE '^[0-9]+ executions' "$CARGO_TARGET_DIR/said" || echo 'no result')
    printf '%-10s %12s %12s   %s\n' "$name" "$by_loom" "$by_mazurka" "$figures"
done
