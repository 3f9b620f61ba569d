# SPDX-License-Identifier: MIT
# The recipes of xpgn-scale(7) for one machine. Those for several are run by make check-cluster.

load helper

# A piece takes parallel longer than the tools: what is broken by codes of one letter is one of them.
setup_file() {
    cp -r "$ROOT/samples" "$BATS_FILE_TMPDIR/archive"
    cd "$BATS_FILE_TMPDIR/archive"
    for kind in AS C CA CC FD L M P R T X; do cat broken/$kind-*.xpgn >$kind.xpgn; done
    cat event/*.xpgn >E.xpgn
    rm -r broken/* event/*
    mv ?.xpgn ??.xpgn broken
}

setup() {
    # parallel asks for nothing, and writes nothing to the home of the user.
    export PARALLEL_HOME=$BATS_TEST_TMPDIR/home
    mkdir -p "$PARALLEL_HOME" "$BATS_TEST_TMPDIR/work"
    : >"$PARALLEL_HOME/will-cite"
    cd "$BATS_TEST_TMPDIR/work"
    cp -r "$BATS_FILE_TMPDIR/archive" .
    follow Functions
    follow Pieces
}

# follow SECTION [NUMBER]: does what a display of the page says; EDIT, for sed, adapts it
follow() {
    awk -v section="$1" -v number="${2:-1}" -f "$ROOT/tests/tools/recipe.awk" "$ROOT/man/xpgn-scale.7" |
        sed "${EDIT-}" >recipe.sh
    # shellcheck source=/dev/null
    . ./recipe.sh
}

# single FILE...: the findings of each file, and the counts of all, by one run
single() {
    xpgn-stats "$@" >expected.stats 2>/dev/null || [ $? -eq 1 ]
    for file; do
        xpgn-validate --format=json "$file" || [ $? -eq 1 ]
    done >expected.json
    [ "$(wc -l <expected.json)" -gt 30 ]
}

@test "pieces on local cores: the counts and findings are those of one run" {
    mapfile -t pieces <pieces
    [ "${#pieces[@]}" -gt 30 ]
    single "${pieces[@]}"
    run_split follow 'Local cores'
    same_output expected.stats "$out_file"
    follow 'Local cores' 2
    same_output expected.json findings.json
    [ -z "$(unfinished stats)$(unfinished check)" ]
}

@test "the records of an event are collected from the pieces" {
    cp "$ROOT/samples/event/club.csv" .
    follow Events || [ $? -eq 1 ]
    mapfile -t pieces <pieces
    xpgn-grep --tag='Event=Club evening' "${pieces[@]}" | xpgn-event --list=club.csv >expected || [ $? -eq 1 ]
    [ "$(wc -l <expected)" -gt 10 ]
    same_output expected event.txt
}

@test "ranges of a large file: the counts and findings, as text or JSON, are those of one run" {
    cat archive/*.xpgn archive/*/*.xpgn >large.pgn
    xpgn-stats large.pgn >expected.stats 2>/dev/null || [ $? -eq 1 ]
    xpgn-validate --format=json large.pgn >expected.json || [ $? -eq 1 ]
    grep -q T-22 expected.json
    xpgn-validate large.pgn >expected.text || [ $? -eq 1 ]
    [ "$(wc -l <expected.json)" -gt 30 ]
    EDIT="s/500000000/$(($(wc -c <large.pgn) / 8))/" follow Pieces 2
    [ -s large.pgn.xpi ]
    [ "$(wc -l <pieces)" -ge 8 ]
    EDIT='s/{}/--bytes={} large.pgn/'
    run_split follow 'Local cores'
    same_output expected.stats "$out_file"
    follow 'Local cores' 2
    same_output expected.json findings.json
    spread text 'xpgn-validate -j1 --bytes={} large.pgn'
    cat $(finished text) | same_output expected.text -
}

