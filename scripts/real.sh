#!/bin/sh
# Checks programs that use real libraries, and compares verdicts with tests/real/programs.txt. Usage: real.sh [NAME...]
# $MAZURKA is the binary, and $MAZURKA_OPTIONS are more options for it. The libraries come from packages of crates.io, by name and
# version, into target/real/; the reports are there, too.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
here=$root/target/real
mazurka=${MAZURKA:-$root/target/release/mazurka}
export MAZURKA_CACHE="${MAZURKA_CACHE:-$here/cache}"
mkdir -p "$here"
failures=0

# shellcheck source=scripts/fetch.sh
. "$root/scripts/fetch.sh"

# The files that match one of the patterns and none of the exceptions.
files() {
    for file in $sources; do
        keep=$file
        set -f
        for pattern in $except; do
            # shellcheck disable=SC2254
            case ${file##*/} in $pattern) keep= ;; esac
        done
        set +f
        [ -n "$keep" ] && printf '%s ' "$keep"
    done
}

check() {
    # shellcheck disable=SC2086
    fetch $package
    # shellcheck disable=SC2086
    set -- $package
    cd "$here/$1-$2/vendor/$1"
    start=$(date +%s.%N)
    code=0
    # shellcheck disable=SC2046,SC2086
    "$mazurka" check --no-trace ${MAZURKA_OPTIONS:-} $options $flags $(files) "$root/tests/real/$program" \
        > "$here/$name.txt" 2>&1 || code=$?
    seconds=$(echo "$start $(date +%s.%N)" | awk '{ printf "%.1f", $2 - $1 }')
    figures=$(grep -oE '^[0-9]+ (executions?|states)' "$here/$name.txt" | tail -1)
    # shellcheck disable=SC2086
    set -- $expect
    wanted=3
    case $1 in ok) wanted=0 ;; bug) wanted=1 ;; esac
    result=as-expected
    [ "$code" = "$wanted" ] || result=DIFFERENT
    [ $# -lt 2 ] || grep -q "^error\[$2\]" "$here/$name.txt" || result=DIFFERENT
    [ $# -lt 3 ] || grep -q "$3" "$here/$name.txt" || result=DIFFERENT
    printf '%-22s %-12s %6s s  %-20s %s\n' "$name" "$result" "$seconds" "$figures" "$expect"
    if [ "$result" = DIFFERENT ]; then
        sed 's/^/    /' "$here/$name.txt" | tail -40
        return 1
    fi
}

# What a row does not say is as in the row before.
sources='' except='' flags='' options='' name=''
wanted_names=" $* "
while read -r key value; do
    case $key in
    '' | '#'*) ;;
    flags) case $value in '+ '*) flags="$flags ${value#+ }" ;; *) flags=$value ;; esac ;;
    name | package | sources | except | program | options) eval "$key=\$value" ;;
    expect)
        expect=$value
        case $wanted_names in '  ' | *" $name "*) (check) < /dev/null || failures=$((failures + 1)) ;; esac
        ;;
    *) echo "tests/real/programs.txt: unknown key $key" >&2 && exit 2 ;;
    esac
done < "$root/tests/real/programs.txt"
exit $((failures > 0))
