# SPDX-License-Identifier: MIT
# When an allocation fails, whichever it is, a tool says so and ends with status 2, or it does
# without and its output is whole: never is something left out in silence.

load helper

setup_file() {
    if xpgn-validate --version | grep -q sanitize; then
        return # they have an allocator of their own
    fi
    ${CC:-cc} -shared -fPIC -o "$BATS_FILE_TMPDIR/failing.so" "$ROOT/tests/cli/data/failing.c"
    # errors of every kind of text: sums, supporters, names, checkpoints, options
    cat "$ROOT"/samples/sheets/*.xpgn "$ROOT"/samples/broken/{AS-3,CA-3,CA-4,FD-4,CC-8,P-12,T-03}*.xpgn \
        >"$BATS_FILE_TMPDIR/errors.xpgn"
    head -n 30 "$ROOT/samples/club.xpgn" >"$BATS_FILE_TMPDIR/good.xpgn"
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
    if [ ! -e failing.so ]; then skip 'built with a sanitizer'; fi
}

# failing CMD...: an allocation of the command fails, once or with all that come after it. Some
# tens of them, spread over the run.
failing() {
    local count at on said whole=0 preload=$BATS_FILE_TMPDIR/failing.so
    "$@" >whole.out 2>/dev/null || whole=$?
    count=$(FAIL_COUNT=9 LD_PRELOAD=$preload "$@" 9>&1 >/dev/null 2>&1) || true
    [ "$count" -gt 5 ]
    for ((at = 1; at <= count; at += count / 40 + 1)); do
        status=0
        on=$((at % 4 == 0))
        FAIL_ON=$on FAIL_AT=$at LD_PRELOAD=$preload "$@" >some.out 2>err || status=$?
        if [ "$status" -eq 2 ]; then
            said=$(<err)
            [[ $said == *memory* ]] || { echo "$*: allocation $at: $said"; return 1; }
        elif [ "$status" -ne "$whole" ] || ! cmp -s whole.out some.out; then
            echo "$*: allocation $at, $on: status $status"
            diff whole.out some.out | head -n 5
            return 1
        fi
    done
}

@test "memory fails in reports" {
    failing xpgn-validate -j1 errors.xpgn
    failing xpgn-validate -j1 --format=json errors.xpgn
    failing xpgn-validate -j1 --explain good.xpgn
}

@test "memory fails in diagrams" {
    failing xpgn-render-ascii -j1 --each --columns=2 good.xpgn
    failing xpgn-render-ascii -j1 --combat --each good.xpgn
    failing xpgn-replay -j1 --format=ascii good.xpgn
}

@test "memory fails in copies, searches, counts and lists" {
    failing xpgn-fmt -j1 good.xpgn
    failing xpgn-grep -j1 --tag='White=/a/i' --has=combat good.xpgn
    failing xpgn-stats -j1 --by=White good.xpgn
    failing xpgn-stats -j1 --luck good.xpgn
    failing xpgn-odds -j1 good.xpgn
    failing xpgn-odds --variant chess-attack -a N -s 0-2
    failing xpgn-odds --variant chess-attack -a N -d P --format=latex
    failing xpgn-odds --variant chess-attack -m --format=markdown
    failing xpgn-validate --list-variants
}

@test "memory fails with a ruleset of the user's" {
    failing xpgn-validate -j1 --rules="$ROOT/samples/rules/club-tiles.yaml" good.xpgn
}
