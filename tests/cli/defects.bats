# SPDX-License-Identifier: MIT
# tests/defects: one defect a file, found where it is, once; and what only looks like a defect.

load helper

# Where the good game of every file ends.
FINAL='rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2'

setup() {
    cd tests/defects || return
}

# rows FILE: with | for tabs, which `read` would take for white space
rows() {
    tr '\t' '|' <"$1"
}

@test "each defect is one finding, of its code, in its place" {
    mapfile -t files < <(cut -f 1 defects.tsv | sed 's/$/.pgn/')
    awk -F'\t' '{print $1 ".pgn:" $3 ":" $4 " " $2}' defects.tsv >"$BATS_TEST_TMPDIR/expected"
    run_split xpgn-validate --format=gcc "${files[@]}"
    sed -E 's/^([^:]*:[0-9]+:[0-9]+): [a-z]+: .* \[([A-Z]+-[0-9]+)\]$/\1 \2/' "$out_file" >"$BATS_TEST_TMPDIR/found"
    same_output "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/found"
    [ "$status" -eq 1 ]
    [ -z "$err" ]
}

@test "the good game after each defect is read, and the stream ends with it" {
    bad=0
    while IFS='|' read -r name _ _ _ good what; do
        run_split xpgn-replay --game="$good-" "$name.pgn"
        [ "$out" = "$FINAL" ] && [ "$status" -eq 0 ] && [ -z "$err" ] || {
            echo "$name.pgn ($what): $status, $out$err"
            bad=1
        }
    done < <(rows defects.tsv)
    [ "$bad" -eq 0 ]
}

@test "of what is odd but right nothing is said, and all games are read" {
    bad=0
    run_split xpgn-validate odd-*.pgn
    expect 0 '' ''
    while IFS='|' read -r name games what; do
        run_split xpgn-replay "odd-$name.pgn"
        [ "$(wc -l <"$out_file")" -eq "$games" ] && [ "$(tail -n 1 "$out_file")" = "$FINAL" ] || {
            echo "odd-$name.pgn ($what): $out$err"
            bad=1
        }
    done < <(rows odd.tsv)
    [ "$bad" -eq 0 ]
}

@test "a file that cannot be read to its end is reported, and the next file is read" {
    bad=0
    while IFS='|' read -r name says what; do
        run_split xpgn-replay "$name" good.pgn
        [ "$status" -eq 2 ] && [ "$(tail -n 1 "$out_file")" = "$FINAL" ] &&
            grep -qxF "xpgn-replay: $name: $says" "$err_file" || {
            echo "$name ($what): $status, $out$err"
            bad=1
        }
    done < <(rows files.tsv)
    [ "$bad" -eq 0 ]
}

@test "every file of the collection stands in a table, and there are enough" {
    listed=$({
        cut -f 1 defects.tsv | sed 's/$/.pgn/'
        cut -f 1 odd.tsv | sed 's/.*/odd-&.pgn/'
        cut -f 1 files.tsv
        printf '%s\n' README.md defects.tsv files.tsv good.pgn odd.tsv
    } | sort)
    [ "$listed" = "$(printf '%s\n' * | sort)" ]
    [ "$(cat defects.tsv files.tsv | wc -l)" -ge 120 ]
    [ "$(wc -l <odd.tsv)" -ge 50 ]
}
