#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-grep: near copies, and what is not in an archive.
# shellcheck disable=SC2154 # run_split sets them

load helper

MOVES='1. d4 d5 2. c4 e6 3. Nc3 Be7 4. cxd5 exd5 5. Bf4 c6 6. Qc2 g6 7. f3 Bg5 8. Bxg5 Qxg5 9. Qd2 Qxd2+ 10. Kxd2 Ne7 11. e3 Nd7 12. Bd3 Nb6 13. Nge2 Bf5'
MORE='14. e4 dxe4 15. fxe4 Be6 16. Nf4 Bc4 17. Bxc4 Nxc4+ 18. Kc2 O-O-O 19. b3 Nb6 20. Rad1 f5 21. Ne6 Rde8'

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# game WHITE BLACK DATE MOVES [TAG VALUE]...
game() {
    printf '[White "%s"]\n[Black "%s"]\n[Date "%s"]\n' "$1" "$2" "$3"
    moves=$4
    shift 4
    while [ $# -gt 0 ]; do
        printf '[%s "%s"]\n' "$1" "$2"
        shift 2
    done
    printf '\n%s *\n\n' "$moves"
}

# like WHITE BLACK DATE MOVES [TAG VALUE]...: what this game is to the first one
like() {
    { game 'Belov, Vladimir' 'Zvjaginsev, Vadim' 2003.06.01 "$MOVES $MORE" Round 3; game "$@"; } >pair.pgn
    xpgn-grep -n --similar pair.pgn | sed 's/.*: like game 1: //'
}

# numbers OPTION...: of the games, from the lines of -n
numbers() {
    xpgn-grep -n "$@" | sed 's/.*: game \([0-9]*\),.*/\1/' | paste -sd ' '
}

@test "a near copy has the same players, day and actions, but for the end or a few" {
    same_text same 'the same actions; game 1 comes first' "$(like 'Belov, Vladimir' 'Zvjaginsev, Vadim' 2003.06.01 "$MOVES $MORE" Round 3)"
    same_text tags 'the same actions; game 1 has more tags' "$(like 'Belov, Vladimir' 'Zvjaginsev, Vadim' 2003.06.01 "$MOVES $MORE")"
    same_text initials 'the same actions, names written differently; game 1 has fuller names' \
        "$(like 'Belov, V.' 'Vadim Zvjaginsev' 2003.06.?? "$MOVES $MORE" Round 3)"
    same_text misspelt 'the same actions, names written differently; game 1 has fuller names' \
        "$(like 'Bleov, Vladimir' 'Zvjaginsev, Vdim' 2003.06.01 "$MOVES $MORE" Round 3)"
    same_text 'no names' 'the same actions, names written differently; game 1 has more tags' "$(like '?' '?' '????.??.??' "$MOVES $MORE" Round 3)"
    same_text shorter '16 half-moves less; game 1 has more half-moves' "$(like 'Belov, Vladimir' 'Zvjaginsev, Vadim' 2003.06.01 "$MOVES" Round 3)"
    same_text longer '2 half-moves more; it has more half-moves' \
        "$(like 'Belov, Vladimir' 'Zvjaginsev, Vadim' 2003.06.01 "$MOVES $MORE 22. Kd2 fxe4" Round 3)"
    same_text 'one more' '1 half-move more; it has more half-moves' \
        "$(like 'Belov, Vladimir' 'Zvjaginsev, Vadim' 2003.06.01 "$MOVES $MORE 22. Kd2" Round 3)"
    same_text end 'the last half-moves differ; game 1 comes first' \
        "$(like 'Belov, Vladimir' 'Zvjaginsev, Vadim' 2003.06.01 "$MOVES ${MORE% Rde8} Rdf8" Round 3)"
    same_text few 'some half-moves differ; game 1 comes first' \
        "$(like 'Belov, Vladimir' 'Zvjaginsev, Vadim' 2003.06.01 "${MOVES/6. Qc2 g6 7. f3 Bg5/6. f3 g6 7. Qc2 Bg5} $MORE" Round 3)"
}

@test "it is no copy with other players, colours, days or openings that go on otherwise" {
    local mine='Belov, Vladimir' his='Zvjaginsev, Vadim'
    [ -z "$(like "$his" "$mine" 2003.06.01 "$MOVES $MORE" Round 3)" ]
    [ -z "$(like "$mine" 'Kramnik, Vladimir' 2003.06.01 "$MOVES $MORE" Round 3)" ]
    [ -z "$(like "$mine" "$his" 2003.06.02 "$MOVES $MORE" Round 3)" ]
    [ -z "$(like "$mine" "$his" 2004.??.?? "$MOVES $MORE" Round 3)" ]
    # the same opening on the same day
    [ -z "$(like "$mine" "$his" 2003.06.01 "${MOVES%11. e3*} 11. g4 h5 12. gxh5 gxh5 13. h4 a5 14. a4 Na6 15. Rb1 b6" Round 3)" ]
    # the beginning of another game, in another round, or too short
    [ -z "$(like "$mine" "$his" 2003.06.01 "$MOVES" Round 4)" ]
    [ -z "$(like "$mine" "$his" 2003.06.01 "$MOVES" Round 33)" ]
    [ -z "$(like "$mine" "$his" 2003.06.01 "$MOVES" Round 000004)" ]
    for round in 03 3.2 0 '?' x 0000004; do
        [ "$round $(like "$mine" "$his" 2003.06.01 "$MOVES" Round "$round")" = "$round 16 half-moves less; game 1 has more half-moves" ]
    done
    [ -z "$(like "$mine" "$his" 2003.06.01 "${MOVES%4. cxd5*}" Round 3)" ]
    [ -n "$(like "$mine" "$his" 2003.06.01 "${MOVES%8. Bxg5*}" Round 3)" ]
    # a rematch begins at another time
    for times in '10:00:00 10:00:00 2' '10:00:00 10:07:00 ' '10:00:00 ? 2'; do
        read -r first second copy <<<"$times"
        { game "$mine" "$his" 2003.06.01 "$MOVES $MORE" UTCTime "$first"; game "$mine" "$his" 2003.06.01 "$MOVES" UTCTime "$second"; } >pair.pgn
        [ "$times/$(numbers --similar pair.pgn)" = "$times/$copy" ]
    done
    # an illegal one is like none
    [ -z "$(like "$mine" "$his" 2003.06.01 "$MOVES $MORE 22. Ke8" Round 3)" ]
    for fen in '' '[FEN "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1"]'; do
        printf '[White "Ann"]\n[Black "Bob"]\n%s\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n\n' "$fen"
    done >starts.pgn # from another start position
    run_split xpgn-grep -n --similar starts.pgn
    expect 1 '' ''
}

@test "of those that are alike the first or the fullest is kept" {
    { game A B 2003.06.01 "$MOVES"; game C D 2003.06.01 "$MOVES"; game A B 2003.06.01 "$MOVES $MORE"; game A B 2003.06.01 "$MOVES" Round 3
        game C D 2003.06.01 '1. e4 e5'; game C D 2003.06.01 "$MOVES" Event Cup; } >games.pgn
    same_text similar '3 4 6' "$(numbers --similar games.pgn)"
    same_text first '1 2 5' "$(numbers --unique --similar games.pgn)"
    same_text fullest '3 5 6' "$(numbers --unique=fullest games.pgn)"
    same_text exact '1 3 5' "$(numbers --unique=first games.pgn)"
    # the games themselves, in their order, each as it was
    xpgn-grep --unique=fullest games.pgn | cmp - <(xpgn-grep --game=3,5,6 games.pgn)
    [ "$(xpgn-grep -c --similar games.pgn)" = 3 ]
    [ "$(xpgn-grep -c --unique=fullest games.pgn games.pgn | paste -sd ' ')" = 'games.pgn:3 games.pgn:0' ]
    same_text head '3 5' "$(numbers --unique=fullest -m 2 games.pgn)"
    same_text conditions '4' "$(numbers --similar --tag=White=A --game=1-2,4- games.pgn)"
    xpgn-grep -q --similar games.pgn
    run_split xpgn-grep -q --similar --game=1-2 games.pgn
    expect 1 '' ''
    # what a line says of the others
    run_split xpgn-grep -n --unique=fullest --game=1-3 games.pgn
    expect 0 'games.pgn:7: game 2, C - D
games.pgn:13: game 3, A - B: like game 1: 16 half-moves more; it has more half-moves' ''
}

@test "copies are found whatever the threads and the memory" {
    XPGN_BIN=$BIN /usr/bin/python3 "$ROOT/tests/oracles/similar.py" --games=400 >/dev/null
    for _ in 1 2 3; do cat "$ROOT"/samples/{chess,club,five-dice,chess-attack}.xpgn; done >games.xpgn
    xpgn-grep -j1 -n --similar games.xpgn >due
    [ "$(wc -l <due)" -gt 10 ]
    xpgn-grep -j3 --memory=1M -n --similar games.xpgn | cmp - due
    for _ in {1..400}; do cat "$ROOT"/samples/{chess,club}.xpgn; done >many.xpgn
    TMPDIR=none run_split xpgn-grep -c --memory=1M --similar many.xpgn
    expect 2 '' 'xpgn-grep: temporary file: none: No such file or directory'
    [ "$(TMPDIR=. xpgn-grep -c --memory=1M --unique=fullest many.xpgn)" = "$(xpgn-grep -c --unique many.xpgn)" ]
    # in games with dice these are of what was played, too
    grep -q 'the same actions' due
    [ "$(xpgn-grep -c --unique=fullest games.xpgn)" = "$(xpgn-grep -c --unique games.xpgn)" ]
}

@test "planted copies are found, and decoys are not" {
    if [ -n "${XPGN_LONG:-}" ]; then
        XPGN_BIN=$BIN /usr/bin/python3 "$ROOT/tests/oracles/similar.py" --games=100000 --planted=400
    else
        XPGN_BIN=$BIN /usr/bin/python3 "$ROOT/tests/oracles/similar.py" --games=700
    fi
}

@test "what is new: games that are not in an archive" {
    { game A B 2003.06.01 "$MOVES"; game C D 2003.06.01 '1. e4 e5'; } >archive.pgn
    { game A B 2003.06.01 "$MOVES $MORE"; game X Y 2020.01.01 '1.e4   e5'; game C D 2003.06.01 '1. d4 d5'; game A B 2003.06.01 '1. Ke2'; } >new.pgn
    same_text exact '1 3 4' "$(numbers --not-in=archive.pgn new.pgn)"
    same_text similar '2 3 4' "$(numbers --not-in=archive.pgn --similar new.pgn)"
    same_text conditions '3' "$(numbers --not-in=archive.pgn --tag=White=C new.pgn)"
    cat new.pgn new.pgn >twice.pgn
    same_text unique '1 3 4 8' "$(numbers --not-in=archive.pgn --unique twice.pgn)"
    same_text duplicates '5 7' "$(numbers --not-in=archive.pgn --duplicates twice.pgn)"
    same_text fullest '2 3 4 8' "$(numbers --not-in=archive.pgn --unique=fullest twice.pgn)"
    # all of an archive is in it, packed or not, and ranges are of the new games only
    gzip -k archive.pgn
    run_split xpgn-grep --not-in=archive.pgn.gz archive.pgn
    expect 1 '' ''
    same_text range '3 4' "$(numbers --not-in=archive.pgn --game=2- new.pgn)"
    run_split xpgn-grep --not-in=none.pgn new.pgn
    expect 2 '' 'xpgn-grep: none.pgn: No such file or directory'
    run_split xpgn-grep --not-in=none.pgn --similar new.pgn
    expect 2 '' 'xpgn-grep: none.pgn: No such file or directory'
}

@test "the index of an archive gives the same, is made anew, and never gives anything wrong" {
    local at
    { cat "$ROOT/samples/chess.xpgn"; game A B 2003.06.01 "$MOVES"; } >archive.xpgn
    { game A B 2003.06.01 "$MOVES"; cat "$ROOT"/samples/{club,five-dice}.xpgn; } >new.xpgn
    xpgn-grep --not-in=archive.xpgn new.xpgn >due
    xpgn-grep --not-in=archive.xpgn --index new.xpgn | cmp - due
    run_split xpgn-grep --not-in=archive.xpgn new.xpgn
    [ -z "$err" ]
    cmp due "$out_file"
    # it is read: another one with its size and time takes its place
    cp -p archive.xpgn.xpd kept.xpd
    # damaged, whatever bit is turned: told, and without effect
    for ((at = 1; at < 8 * $(wc -c <kept.xpd); at += 61)); do
        cp kept.xpd archive.xpgn.xpd
        turn_bit archive.xpgn.xpd $at
        run_split xpgn-grep --not-in=archive.xpgn new.xpgn
        cmp due "$out_file"
        [[ $err == 'xpgn-grep: archive.xpgn.xpd: index ignored: '* ]] || { echo "bit $at"; return 1; }
    done
    head -c 60 kept.xpd >archive.xpgn.xpd
    run_split xpgn-grep --not-in=archive.xpgn new.xpgn
    cmp due "$out_file"
    [ "$err" = 'xpgn-grep: archive.xpgn.xpd: index ignored: it is damaged, or from another version' ]
    # the archive has grown
    cp -p kept.xpd archive.xpgn.xpd
    cat "$ROOT/samples/club.xpgn" >>archive.xpgn
    run_split xpgn-grep -c --not-in=archive.xpgn "$ROOT/samples/club.xpgn"
    expect 1 0 'xpgn-grep: archive.xpgn.xpd: index ignored: the archive has changed since'
    run_split xpgn-grep -c --index --not-in=archive.xpgn "$ROOT/samples/club.xpgn"
    expect 1 0 ''
    run_split xpgn-grep -c --not-in=archive.xpgn "$ROOT/samples/club.xpgn"
    expect 1 0 ''
    not cmp -s kept.xpd archive.xpgn.xpd
    # an index holds for the rulesets that it was made with
    run_split xpgn-grep -c --rules="$ROOT/samples/rules/club-tiles.yaml" --index --not-in=archive.xpgn "$ROOT/samples/club.xpgn"
    expect 1 0 ''
    run_split xpgn-grep -c --rules="$ROOT/samples/rules/club-tiles.yaml" --not-in=archive.xpgn "$ROOT/samples/club.xpgn"
    expect 1 0 ''
    run_split xpgn-grep -c --not-in=archive.xpgn "$ROOT/samples/club.xpgn"
    expect 1 0 'xpgn-grep: archive.xpgn.xpd: index ignored: its games were read by another version or with other rulesets'
    # nothing else is overwritten
    echo mine >archive.xpgn.xpd
    run_split xpgn-grep -c --index --not-in=archive.xpgn "$ROOT/samples/club.xpgn"
    expect 2 '' 'xpgn-grep: archive.xpgn.xpd: not written: it is not an index; --force replaces it'
}

@test "the index of an archive is laid out as the manual says" {
    cat "$ROOT"/samples/{chess,club,five-dice}.xpgn "$ROOT/samples/club.xpgn" >archive.xpgn
    xpgn-grep --not-in=archive.xpgn --index archive.xpgn || [ $? -eq 1 ]
    xpgn-list --format=tsv --no-header --columns=digest archive.xpgn | grep . | LC_ALL=C sort -u >digests
    PYTHONPATH="$ROOT/tests/oracles" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 - <<'END'
import os, struct
from seal import digest_of
b = open("archive.xpgn.xpd", "rb").read()
assert b[:8] == b"XPGNIDXE", b[:8]
size, seconds, nano, rules, count, check = struct.unpack_from("<QqQQQQ", b, 8)
st = os.stat("archive.xpgn")
assert (size, seconds * 10**9 + nano) == (st.st_size, st.st_mtime_ns), (size, seconds, nano)
digests = [line.strip() for line in open("digests")]
assert count == len(digests) > 8 and b[56:].hex() == "".join(digests), (count, len(digests))
assert check == digest_of(digest_of(0, b[8:48]), b[56:]), check
END
}

@test "mistakes on the command line are told" {
    game A B 2003.06.01 '1. e4' >games.pgn
    run_split xpgn-grep --unique=best games.pgn
    expect 2 '' "xpgn-grep: --unique: 'best' is not one of first, fullest
try 'xpgn-grep --help'"
    run_split xpgn-grep --duplicates --similar games.pgn
    expect 2 '' "xpgn-grep: --duplicates and --similar cannot be combined
try 'xpgn-grep --help'"
    run_split xpgn-grep --sample=3 --similar games.pgn
    expect 2 '' "xpgn-grep: --sample cannot be combined with near copies; draw it from the output
try 'xpgn-grep --help'"
    run_split xpgn-grep --index games.pgn
    expect 2 '' "xpgn-grep: --index requires --not-in, without near copies
try 'xpgn-grep --help'"
    run_split xpgn-grep --not-in=- <games.pgn
    expect 2 '' "xpgn-grep: --not-in and the games are both standard input
try 'xpgn-grep --help'"
    run_split xpgn-grep --index --not-in=- games.pgn <games.pgn
    expect 2 '' 'xpgn-grep: <stdin>: no index written: it is not a regular file'
    run_split xpgn-grep --index --not-in=games.pgn --rules=none.yaml games.pgn
    expect 2 '' 'xpgn-grep: none.yaml: No such file or directory'
}