@test "findings of pieces and of ranges, with a summary, are those of one run" {
    echo : >hosts # this machine, without ssh
    mapfile -t pieces <pieces
    single "${pieces[@]}"
    run_split follow 'Findings and their summary'
    [ "$status" -eq 1 ]
    same_output expected.json findings.json
    jq -rs '"\(map(select(.level == "error")) | length) errors, \(map(select(.level == "warning")) | length) warnings"' \
        expected.json >counts
    [[ $out = *"; $(cat counts); "* ]]
    # a file with each kind of games, chains that serve two of them included, cut in ranges
    cat archive/*.xpgn archive/*/*.xpgn >large.pgn
    xpgn-validate -v --format=json --partial=whole large.pgn >expected.json 2>said || [ $? -eq 1 ]
    EDIT="s/500000000/$(($(wc -c <large.pgn) / 8))/" follow Pieces 2
    rm -r check check.log sums
    EDIT='s/{}/--bytes={} large.pgn/'
    run_split follow 'Findings and their summary'
    [ "$status" -eq 1 ]
    same_output expected.json findings.json
    [[ $(cat said) = "xpgn-validate: $out; "* ]]
    # shellcheck disable=SC2046 # names without spaces
    xpgn-validate --combine --partial=sum $(finished check | sed 's/^check/sums/') || [ $? -eq 1 ]
    cmp <(counts_in whole) <(counts_in sum)
    # a piece that ran on until its input broke off is not added
    head -c 20000 large.pgn | gzip | head -c 3000 >cut.gz
    xpgn-validate --partial=sums/1 cut.gz >/dev/null || [ $? -eq 2 ]
    # shellcheck disable=SC2046
    run_split xpgn-validate --combine $(finished check | sed 's/^check/sums/')
    expect 2 '' 'xpgn-validate: sums/1: the partial result is incomplete: not all could be read'
}

@test "ranges of a packed file: the counts and findings are those of one run" {
    # frames of more than a mebibyte
    xpgn-simulate --games=1500 --variant=five-dice | split -b 1200000 - part.
    cat "$ROOT"/samples/broken/R-*.xpgn "$ROOT"/samples/broken/M-*.xpgn >part.zz
    for part in part.*; do zstd -q -c "$part"; done >large.pgn.zst
    xpgn-stats large.pgn.zst >expected.stats 2>/dev/null || [ $? -eq 1 ]
    xpgn-validate --format=json large.pgn.zst >expected.json || [ $? -eq 1 ]
    [ "$(wc -l <expected.json)" -gt 20 ]
    size=$(cat part.* | wc -c)
    EDIT="s/large.pgn/large.pgn.zst/; s/500000000/$((size / 4))/" follow Pieces 2
    [ "$(wc -l <pieces)" -ge 4 ]
    EDIT='s/{}/--bytes={} large.pgn.zst/'
    run_split follow 'Local cores'
    same_output expected.stats "$out_file"
    follow 'Local cores' 2
    same_output expected.json findings.json
}

