# SPDX-License-Identifier: MIT
# The model test of everything that writes (tests/model): tools on a disk where calls fail and writes
# tear, killed and crashed, one to three at a time, with and without another hand in the folder, by
# seed. The long run is in `make check-long`.

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    DRIVE=$BIN/../model/drive
    if [ ! -x "$DRIVE" ]; then skip 'not built: make model'; fi
}

# drive OPTION...: a run without a violation, of which the figures are shown
drive() {
    run_split "$DRIVE" --preload="${DRIVE%/drive}/failing.so" "$@"
    # shellcheck disable=SC2154 # out, err, status: run_split
    [ "$status" -eq 0 ] || { echo "$out$err"; return 1; }
    tee -a figures <<<"$out"
}

@test "25,000 steps on a disk that fails, and beside other hands: nothing is lost, torn, or taken from others" {
    drive --seed=1 --steps=10000
    drive --seed=6 --steps=10000 # with sealed games that have copies
    drive --seed=3 --steps=5000
    for who in guests movers editors; do
        grep -q "[1-9][0-9]* of $who" figures || { echo "no $who"; return 1; }
    done
}
