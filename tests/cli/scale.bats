# SPDX-License-Identifier: MIT
# The recipes of xpgn-scale(7) for one machine. Those for several are run by make check-cluster.

load helper

setup() {
    # parallel asks for nothing, and writes nothing to the home of the user.
    export PARALLEL_HOME=$BATS_TEST_TMPDIR/home
    mkdir -p "$PARALLEL_HOME" "$BATS_TEST_TMPDIR/work"
    : >"$PARALLEL_HOME/will-cite"
    cd "$BATS_TEST_TMPDIR/work"
    cp -r "$ROOT/samples" archive
    follow Functions
    follow Pieces
}

# follow SECTION [NUMBER]: does what a display of the page says
follow() {
    awk -v section="$1" -v number="${2:-1}" -f "$ROOT/tests/recipe.awk" "$ROOT/man/xpgn-scale.7" >recipe.sh
    # shellcheck source=/dev/null
    . ./recipe.sh
}

# single FILE...: the findings of each file, and the counts of all, by one run
single() {
    xpgn-stats "$@" >expected.stats 2>/dev/null || [ $? -eq 1 ]
    for file; do
        xpgn-validate --format=json "$file" || [ $? -eq 1 ]
    done >expected.json
    [ "$(wc -l <expected.json)" -gt 100 ]
}

@test "pieces on local cores: the counts and findings are those of one run" {
    mapfile -t pieces <pieces
    [ "${#pieces[@]}" -gt 100 ]
    single "${pieces[@]}"
    run_split follow 'Local cores'
    same_output expected.stats "$out_file"
    follow 'Local cores' 2
    same_output expected.json findings.json
    [ -z "$(unfinished stats)$(unfinished check)" ]
}

@test "a piece that cannot be read is named with the reason, and done when it is mended" {
    gzip -k archive/club.xpgn
    grep /round3/ pieces >few
    { echo archive/club.xpgn.gz && cat few; } >pieces
    cp archive/club.xpgn.gz whole.gz
    head -c 700 whole.gz >archive/club.xpgn.gz
    mapfile -t good <few
    xpgn-stats "${good[@]}" >expected 2>/dev/null || [ $? -eq 1 ]
    run_split follow 'Local cores'
    same_output expected "$out_file"
    name=stats
    run_split follow 'What failed'
    expect 0 '1 archive/club.xpgn.gz
xpgn-stats: archive/club.xpgn.gz: truncated gzip data
xpgn-stats: 1 of 2 games left out: they have errors' ''
    cp stats.log before.log
    mv whole.gz archive/club.xpgn.gz
    xpgn-stats archive/club.xpgn.gz "${good[@]}" >expected 2>/dev/null || [ $? -eq 1 ]
    run_split follow 'Local cores'
    same_output expected "$out_file"
    # nothing else was done again
    tail -n +"$(($(wc -l <before.log) + 1))" stats.log | cut -f 1 >again
    [ "$(cat again)" = 1 ]
}
