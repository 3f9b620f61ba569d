#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints those of the compiler's FLAGS that it knows and that make a program here.
#   flags.sh FLAG...
# CC: as for the build.
set -u
cc=${CC:-cc}
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
echo 'int main(void) { return 0; }' >"$work/try.c"

knows() {
    # shellcheck disable=SC2086 # CC may be more than one word: ccache gcc
    $cc -Werror "$@" -o "$work/try" "$work/try.c" >/dev/null 2>&1
}

# All at once is what most compilers know.
if knows "$@"; then
    echo "$*"
    exit
fi
for flag; do
    if knows "$flag"; then echo "$flag"; fi
done
