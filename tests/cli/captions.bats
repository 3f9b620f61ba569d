#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Words of diagrams in other languages: formats/words.tsv.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# below COMMAND...: the lines below the board
below() {
    "$@" | sed '1,/a   b   c/d; s/^ *//; s/ *$//' | grep . | tr '\n' '|'
}

@test "who is to move, and the last action, in seven languages" {
    printf '1. e4 e5 2. Nf3 *\n' >game.pgn
    while IFS='|' read -r language lines; do
        [ "$(below xpgn-render-ascii --language="$language" game.pgn)" = "$lines" ] || {
            echo "$language"
            return 1
        }
    done <<'END'
en|After 2. Nf3|Black to move|
de|Nach 2. Sf3|Schwarz am Zug|
fr|Après 2. Cf3|Trait aux Noirs|
es|Tras 2. Cf3|Juegan negras|
it|Dopo 2. Cf3|Il Nero muove|
nl|Na 2. Pf3|Zwart aan zet|
pl|Po 2. Sf3|Ruch czarnych|
END
    [ "$(xpgn-render-ascii --language=en game.pgn)" = "$(xpgn-render-ascii game.pgn)" ]
    [ "$(below xpgn-replay --format=ascii --language=de --at=1b game.pgn)" = 'Weiß am Zug|Partie 1|nach 1... e5|' ]
    [ "$(below xpgn-replay --format=ascii --language=de game.pgn)" = 'Schwarz am Zug|Partie 1|Schlussstellung, *|' ]
    [ "$(below xpgn-render-ascii --language=pl --xfen='8/8/8/8/8/8/8/K1k5 w - - 0 1' --caption=Król)" = 'Ruch białych|Król|' ]
}

@test "combats: pieces, and what agrees with their gender" {
    cat >game.pgn <<'END'
[Variant "chess-attack"]

1. e4 d5 2. exd5 <5:1> Qxd5 <2:3> 3. Nc3 Qe5+ 4. Be2 Qxh2 <3:6> *
END
    xpgn-fmt -w game.pgn
    [ "$(below xpgn-render-ascii --language=fr --combats --at=4b game.pgn | tr -s ' ')" = '4... Dxh2 dame e5 (Noirs) contre pion h2 (Blancs)|attaque dame e5 4 4 + dé 3 = 7|défense pion h2 1 + tour h1 1 2 + dé 6 = 8|écart -1 pion h2 blessé, dame e5 retirée CA-4|' ]
    xpgn-render-ascii --language=de --combats --at=4b game.pgn | grep -q '^  Verteidigung Bauer h2 1 + Turm h1 1  *2 + Würfel 6 = 8 *$'
}

@test "pictures: lines, labels beside the board, and the description" {
    xpgn-render-svg --language=de --corners "$ROOT/samples/diagrams/"*.xpgn >one.svg
    grep -q '<desc>Chess Attack. Weiß: König' one.svg
    grep -q 'Ecken: Angriff, Verteidigung; unten' one.svg
    xpgn-render-svg --language=fr --game=12 "$ROOT/samples/combat-chess-2.xpgn" >two.svg
    grep -q '>prisonniers</text>' two.svg
    grep -q 'Noirs prisonniers: 1 roi. ' two.svg
    xpgn-render-ascii --language=fr --game=12 "$ROOT/samples/combat-chess-2.xpgn" | grep -q '^prisonniers  *+---'
    xpgn-render-svg --language=de --attributes --variant=chess-attack >three.svg
    grep -q '<desc>Bauer: Angriff 2, Verteidigung 1, ' three.svg
    grep -q 'verwundeter Turm: Angriff 2, ' three.svg
    grep -qF 'font-weight="bold">Verteidigung</text>' three.svg
}

@test "attribute tables as text and Markdown" {
    xpgn-render-ascii --attributes --language=de --variant=chess-attack >table
    grep -qx '| Figur        | Angriff | Verteidigung | Unterstützung | Punkte |' table
    grep -qx '| P\* verwundet |       1 |            0 |             1 |      1 |' table
    xpgn-render-ascii --attributes --language=fr --format=markdown --variant=chess-attack >table
    grep -q '^| R  tour  *| ' table
    [ "$(xpgn-render-ascii --attributes --language=en)" = "$(xpgn-render-ascii --attributes)" ]
}

@test "charts of odds: outcomes, letters, axes and titles in every language" {
    chart() { xpgn-odds --variant=chess-attack --svg=- "$@"; }
    chart -a N -d P --language=de >one.svg
    grep -q '<title>Chess Attack: S × B<' one.svg
    grep -q '>Verteidiger entfernt, Angreifer verwundet<' one.svg
    chart --matrix -s 1:2 --language=fr >two.svg
    grep -q '>Chess Attack: seul le défenseur est retiré, pour cent, soutien 1:2<' two.svg
    grep -q '<title>attaquant C<' two.svg
    chart -a N --language=es >three.svg
    grep -q '<title>Chess Attack: gana el atacante<' three.svg
    xpgn-odds --svg=- --language=pl --game=3 "$ROOT/samples/club.xpgn" >four.svg
    grep -q '>punkty powyżej zera: szczęście białych<' four.svg
    grep -q '>ruchy<' four.svg
    [ "$(chart --matrix --language=en)" = "$(chart --matrix)" ]
    # the words of a chart that are the same in another language as in English would be missing there
    chart -a N -d P | grep -o '>[a-z][^<0-9]*<' | sort -u >english
    [ "$(wc -l <english)" -eq 5 ]
    for language in de fr es it nl pl; do
        chart -a N -d P --language=$language | grep -oF -f english >same && {
            cat same
            return 1
        }
    done
    true
}

@test "every word has a form in every language, and those the programs ask for are there" {
    languages=$(grep -v '^#' "$ROOT/formats/words.tsv" | head -n 1 | tr '\t' ' ')
    [ "$languages" = 'en de fr es it nl pl' ]
    awk -F '\t' '!/^#/ && (NF != 7 || /\t(\t|$)/) { print; bad = 1 } END { exit bad }' "$ROOT/formats/words.tsv"
    # what is asked for by a name in the sources
    grep -ohE '(put_word|put_count|word_put|word_in|xpgn_word_translate|begin_item)\([^;"]*"[^"]+"' \
        "$ROOT"/lib/output/draw/*.c "$ROOT"/lib/output/write/combat_report.c "$ROOT"/tools/shared/diagram/diagram_games.c "$ROOT"/tools/replay/replay.c |
        sed 's/.*"\([^"]*\)"$/\1/' | sort -u >asked
    [ "$(wc -l <asked)" -gt 10 ]
    while read -r word; do
        grep -q "^$word	" "$ROOT/formats/words.tsv" || {
            echo "$word"
            return 1
        }
    done <asked
}

@test "a language without words is refused, and those that have some are named" {
    printf '1. e4 *\n' >game.pgn
    for tool in render-ascii render-svg 'replay --format=ascii'; do
        # shellcheck disable=SC2086 # an option is a word of its own
        run_split xpgn-$tool --language=ru game.pgn
        expect 2 '' "xpgn-${tool%% *}: --language: 'ru' is not one of en, de, fr, es, it, nl, pl
try 'xpgn-${tool%% *} --help'"
    done
    run_split xpgn-replay --language=de game.pgn
    expect 2 '' "xpgn-replay: --language requires --format=ascii
try 'xpgn-replay --help'"
    run_split xpgn-odds --variant=chess-attack --matrix --language=de
    expect 2 '' "xpgn-odds: --language requires --svg
try 'xpgn-odds --help'"
}
