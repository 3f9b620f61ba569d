#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the shared library with that of the last release (the newest tag v*), by abidiff: a program that
# was linked with that one must work with this one, unless ABI in the Makefile has been raised.
#   abi.sh LIBRARY
# Status 1: it would not, and what has changed is printed. Without a release there is nothing to compare it
# with, and a line says so.
set -eu
library=$(realpath "$1")
cd "$(dirname "$0")/../.."

tag=$(git describe --tags --match 'v[0-9]*' --abbrev=0 2>/dev/null) || {
    echo 'abi.sh: no release yet'
    exit 0
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
git archive "$tag" | tar -xC "$scratch"
make -C "$scratch" -j"$(getconf _NPROCESSORS_ONLN)" lib >"$scratch/said" 2>&1 || {
    tail -n 40 "$scratch/said"
    echo "abi.sh: $tag does not build"
    exit 1
}
before=$(find "$scratch/build/lib" -name 'libxpgn.so.*' -type f)

# The digits of its status: 1 and 2 that it failed, 4 that something has changed, 8 that it breaks programs.
status=0
abidiff --headers-dir1 "$scratch/lib/include" --headers-dir2 lib/include --no-added-syms \
    "$before" "$library" >"$scratch/report" 2>&1 || status=$?
if [ $((status & 3)) -ne 0 ] || { [ $((status & 12)) -ne 0 ] && [ "${before##*.so.}" = "${library##*.so.}" ]; }; then
    cat "$scratch/report"
    echo "abi.sh: programs for $tag may not work with this library: raise ABI in the Makefile, or keep what they use"
    exit 1
fi
echo "abi.sh: compatible with $tag, or of another number"
