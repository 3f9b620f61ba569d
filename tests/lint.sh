#!/bin/sh
# SPDX-License-Identifier: MIT
# All that can be told without running the programs. Each part prints nothing when all is well.
# LIB_INC, TOOL_INC: the include paths, from the Makefile. Arguments: the parts to run (default all).
set -u
cd "$(dirname "$0")/.." || exit 2

LC_ALL=C.UTF-8
export LC_ALL
jobs=$(getconf _NPROCESSORS_ONLN)
lib_inc=${LIB_INC:--Ilib -Ilib/include}
tool_inc=${TOOL_INC:--Ilib/include -Itools}
defines="-std=c11 -D_POSIX_C_SOURCE=200809L -DXPGN_VERSION=\"0\""

# The project's files: what git tracks, or all outside build/ where this is no git tree.
tracked() {
    if git rev-parse --git-dir >/dev/null 2>&1; then
        git ls-files -- "$@"
    else
        find . -path ./build -prune -o -path ./.git -prune -o -type f -print | sed 's|^\./||' |
            awk 'BEGIN {
                for (i = 1; i < ARGC; i++) {
                    pattern = ARGV[i]
                    gsub(/\./, "\\.", pattern)
                    gsub(/\*/, ".*", pattern)
                    patterns[i] = "^" pattern "$"
                }
                few = ARGC > 1
                ARGC = 1
            }
            { wanted = !few; for (i in patterns) if ($0 ~ patterns[i]) wanted = 1 }
            wanted' "$@"
    fi | while IFS= read -r file; do
        if [ -f "$file" ]; then
            printf '%s\n' "$file"
        fi
    done
}

part_format() {
    tracked '*.c' '*.h' | xargs -r -P "$jobs" -n 20 clang-format --dry-run -Werror --style=file
}

# tidy FLAGS: over the files named on standard input
tidy() {
    xargs -r -P "$jobs" -n 1 sh -c '
        if ! said=$(clang-tidy --quiet "$1" -- $0 2>/dev/null); then
            printf "%s\n" "$said"
            exit 1
        fi' "$1"
}

part_tidy() {
    result=0
    tracked 'lib/*.c' | tidy "$defines $lib_inc" || result=1
    tracked 'tools/*.c' | tidy "$defines $tool_inc" || result=1
    tracked 'tests/*.c' | tidy "$defines $lib_inc" || result=1
    return "$result"
}

part_shell() {
    tracked '*.sh' '*.bash' '.ci/run' | xargs -r -P "$jobs" -n 8 shellcheck -x
}

part_manuals() {
    tracked 'man/*.1' 'man/*.3' 'man/*.5' 'man/*.7' |
        xargs -r mandoc -Tlint -Wwarning
}

part_layers() {
    sh tests/lint-layers.sh --self-test && sh tests/lint-layers.sh .
}

part_licence() {
    without=$(tracked '*.c' '*.h' '*.def' '*.sh' '*.bash' '*.yaml' '*.bats' Makefile .ci/run |
        grep -v '^tests/vectors/' | xargs -r grep -L 'SPDX-License-Identifier: MIT')
    if [ -n "$without" ]; then
        printf '%s\n' "$without" | sed 's/$/: no line SPDX-License-Identifier: MIT/'
        return 1
    fi
}

# What only one machine has does not belong into the project.
part_paths() {
    if tracked | xargs -r grep -nIE '(^|[^A-Za-z0-9_.~-])/(home|root|Users|w[o]rk)/|sh[a]red/(spec|design|corpus|vectors|bin|hooks|seeds)'; then
        return 1
    fi
}

status=0
if [ $# -eq 0 ]; then
    set -- format tidy shell manuals layers licence paths
fi
for part; do
    if ! "part_$part"; then
        echo "lint: $part failed" >&2
        status=1
    fi
done
exit "$status"
