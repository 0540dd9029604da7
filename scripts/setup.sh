#!/usr/bin/env bash
# Installs what Mazurka's build and tests need besides Rust, gcc and make; does nothing when all of it is there.
#
#   scripts/setup.sh run     clang, which compiles the C programs that Mazurka runs
#   scripts/setup.sh test    and csmith with its headers, which generates programs for the differential test,
#                            llvm-as of LLVM 19, which has to accept what the reader prints,
#                            chromium with its driver, which shows the pages that reports are,
#                            Graphviz, which has to accept our graphs,
#                            and clang 14, the oldest whose text we read, where it can be had
#   scripts/setup.sh lint    rustfmt and clippy
#   scripts/setup.sh fuzz    a nightly Rust and cargo-fuzz
#   scripts/setup.sh bench   clang, lli and llvm-as of LLVM 19, which the benchmarks compare with
set -euo pipefail

oldest_clang=14

have() { command -v "$1" >/dev/null 2>&1; }

# The front end looks for the same names and asks for the same age.
have_clang() {
    [ "$(major_version "${MAZURKA_CLANG:-clang}")" -ge "$oldest_clang" ] && return
    local version
    for version in $(seq 40 -1 "$oldest_clang"); do
        have "clang-$version" && return
    done
    return 1
}

major_version() {
    local version
    version=$("$1" --version 2>/dev/null | sed -nE '1s/.*version ([0-9]+).*/\1/p')
    echo "${version:-0}"
}

have_csmith() { have csmith && [ -n "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -n 1)" ]; }

have_browser() { have chromium && have chromedriver; }

have_llvm_tools() { have clang-19 && have lli-19 && have llvm-as-19; }

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        echo "setup: cannot install packages: neither root nor sudo. Please have these installed: $wanted" >&2
        exit 1
    fi
}

# The newest clang that the package lists offer, 19 first because the tests know its output.
clang_package() {
    local version
    for version in 19 $(seq 40 -1 "$oldest_clang"); do
        if apt-cache show "clang-$version" >/dev/null 2>&1; then
            echo "clang-$version"
            return
        fi
    done
    echo clang
}

install() {
    wanted="$*"
    if ! have apt-get; then
        echo "setup: this script knows only apt-get. Please install with your package manager: $wanted" >&2
        exit 1
    fi
    echo "setup: installing $wanted"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >/dev/null
}

refresh_lists_once() {
    [ -n "${lists_are_fresh:-}" ] && return
    wanted="clang csmith libcsmith-dev chromium chromium-driver graphviz"
    have apt-get && as_root apt-get update >/dev/null
    lists_are_fresh=yes
}

need_clang() {
    have_clang && return
    refresh_lists_once
    install "$(clang_package)"
}

# Its typed pointers are tested where the packages still offer it.
want_oldest_clang() {
    have "clang-$oldest_clang" && return
    if have apt-cache && apt-cache show "clang-$oldest_clang" >/dev/null 2>&1; then
        install "clang-$oldest_clang"
    fi
}

need_csmith() {
    have_csmith && return
    refresh_lists_once
    install csmith libcsmith-dev
}

need_browser() {
    have_browser && return
    refresh_lists_once
    install chromium chromium-driver
}

need_graphviz() {
    have dot && return
    refresh_lists_once
    install graphviz
}

need_llvm_tools() {
    have_llvm_tools && return
    refresh_lists_once
    install clang-19 llvm-19
}

need_rust_component() {
    cargo "$2" --version >/dev/null 2>&1 && return
    echo "setup: installing $1"
    rustup component add "$1" >/dev/null
}

need_cargo_fuzz() {
    cargo +nightly --version >/dev/null 2>&1 || rustup toolchain install nightly --profile minimal
    have cargo-fuzz || cargo install --locked cargo-fuzz
}

if ! have cargo; then
    echo "setup: cargo is missing; install Rust from https://rustup.rs" >&2
    exit 1
fi

case "${1:-}" in
    run) need_clang ;;
    test) need_llvm_tools; want_oldest_clang; need_csmith; need_browser; need_graphviz ;;
    lint) need_rust_component rustfmt fmt; need_rust_component clippy clippy ;;
    fuzz) need_cargo_fuzz ;;
    bench) need_llvm_tools ;;
    *) echo "usage: scripts/setup.sh run|test|lint|fuzz|bench" >&2; exit 2 ;;
esac
