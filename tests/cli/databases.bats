#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Tables that other programs read: the types of CSV, and the commands of xpgn-list(1).
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

@test "in CSV tags have types, and what is not known is empty" {
    printf '[White "%s"]\n[Date "%s"]\n[WhiteElo "%s"]\n[EventDate "?"]\n[Note "-"]\n\n1. e4 *\n\n' \
        Adams 2026.05.01 2500 '?' 2026.05.?? 2400? - ????.??.?? - 'A, "B"' 2026.02.30 '' \
        Chen 2026-5-3 unrated Dorn 1/2/2026 0 >games.pgn
    columns=game,White,Date,WhiteElo,EventDate,Note,plies
    run_split xpgn-list --format=csv --columns=$columns games.pgn
    [ "$status" -eq 0 ]
    tr -d '\r' <"$out_file" | diff -u - <(echo 'game,White,Date,WhiteElo,EventDate,Note,plies
1,Adams,2026-05-01,2500,,,1
2,,,2400,,,1
3,,,,,,1
4,"A, ""B""",,,,,1
5,Chen,2026-05-03,,,,1
6,Dorn,,0,,,1')
    run_split xpgn-replay --format=csv --columns=$columns games.pgn
    [ "$(tr -d '\r' <"$out_file" | sed -n 2p)" = 1,Adams,2026-05-01,2500,,,1 ]
    # a spreadsheet's guard does not touch them
    run_split xpgn-list --format=csv --columns=Date,WhiteElo games.pgn
    [ "$(tr -d '\r' <"$out_file" | sed -n 3p)" = ,2400 ]
    # elsewhere they stay as recorded
    run_split xpgn-list --no-header --format=tsv --columns=White,Date,WhiteElo games.pgn
    [ "$(sed -n 2p "$out_file")" = $'?\t2026.05.??\t2400?' ]
    [ "$(xpgn-list --format=json --columns=Date --game=2 games.pgn)" = '{"Date":"2026.05.??"}' ]
}

# recipe NUMBER: runs a display of the manual
recipe() {
    awk -v section='Tables for other programs' -v number="$1" -f "$ROOT/tests/tools/recipe.awk" \
        "$ROOT/man/xpgn-list.1" >recipe.sh
    sh ./recipe.sh
}

# loads NUMBER: the program of the manual finds the two games
loads() {
    cp "$ROOT/samples/archive.pgn" .
    recipe 1
    [ "$(wc -l <games.csv)" -eq 11 ]
    recipe "$1" | tr -d '\r' | grep -v '^White,Date$' >rows
    printf '"Chen, M.",2026-05-02\n"Chen, M.",2026-05-04\n' | diff -u - rows
}

@test "DuckDB loads the table" {
    command -v duckdb || skip 'there is no duckdb'
    loads 2
}

@test "pandas loads the table" {
    mkdir bin
    for python in python3 /usr/bin/python3; do
        if "$python" -c 'import pandas' 2>/dev/null; then ln -sf "$(command -v $python)" bin/python3; fi
    done
    [ -e bin/python3 ] || skip 'there is no pandas'
    PATH=$PWD/bin:$PATH
    loads 3
}

@test "SQLite loads the table" {
    command -v sqlite3 || skip 'there is no sqlite3'
    loads 4
}

@test "SQLite loads the table without one of types, too, and all columns are texts" {
    command -v sqlite3 || skip 'there is no sqlite3'
    cp "$ROOT/samples/archive.pgn" .
    recipe 1
    sqlite3 -csv other.db ".import games.csv games" 'SELECT count(*), typeof(plies) FROM games' | tr -d '\r' >said
    [ "$(cat said)" = '10,text' ]
}
