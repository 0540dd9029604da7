#!/bin/sh
# Compiles the library's C code to the LLVM text that is embedded in the VM. Usage: build.sh [DIRECTORY]
# clang-19 is the reference: other versions write the same code differently.
set -eu
cd "$(dirname "$0")"
out=${1:-.}
for source in *.c; do
    text=$out/${source%.c}.ll
    "${MAZURKA_SUPPORT_CLANG:-clang-19}" -std=c17 -O1 -Wall -Wextra -Werror -Wno-deprecated-non-prototype \
        -fno-builtin -ffreestanding -fno-strict-aliasing -target x86_64-unknown-linux-gnu \
        -S -emit-llvm -o "$text.tmp" "$source"
    # Which build of the compiler it was is of no interest.
    sed -e '/^; ModuleID/d' -e '/^!llvm.ident/d' -e '/^![0-9]* = !{!"[A-Za-z ]*clang version/d' "$text.tmp" >"$text"
    rm "$text.tmp"
done
