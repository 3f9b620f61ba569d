#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the sources in two folders, at two times, in two time zones, in two locales: the programs,
# the libraries and the completions have the same bytes. Prints nothing when all is well.
# Arguments are given to make (CC=..., CFLAGS=...).
set -eu
cd "$(dirname "$0")/../.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
    echo "reproducible.sh: $*"
    exit 1
}

# build FOLDER ZONE LOCALE MAKE-ARGUMENT...
build() {
    folder=$scratch/$1
    zone=$2
    locale=$3
    shift 3
    mkdir -p "$folder"
    git ls-files -z | xargs -0 tar -cf - | tar -xmf - -C "$folder"
    TZ=$zone LC_ALL=$locale make -C "$folder" "$@" all >"$scratch/said" 2>&1 || {
        tail -n 40 "$scratch/said"
        fail "does not build in $folder"
    }
    (cd "$folder/build" && find bin lib completions -type f -exec sha256sum {} + | LC_ALL=C sort -k 2) \
        >"$scratch/sums"
}

jobs=-j$(getconf _NPROCESSORS_ONLN)
build one UTC C "$jobs" "$@"
mv "$scratch/sums" "$scratch/first"
build another/and/longer/folder Pacific/Kiritimati C.UTF-8 -j1 "$@"
test "$(grep -cE ' (bin/xpgn|lib/libxpgn)' "$scratch/first")" -ge 8 || fail 'too few files to compare'
diff "$scratch/first" "$scratch/sums" || fail 'not the same bytes in another folder'
