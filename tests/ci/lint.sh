#!/bin/sh
# SPDX-License-Identifier: MIT
# All that can be told without running the programs. Each part prints nothing when all is well.
#   lint.sh [PART...]        default: all parts
# What is slow looks at the files that have changed since this branch left main, or since BASE; with
# LINT_ALL=1, or outside git, at all files.
# All files at once are looked at without Clang's analyser, and without those of tests; a changed file, or with
# LINT_DEEP=1 any, in full.
# LIB_INC, TOOL_INC: from the Makefile.
set -u
cd "$(dirname "$0")/../.." || exit 2

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

# The commit whose differences count: BASE, or the last one that HEAD has in common with main.
base_commit() {
    if [ "${BASE:-}" ]; then
        git rev-parse --verify "$BASE^{commit}"
        return
    fi
    for main in origin/main main; do
        if git merge-base "$main" HEAD 2>/dev/null; then
            return
        fi
    done
    git rev-parse HEAD
}

# changed CONFIG PATTERN...: the files among them that differ from the base, and new files; all of
# them, if the file CONFIG, which says how to look, has changed.
changed() {
    config=$1
    shift
    if [ "$everything" ] || ! git diff --quiet "$base" -- "$config"; then
        tracked "$@"
        return
    fi
    {
        git diff --name-only --diff-filter=d "$base" -- "$@"
        git ls-files --others --exclude-standard -- "$@"
    } | sort -u
}

part_format() {
    changed .clang-format '*.c' '*.h' '*.inc' |
        xargs -r -P "$jobs" -n 20 clang-format --dry-run -Werror --style=file
}

# Code for other systems is checked by their builds.
elsewhere=':!lib/platform'

# A missing #include is reported for the header itself, not for a file that happens to include it.
# shellcheck disable=SC2086 # words
part_headers() {
    changed Makefile '*.h' $elsewhere |
        xargs -r -P "$jobs" -n 1 sh -c '
        for flag in $0; do set -- "$@" "$flag"; done
        header=$1
        shift
        # in a file of its own, which must not be empty
        printf "#include \"%s\"\nextern int no_empty_file;\n" "$PWD/$header" |
            ${CC:-cc} "$@" -Wall -Wextra -Werror -fsyntax-only -x c -' "$defines $lib_inc -Itools"
}

# tidy FLAGS: over the files named on standard input
tidy() {
    CHECKS=$checks xargs -r -P "$jobs" -n 1 sh -c '
        if ! said=$(clang-tidy --quiet $CHECKS "$1" -- $0 2>/dev/null); then
            printf "%s\n" "$said"
            exit 1
        fi' "$1"
}

# sources FOLDER: those to look at: a changed header is seen through a file that includes it.
# shellcheck disable=SC2086 # words
sources() {
    {
        changed .clang-tidy "$1/*.c" $elsewhere
        changed .clang-tidy "$1/*.h" "$1/*.inc" $elsewhere | while IFS= read -r header; do
            name=${header#lib/}
            tracked "$1/*.c" $elsewhere | xargs -r grep -lF -e "\"$name\"" -e "\"${header##*/}\"" | sed -n 1p
        done
    } | sort -u
}

part_tidy() {
    result=0
    checks=
    if [ "$everything" ] && [ -z "${LINT_DEEP:-}" ]; then
        checks='--checks=-clang-analyzer-*'
    fi
    # Without the attack tables: constant expressions that take minutes to look at.
    sources lib | grep -vx lib/core/board/bitboard.c | tidy "$defines $lib_inc" || result=1
    sources tools | tidy "$defines $tool_inc" || result=1
    if [ -z "$everything" ] || [ "${LINT_DEEP:-}" ]; then
        sources tests | tidy "$defines $lib_inc -Itools" || result=1
    fi
    return "$result"
}

part_shell() {
    changed .shellcheckrc '*.sh' '*.bash' '.ci/run' | xargs -r -P "$jobs" -n 8 shellcheck -x
}

part_manuals() {
    changed Makefile 'man/*.1' 'man/*.3' 'man/*.5' 'man/*.7' |
        xargs -r mandoc -Tlint -Wwarning
}

part_licence() {
    without=$(tracked '*.c' '*.h' '*.inc' '*.def' '*.awk' '*.sh' '*.bash' '*.yaml' '*.bats' Makefile .ci/run |
        grep -v '^tests/vectors/' | xargs -r grep -L 'SPDX-License-Identifier: MIT')
    if [ -n "$without" ]; then
        printf '%s\n' "$without" | sed 's/$/: no line SPDX-License-Identifier: MIT/'
        return 1
    fi
}

# Paths of one machine do not belong in the project.
part_paths() {
    if tracked | xargs -r grep -nIE '(^|[^A-Za-z0-9_.~-])/(home|root|Users|w[o]rk)/|sh[a]red/(spec|design|corpus|vectors|bin|hooks|seeds)'; then
        return 1
    fi
}

# Phrases of tests/ci/wording.tsv, in comments and in text for people.
part_wording() {
    # shellcheck disable=SC2016 # perl's variables
    tracked '*.c' '*.h' '*.inc' '*.def' '*.js' '*.mjs' '*.css' '*.sh' '*.bash' '*.bats' '*.py' '*.awk' '*.pl' '*.md' 'man/*' 'formats/*' \
        Makefile .ci/run | xargs -r perl -e '
        open(my $list, "<", "tests/ci/wording.tsv") or die "tests/ci/wording.tsv: $!\n";
        while (<$list>) {
            my ($phrase, $instead) = /^([^#\t]+)\t(.+)$/ or next;
            $phrase =~ s| |\\s+(?:[#*/]+\\s+)?|g;
            push @phrases, [$phrase, $instead];
        }
        my $any = join("|", map { $_->[0] } @phrases);
        local $/;
        for my $file (@ARGV) {
            open(my $in, "<", $file) or die "$file: $!\n";
            $_ = lc <$in>;
            tr/_/ /;
            while (/\b(?:$any)\b/go) {
                my ($found, $line) = ($&, 1 + substr($_, 0, $-[0]) =~ tr/\n//);
                my ($rule) = grep { my $rule = $_->[0]; $found =~ /^(?:$rule)/ } @phrases;
                $found =~ s/\s+(?:[#*\/]+\s+)?/ /g;
                print "$file:$line: \"$found\": rather $rule->[1]\n";
                $bad = 1;
            }
        }
        exit($bad // 0)'
}

# The faults that the model test must find are patches, which follow the sources.
part_faults() {
    result=0
    for patch in tests/model/faults/*.patch; do
        patch -p1 -s -F0 --dry-run <"$patch" || {
            echo "$patch: does not apply"
            result=1
        }
    done
    return "$result"
}

everything=${LINT_ALL:-}
if [ -z "$everything" ] && base=$(base_commit 2>/dev/null); then
    echo "lint: what differs from $(git log -1 --format='%h "%s"' "$base"); all files: make lint-all"
else
    everything=yes
fi
status=0
if [ $# -eq 0 ]; then
    set -- format headers tidy shell manuals licence paths wording faults
fi
for part; do
    if ! "part_$part"; then
        echo "lint: $part failed" >&2
        status=1
    fi
done
exit "$status"
