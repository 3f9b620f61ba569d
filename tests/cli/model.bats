# SPDX-License-Identifier: MIT
# The model test of everything that writes (tests/model): tools on a disk where calls fail and writes
# tear, killed and crashed, one to three at a time, by seed. The long run is in `make check-long`.

load helper

setup() {
    DRIVE=$BIN/../model/drive
    if [ ! -x "$DRIVE" ]; then skip 'not built: make model'; fi
}

# drive OPTION...: a run without a violation, of which the figures are shown
drive() {
    run_split "$DRIVE" --preload="${DRIVE%/drive}/failing.so" "$@"
    # shellcheck disable=SC2154 # out, err, status: run_split
    [ "$status" -eq 0 ] || { echo "$out$err"; return 1; }
    echo "$out"
}

@test "ten thousand steps on a disk that fails: nothing is lost, torn, or taken from others" {
    drive --seed=1 --steps=10000
    drive --seed=6 --steps=10000 # with sealed games that have copies
}
