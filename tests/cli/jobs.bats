# SPDX-License-Identifier: MIT
# Several threads: the same bytes as from one, whatever stands where the input is cut into parts.

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# Some megabytes, many times what one thread gets at once. Nearly every place has something near
# that looks like the start of a game and is none, or is one though it looks like none.
setup_file() {
    awk 'BEGIN {
        fill = "the quick brown fox jumps over the lazy dog and comes back to where it was before "
        for (i = 1; i <= 3000; i++) {
            long = ""
            for (k = i * 7 % 13; k > 0; k--)
                long = long fill
            printf "[Event \"Game %d\"]\n[White \"[Event\"]\n[Result \"*\"]\n\n", i
            printf "1. e4 {%s\n[Event \"in a comment\"]\n\n1. d4 *\n%s} e5\n", long, long
            if (i % 3 == 0)
                printf "; [Event \"in a line\"]\n"
            if (i % 5 == 0)
                printf "%% [Event \"in an escape\"]\n"
            printf "2. Nf3 {a comment with\n\n[Event \"after an empty line\"]\n\n1. c4 *\n\n} Nc6\n"
            if (i % 50 == 0)
                printf "3. Bb6 { an error before this }\n"
            if (i % 70 == 0)
                printf "{ never closed\n\n[Event \"Next\"]\n\n1. e4 {x} e5 *\n\n"
            else
                printf "3. Bb5 (3. Bc4 {[Event \"in a variation\"]} Bc5) a6 *\n\n"
        }
    }' >"$BATS_FILE_TMPDIR/hard.pgn"
    zstd -q "$BATS_FILE_TMPDIR/hard.pgn" -o "$BATS_FILE_TMPDIR/hard.pgn.zst"
}

@test "the input is large enough to be cut into many parts" {
    [ "$(wc -c <"$BATS_FILE_TMPDIR/hard.pgn")" -gt 3000000 ]
    [ "$(xpgn-replay "$BATS_FILE_TMPDIR/hard.pgn" 2>/dev/null | wc -l)" -gt 2500 ]
}

# split_files NAME CMD...: as run_split, but megabytes stay where they are, in NAME.out and NAME.err
split_files() {
    local name=$1
    shift
    status=0
    "$@" >"$name.out" 2>"$name.err" || status=$?
}

# same_with_threads CMD...: output, messages and status of 1, 2 and 8 threads, of a file and a pipe.
same_with_threads() {
    split_files one "$@" -j1 "$BATS_FILE_TMPDIR/hard.pgn"
    local first=$status
    [ "$first" -le 1 ]
    [ -s one.out ]
    for jobs in 2 8; do
        split_files many "$@" -j$jobs "$BATS_FILE_TMPDIR/hard.pgn"
        [ "$status" -eq "$first" ]
        same_output one.out many.out
        same_output one.err many.err
    done
    split_files pipe "$@" -j1 - <"$BATS_FILE_TMPDIR/hard.pgn"
    [ -s pipe.out ]
    for jobs in 2 8; do
        split_files many "$@" -j$jobs < <(cat "$BATS_FILE_TMPDIR/hard.pgn.zst")
        [ "$status" -eq "$first" ]
        same_output pipe.out many.out
        same_output pipe.err many.err
    done
}

@test "validate says the same with any number of threads" {
    same_with_threads xpgn-validate --format=gcc
}

@test "replay, fmt and stats give the same with any number of threads" {
    same_with_threads xpgn-replay
    same_with_threads xpgn-fmt
    same_with_threads xpgn-stats --format=json
}

@test "games that are alike keep their order with any number of threads" {
    same_with_threads xpgn-sort --by=White # the same in all of them
}

@test "the good and the bad games are parted the same with any number of threads" {
    for jobs in 1 2 8; do
        run_split xpgn-validate -j$jobs --good=good$jobs --bad=bad$jobs "$BATS_FILE_TMPDIR/hard.pgn"
        [ "$status" -eq 1 ]
    done
    for jobs in 2 8; do
        cmp good1 good$jobs
        cmp bad1 bad$jobs
    done
    [ -s good1 ]
    [ -s bad1 ]
}

# peak_memory JOBS TIMES: KiB of a process that has read the file TIMES times, through a pipe.
peak_memory() {
    mkfifo pipe
    xpgn-validate -j"$1" --max-errors=1 pipe >/dev/null 2>&1 &
    local pid=$! i
    # opened for reading too until the tool reads it: neither a tool that has gone nor one that comes
    # late is waited for without end
    exec 8<>pipe 9>pipe
    for _ in {1..500}; do
        readlink "/proc/$pid/fd"/* 2>/dev/null | grep -q '/pipe$' && break
        sleep 0.01
    done
    exec 8>&-
    for ((i = 0; i < $2; i++)); do cat "$BATS_FILE_TMPDIR/hard.pgn" || break; done >&9 2>/dev/null
    awk '/^VmHWM/ { print $2 }' "/proc/$pid/status"
    exec 9>&-
    wait "$pid" || true
    rm pipe
}

# XPGN_TEST_TIMES: how many times 4 MB. By hand: XPGN_TEST_TIMES=2500.
@test "memory does not grow with the input: below 16 MB with one thread, 64 MB with two" {
    [ -r /proc/self/status ] || skip 'the system does not tell'
    if xpgn-validate --version | grep -q sanitizers; then skip 'sanitizers keep what is freed'; fi
    times=${XPGN_TEST_TIMES:-24}
    [ "$(peak_memory 1 "$times")" -lt 16000 ]
    [ "$(peak_memory 2 "$times")" -lt 64000 ]
}
