#!/bin/sh
# Checks the tests of published crates, unmodified, with `cargo mazurka test`, and compares how they end with tests/real/crates.txt.
# Usage: real_tests.sh [NAME...]. $MAZURKA is the binary; $LIMIT the seconds for each test. The crates come from crates.io, by name and version, into
# target/real/; the reports are there, too.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
here=$root/target/real
mazurka=${MAZURKA:-$root/target/release/mazurka}
limit=${LIMIT:-10}
export MAZURKA_CACHE="${MAZURKA_CACHE:-$here/cache}"
mkdir -p "$here"
# shellcheck source=scripts/fetch.sh
. "$root/scripts/fetch.sh"

# How many tests of the report end like this.
count() {
    grep -cE "^test .* \.\.\. $1\$" "$here/$name.tests.txt" || true
}

# The tests that end like this.
ending() {
    sed -nE "s/^test (.*) \.\.\. $1\$/\1/p" "$here/$name.tests.txt" | sort
}

# Whether all tests of a list end like this, and no other ones.
are() {
    shown=$(ending "$1")
    shift
    [ "$shown" = "$(for test; do echo "$test"; done | sort)" ]
}

# Whether no tests but those of a list end like this.
only() {
    shown=$(ending "$1")
    shift
    for test in $shown; do
        case " $* " in *" $test "*) ;; *) return 1 ;; esac
    done
}

check() {
    fetch "$name" "$version"
    cd "$here/$name-$version/vendor/$name"
    # The versions of what it needs are those that it was published with, where it says so.
    locked=
    [ ! -e Cargo.lock ] || locked=--locked
    start=$(date +%s)
    code=0
    # shellcheck disable=SC2086
    "${mazurka%/*}/cargo-mazurka" mazurka test $locked $options -- --timeout "$limit" \
        > "$here/$name.tests.txt" 2> "$here/$name.build.txt" || code=$?
    ok=$(count ok)
    result=as-expected
    # shellcheck disable=SC2086
    [ "$ok" -ge "$finished" ] && are FAILED $found && only error $errors || result=DIFFERENT
    printf '%-18s %-8s %-12s %5s s  %3s ok %3s found %3s incomplete %3s errors %3s ignored\n' "$name" "$version" "$result" \
        $(($(date +%s) - start)) "$ok" "$(count FAILED)" "$(count incomplete)" "$(count error)" "$(count ignored)"
    if [ "$result" = DIFFERENT ]; then
        echo "    expected: at least $finished ok, found: $found, errors: $errors; exit code $code"
        cat "$here/$name.build.txt" "$here/$name.tests.txt" | sed 's/^/    /' | tail -40
        return 1
    fi
}

failures=0
wanted=" $* "
name=''
while read -r key value; do
    case $key in
    '' | '#'*) ;;
    crate)
        name=${value% *} version=${value#* }
        options='' found='' errors=''
        ;;
    options | found | errors) eval "$key=\$value" ;;
    finished)
        finished=$value
        case $wanted in '  ' | *" $name "*) (check) < /dev/null || failures=$((failures + 1)) ;; esac
        ;;
    *) echo "tests/real/crates.txt: unknown key $key" >&2 && exit 2 ;;
    esac
done < "$root/tests/real/crates.txt"
exit $((failures > 0))