@test "what is new is asked of each piece" {
    printf '%s\n' archive/*.xpgn | head -n 7 >pieces
    mapfile -t pieces <pieces
    cat archive/club.xpgn archive/five-dice.xpgn >known.pgn
    follow 'What is new'
    [ -s known.pgn.xpd ]
    xpgn-grep --not-in=known.pgn "${pieces[@]}" >expected
    same_output expected new.pgn
    [ "$(xpgn-grep -c new.pgn)" -lt "$(cat "${pieces[@]}" | xpgn-grep -c)" ]
}

@test "what needs all games is done after the pieces were made smaller" {
    printf '%s\n' archive/*.xpgn | head -n 7 >pieces
    mapfile -t pieces <pieces
    follow 'What needs all games'
    cat "${pieces[@]}" | xpgn-grep --where="WhiteElo>=2200 or plies>=10" | xpgn-grep --unique=fullest |
        xpgn-sort --by=-plies,White >expected
    same_output expected strong.pgn
    [ "$(grep -c '^\[White ' strong.pgn)" -gt 5 ]
}

@test "every command that reads games takes packed files, and ranges of them" {
    cat archive/club.xpgn archive/chess.xpgn >all.xpgn
    { head -c 500 all.xpgn | gzip && tail -c +501 all.xpgn | gzip; } >all.xpgn.gz
    zstd -q -k all.xpgn
    for tool in dice event fmt grep list odds render-ascii render-html render-svg replay sort split stats validate; do
        case $tool in
        dice) options=check ;;
        sort) options=--by=White ;;
        split) options='--games=1 --dry-run' ;;
        *) options= ;;
        esac
        for range in '' --game=2 --game=3-,1 --bytes=300:1500; do
            case $tool$range in event--bytes* | render-*--bytes*) continue ;; esac
            for file in all.xpgn all.xpgn.gz all.xpgn.zst; do
                # shellcheck disable=SC2086 # words
                "xpgn-$tool" $options $range - <"$file" >"out.$file" 2>"err.$file" || [ $? -eq 1 ] || { cat "err.$file"; return 1; }
            done
            cmp out.all.xpgn out.all.xpgn.gz
            cmp out.all.xpgn out.all.xpgn.zst
            cmp err.all.xpgn err.all.xpgn.gz
        done
    done
}

@test "distinct games are found in parts by digest" {
    cp archive/round3/b1.xpgn archive/round3/b9.xpgn
    echo archive/round3/b9.xpgn >>pieces
    mapfile -t pieces <pieces
    follow 'Distinct games'
    xpgn-list --format=tsv --no-header --columns=digest "${pieces[@]}" | grep . | sort -u >expected
    cut -f 1 distinct.tsv | same_output expected -
    [ "$(wc -l <distinct.tsv)" -lt "$(cat parts/* | wc -l)" ]
    [ "$(find parts -type f | wc -l)" -gt 10 ]
    # the first of equal games
    cat parts/* | awk -F'\t' '!($1 in first) { first[$1] = $0 } END { for (d in first) print first[d] }' | sort |
        same_output <(sort distinct.tsv) -
}

@test "tables of pieces are one table of a database" {
    mapfile -t pieces <pieces
    follow 'Tables for other programs'
    [ "$(cat tables/*.csv | grep -vc '^file,game')" -eq "$(xpgn-list --format=tsv --no-header "${pieces[@]}" | wc -l)" ]
    command -v duckdb || skip 'there is no duckdb'
    follow 'Tables for other programs' 2
    [ -s games.parquet ]
}

@test "equal games in different pieces are found" {
    grep /round3/ pieces >few
    cp archive/round3/b1.xpgn archive/round3/b9.xpgn
    xpgn-fmt --set-tag 'White=Somebody' archive/round3/b2.xpgn >archive/round3/b8.xpgn
    printf '%s\n' archive/club.xpgn archive/round3/b8.xpgn archive/round3/b9.xpgn >>few
    mv few pieces
    follow 'Equal games'
    cut -f 2 equal.tsv | sort >actual
    printf '%s\n' archive/round3/b8.xpgn archive/round3/b9.xpgn | same_output - actual
    mapfile -t files <pieces
    xpgn-grep --duplicates -n "${files[@]}" | cut -d : -f 1,2 | sort >expected
    cut -f 2,3 equal.tsv | tr '\t' : | sort | same_output expected -
}

@test "chains that serve two games in different pieces are found" {
    follow 'Equal games' 2
    mapfile -t files <pieces
    { xpgn-validate --format=json "${files[@]}" || [ $? -eq 1 ]; } |
        jq -r 'select(.code == "T-22") | .found as $found | .text | capture("^(?<side>[a-z]*)").side as $side |
            $found | capture($side + ":(?<link>[0-9a-f]{64})").link' | sort -u >expected
    [ -s expected ]
    same_output expected reused
}

@test "what cannot be divided says so in its manual, with a recipe that is followed here" {
    local man=$ROOT/man tool section
    divided() { sed -n '/^Neither can these be divided/,/^\.El/s/^\.Xr \(xpgn-[a-z-]*\) 1.*/\1/p' "$man/xpgn-scale.7"; }
    [ "$(divided | sort -u | wc -l)" -ge 6 ]
    for tool in $(divided) xpgn-validate xpgn-dice; do
        sed -n '/^\.Ss An archive in pieces/,/^\.S[hs] [^A]/s/^\.Dq \(.*[a-z]\).*/\1/p' "$man/$tool.1" >sections
        [ -s sections ] || { echo "$tool(1) does not say how"; return 1; }
        while read -r section; do
            grep -qx "\.Ss $section" "$man/xpgn-scale.7" || { echo "$tool(1): no '$section'"; return 1; }
            grep -Eq "^    follow '?$section'?( |$)" "$ROOT/tests/cli/scale.bats" || { echo "nobody follows '$section'"; return 1; }
        done <sections
    done
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
xpgn-stats: 1 of 2 games left out: missing result [X-01]' ''
    cp stats.log before.log
    mv whole.gz archive/club.xpgn.gz
    xpgn-stats archive/club.xpgn.gz "${good[@]}" >expected 2>/dev/null || [ $? -eq 1 ]
    run_split follow 'Local cores'
    same_output expected "$out_file"
    # nothing else was done again
    tail -n +"$(($(wc -l <before.log) + 1))" stats.log | cut -f 1 >again
    [ "$(cat again)" = 1 ]
}
