# SPDX-License-Identifier: MIT
# Time and memory grow with the input and no faster. The shortest part of the table of tests/ci/growth.sh; the
# whole of it is in `make check-long`.

load helper

setup() {
    if ! command -v valgrind >/dev/null; then skip 'needs valgrind'; fi
    if xpgn-validate --version | grep -q sanitize; then skip 'valgrind does not run sanitized programs'; fi
}

# grows N KIND COMMAND: from N of them to eight times as many
grows() {
    # shellcheck disable=SC2086 # words
    GROWTH=$1 TOOLS=$3 XPGN_BIN=$BIN run_split sh tests/ci/growth.sh $2
    # shellcheck disable=SC2154 # out, status: run_split
    [ "$status" -eq 0 ] || { echo "$out"; return 1; }
}

@test "findings, by their places" {
    grows 250 findings format=sarif
}

@test "tags of two sheets" {
    # shellcheck disable=SC2016 # a part of a command
    grows 250 tags 'xpgn-compare $F $F.other'
}

# The longer record is copied for each entry, but not played again.
@test "entries of a game that is recorded" {
    grows 60 entries xpgn-record
}

@test "players of an event whose names are alike" {
    grows 60 names xpgn-event
}

# refuses PATTERN <SOURCE: the table refuses this program in place of xpgn-replay, in a line that has the pattern
refuses() {
    mkdir "$BATS_TEST_TMPDIR/bin"
    ${CC:-cc} -O1 -x c -o "$BATS_TEST_TMPDIR/bin/xpgn-replay" -
    XPGN_BIN=$BATS_TEST_TMPDIR/bin GROWTH=100 TOOLS='replay -j1 --actions' \
        run_split sh tests/ci/growth.sh variations
    [ "$status" -eq 1 ]
    # shellcheck disable=SC2053 # a pattern
    [[ $out == 'not ok  variations: '*$1*'0 passed, 1 failed' ]]
}

@test "a cost that is the square of the input is noticed" {
    # reads the file again for every hundredth byte of it
    refuses ' increase times  3.' <<'END'
#include <stdio.h>
int main(int argc, char **argv) {
    static char text[1 << 20];
    volatile unsigned sum = 0;
    size_t size = fread(text, 1, sizeof text, fopen(argv[argc - 1], "rb"));
    for (size_t i = 0; i < size; i += 100)
        for (size_t k = 0; k < size; k++)
            sum += (unsigned char)text[k];
    return size == 0 ? 2 : 0;
}
END
}

@test "memory out of proportion is noticed" {
    # a thousand times as much as it reads, and more
    refuses ' MB, [1-9][0-9][0-9][0-9] for a byte' <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    static char text[1 << 20];
    volatile unsigned sum = 0;
    size_t size = fread(text, 1, sizeof text, fopen(argv[argc - 1], "rb"));
    char *room = malloc(size * 4000);
    for (size_t i = 0; i < size * 4000; i += 4096)
        room[i] = 1;
    for (size_t i = 0; i < size; i++)
        sum += room[i * 4000 / 4096 * 4096];
    return size == 0 ? 2 : 0;
}
END
}
