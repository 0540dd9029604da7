# Sourced by scripts that use packages of crates.io: `fetch NAME VERSION` leaves the package's files in $here/NAME-VERSION/vendor/NAME.
# shellcheck shell=sh disable=SC2154
fetch() {
    folder=$here/$1-$2
    [ -d "$folder/vendor/$1" ] && return
    rm -rf "$folder"
    mkdir -p "$folder/src"
    : > "$folder/src/lib.rs"
    cat > "$folder/Cargo.toml" <<TOML
[package]
name = "fetch"
version = "0.0.0"
edition = "2021"
[workspace]
exclude = ["vendor"]
[dependencies]
$1 = { version = "=$2", default-features = false }
TOML
    (cd "$folder" && cargo vendor -q vendor > /dev/null)
}
