# SPDX-License-Identifier: MIT
# What a tournament director, somebody with a pipe and the author of a rulebook type, as they type
# it, with the files that they have.

load helper

# sheet NUMBER MOVETEXT: one typed score sheet, round3/bNUMBER.xpgn
sheet() {
    printf '%s\n' '[Event "Club championship"]' '[Site "?"]' '[Date "2026.05.01"]' '[Round "3"]' \
        "[White \"${3:-White $1}\"]" "[Black \"${4:-Black $1}\"]" '[Result "*"]' \
        '[Variant "chess-attack"]' '[XPGN "1"]' '' "$2" >"round3/b$1.xpgn"
}

# Nine boards; on the fourth somebody has added up wrongly.
round() {
    mkdir round3 archive
    local i
    for i in 1 2 3 5 6 7 8 9; do
        sheet "$i" '1. e4 e5 2. Nf3 Nc6 3. d4 d6 4. dxe5 <5:2> *'
    done
    sheet 4 '1. e4 d5 2. Nc3 Nf6 3. Nxd5 <4+1=9w:2+2=7x> *' 'Adams, R.' 'Brandt, L.'
}

# Twenty of them. Of the good ones the seventeenth is a long game with many combats.
director() {
    round
    cd round3 || return
    for i in b?.xpgn; do mv "$i" "b0${i#b}"; done
    cd ..
    for i in 10 11 12 13 14 15 16 17 19 20; do sheet "$i" '1. d4 d5 2. c4 dxc4 <2:5> *'; done
    xpgn-validate --game=1 --good=round3/b18.xpgn "$ROOT/samples/club.xpgn"
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

@test "a volunteer gets back what is wrong, where, and what would be right" {
    round
    run_split xpgn-validate round3/*.xpgn
    expect 1 'round3/b4.xpgn:11:34: error: attacker total 9, expected 8: knight c3 3 + pawn e4 1 + die 4 [CA-3]
   11 | 1. e4 d5 2. Nc3 Nf6 3. Nxd5 <4+1=9w:2+2=7x> *
      |                                  ^
   game 4, Adams - Brandt, 3. Nxd5; expected <4+1=8w:2+2=7x>
   either the die is 5 or the total is 8 (probability 0.60, 0.39)' ''
}

@test "the director parts the good sheets from those that go back" {
    director
    run_split xpgn-validate --good ok.xpgn --bad back.xpgn round3/*.xpgn
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$out_file")" -eq 5 ]
    [ "$(grep -c '^\[Event ' ok.xpgn)" -eq 19 ]
    [ "$(grep -c '^\[Event ' back.xpgn)" -eq 1 ]
    cmp <(cat round3/b04.xpgn; echo) back.xpgn
    run_split xpgn-validate ok.xpgn
    expect 0 '' ''
}

@test "the director's archive has supports, totals and wounds filled in" {
    director
    xpgn-validate --good ok.xpgn --bad back.xpgn round3/*.xpgn >/dev/null || true
    xpgn-fmt ok.xpgn > archive/round3.xpgn
    run_split xpgn-fmt --check archive/round3.xpgn
    expect 0 '' ''
    [ "$(grep -c 'dxe5 <5+1=8:2+2=5x>' archive/round3.xpgn)" -eq 8 ]
    [ "$(grep -c 'dxc4 <2+0=4x:5+0=6w>' archive/round3.xpgn)" -eq 10 ]
}

@test "the director reads the report of a disputed combat, and sees the board" {
    director
    xpgn-validate --good ok.xpgn --bad back.xpgn round3/*.xpgn >/dev/null || true
    xpgn-fmt ok.xpgn > archive/round3.xpgn
    run_split xpgn-validate --explain --game 17 archive/round3.xpgn
    [ "$status" -eq 0 ]
    [ "$(head -n 6 "$out_file")" = 'game 17, Adams - Brandt

5... exd4  black pawn e5 attacks white pawn d4
  attack    pawn e5 2 + knight c6 1 + bishop c5 1                 4 + die 5 = 9
  defense   pawn d4 1 + pawn c3 1 + knight f3 1 + queen d1 3      6 + die 1 = 7
  margin +2 pawn d4 removed, pawn e5 wounded, pawn takes d4       CA-4' ]
    run_split xpgn-replay --game 17 --at 12w --format=ascii archive/round3.xpgn
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    [ "$(sed -n '1,3p;15,$p' "$out_file" | sed 's/ *$//; /^$/d')" = '  +---+---+---+---+---+---+---+---+  removed
8 | r |   | b | q | r |   | k |   |  PP
  +---+---+---+---+---+---+---+---+
  +---+---+---+---+---+---+---+---+  removed
1 | R |   | B | Q | R |   | K |   |  nnp
  +---+---+---+---+---+---+---+---+
    a   b   c   d   e   f   g   h
            Black to move
       game 17, Adams - Brandt
            after 12. Re1' ]
}

@test "the director counts, and makes the standings" {
    director
    xpgn-validate --good ok.xpgn round3/*.xpgn >/dev/null || true
    xpgn-fmt ok.xpgn > archive/round3.xpgn
    run_split xpgn-stats archive/*.xpgn
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    [ "$(head -n 1 "$out_file")" = '19 games' ]
    grep -q '^chess-attack: 19 games$' "$out_file"
    grep -Eq '^ +pawn +pawn +20 +10 ' "$out_file"
    xpgn-stats --by White --format=csv archive/*.xpgn > standings.csv
    [ "$(wc -l <standings.csv)" -eq 20 ]
    head -n 1 standings.csv | grep -q '^White,ruleset,games,'
    grep -q '^"Adams, R.",chess-attack,1,' standings.csv
}

# ---- the one who pipes -----------------------------------------------------------------------

pgn() {
    cat <<'END'
[Event "?"]
[Site "?"]
[Date "2026.05.01"]
[Round "?"]
[White "Carlsen, M."]
[Black "Brandt, L."]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "?"]
[Site "?"]
[Date "2026.05.01"]
[Round "?"]
[White "Adams, R."]
[Black "Carlsen, M."]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "?"]
[Site "?"]
[Date "2026.05.01"]
[Round "?"]
[White "Carlsen, H."]
[Black "Adams, R."]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

END
}

@test "final positions of a compressed archive, most frequent first" {
    pgn | zstd -q >lichess.pgn.zst
    zstdcat lichess.pgn.zst | xpgn-replay | sort | uniq -c | sort -rn | head >positions
    [ "$(sed 's/^ *//' positions)" = '2 r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
1 rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3' ]
    zstdcat lichess.pgn.zst | xpgn-grep --tag 'White=/carlsen/i' | xpgn-replay | sort | uniq -c | sort -rn | head >positions
    [ "$(sed 's/^ *//' positions)" = '2 r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4' ]
}

@test "the games of one kind with a lucky six, counted" {
    cp "$ROOT/samples/club.xpgn" "$ROOT/samples/chess-attack.xpgn" .
    xpgn-grep --variant chess-attack --combat 'faces=6 upset' *.xpgn | xpgn-stats --format=json >counts.json
    jq -e '.left_out == 0 and (.rulesets | keys) == ["chess-attack"]' counts.json
    # each of them has such a combat, and the others have none
    xpgn-grep --variant chess-attack --combat 'faces=6 upset' *.xpgn >lucky.xpgn
    [ "$(jq .games counts.json)" -eq "$(xpgn-grep -c <lucky.xpgn)" ]
    [ "$(xpgn-grep -c <lucky.xpgn)" -ge 1 ]
    xpgn-grep --game=1 club.xpgn | cmp - <(xpgn-grep -m1 --player=adams lucky.xpgn)
    xpgn-grep --variant=chess-attack *.xpgn | xpgn-grep -v --combat 'faces=6 upset' >others.xpgn
    run_split xpgn-grep --combat 'faces=6 upset' others.xpgn
    expect 1 '' ''
}

@test "a clean archive is clean, and one that is not is not" {
    pgn | zstd -q >archive.pgn.zst
    [ "$(xpgn-validate archive.pgn.zst && echo clean)" = clean ]
    pgn | sed 's/Qh4#/Qh3#/' | zstd -q -f -o archive.pgn.zst
    out=$(xpgn-validate archive.pgn.zst && echo clean) || true
    [[ $out == 'archive.pgn.zst:19:16: error: '*'[C-1]'* ]]
    [[ $out != *clean ]]
}

@test "codes of a tree of files, counted" {
    mkdir -p a/b
    pgn | sed 's/Nc6/Nc5/' | gzip >a/one.pgn.gz
    pgn | sed 's/1. f3 e5/1. f3 {e5/; s/2026.05.01/2026.13.01/' | gzip >a/b/two.pgn.gz
    find . -name '*.pgn.gz' -print0 | xargs -0 xpgn-validate --format=json |
        jq -r 'select(.level == "error") | .code' | sort | uniq -c >codes || true
    [ "$(sed 's/^ *//' codes)" = '2 C-1
1 L-02' ]
    # the warnings about the dates are there too, for who wants them
    [ "$(xpgn-validate --format=json a/b/two.pgn.gz | jq -r 'select(.level == "warning") | .code' | sort | uniq -c | sed 's/^ *//')" = '3 T-04' ]
}

@test "every action of a king" {
    cp "$ROOT/samples/club.xpgn" games.xpgn
    xpgn-replay --actions --format=tsv games.xpgn | awk -F'\t' '$5 == "K"' >kings
    [ "$(cut -f 1,3,4 kings | tr '\t' ' ')" = '1 8w O-O
1 9b O-O
1 15b Kh8
2 10w Kxe2
5 6b Ke7' ]
}

@test "a commit hook: silence, or the difference" {
    cp "$ROOT/samples/chess.xpgn" .
    run_split bash -c 'xpgn-fmt --check *.xpgn || xpgn-fmt --diff *.xpgn'
    expect 0 '' ''
    sed -i 's/3. Qh5 Nf6/3. Qh5  Ng8f6/' chess.xpgn
    run_split bash -c 'xpgn-fmt --check *.xpgn || xpgn-fmt --diff *.xpgn'
    [ "$status" -ne 0 ]
    grep -qx chess.xpgn "$out_file"
    grep -qx -- '-1. e4 e5 2. Bc4 Nc6 3. Qh5  Ng8f6 4. Qxf7# 1-0' "$out_file"
    grep -qx -- '+1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0' "$out_file"
}

@test "a database that knows no rolls imports the comment form" {
    cp "$ROOT/samples/club.xpgn" games.xpgn
    # It takes plain PGN: outside of comments no < and no >.
    some_database_import() {
        tr '\n' ' ' | sed 's/{[^}]*}//g' >imported
        not grep -q '[<>]' imported
    }
    xpgn-fmt --comment-form games.xpgn | some_database_import
    grep -q 'Nxd4 .* 9. Nxd4 ' imported
    # and nothing is lost
    xpgn-fmt --comment-form games.xpgn | xpgn-fmt | cmp - games.xpgn
}

# ---- the author of a rulebook ----------------------------------------------------------------

BOARD='  +---+---+---+---+---+---+---+---+
8 | r |   | b | q | k | b |   | r |
  +---+---+---+---+---+---+---+---+
7 | p | p | p |   |   | p | p | p |
  +---+---+---+---+---+---+---+---+
6 |   |   | n |   |   | n |   |   |
  +---+---+---+---+---+---+---+---+
5 |   |   |   | p |   |   |   |   |
  +---+---+---+---+---+---+---+---+
4 |   |   |   | P*|   |   |   |   |
  +---+---+---+---+---+---+---+---+
3 |   |   | N |   |   | N |   |   |
  +---+---+---+---+---+---+---+---+
2 | P | P | P |   |   | P | P | P |
  +---+---+---+---+---+---+---+---+
1 | R |   | B | Q | K | B |   | R |
  +---+---+---+---+---+---+---+---+
    a   b   c   d   e   f   g   h'

@test "a plain diagram, wounded pieces with a star, no blank at the end of a line" {
    run_split xpgn-render-ascii --no-turn --xfen 'r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 5'
    expect 0 "$BOARD" ''
}

@test "a figure with marks and a caption" {
    run_split xpgn-render-ascii --xfen 'r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 5' --mark d4,d5 --caption 'Figure 3'
    expect 0 "$(sed '8s/ p /[p]/; 10s/ P\*|/[P*|/' <<<"$BOARD")
            White to move
              Figure 3" ''
}

@test "a figure of a combat: who attacks, who supports, the sum" {
    cat >game.xpgn <<'END'
[Variant "chess-attack"]
[FEN "rnbqkb1r/ppp1pppp/5n2/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 8"]

8. Nxd5 <4:2> e6 *
END
    run_split xpgn-render-ascii --at 8w --combats game.xpgn
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    diff - "$out_file" <<'END'
  +---+---+---+---+---+---+---+---+
8 | r | n | b |(q)| k | b |   | r |
  +---+---+---+---+---+---+---+---+
7 | p | p | p |   | p | p | p | p |
  +---+---+---+---+---+---+---+---+
6 |   |   |   |   |   |(n)|   |   |
  +---+---+---+---+---+---+---+---+
5 |   |   |   |>p<|   |   |   |   |
  +---+---+---+---+---+---+---+---+
4 |   |   |   |   |(P)|   |   |   |
  +---+---+---+---+---+---+---+---+
3 |   |   |<N>|   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
2 | P | P | P | P |   | P | P | P |
  +---+---+---+---+---+---+---+---+
1 | R |   | B | Q | K | B | N | R |
  +---+---+---+---+---+---+---+---+
    a   b   c   d   e   f   g   h

8. Nxd5  white knight c3 attacks black pawn d5
  attack    knight c3 3 + pawn e4 1                              4 + die 4 = 8
  defense   pawn d5 1 + knight f6 1 + queen d8 3                 5 + die 2 = 7
  margin +1 pawn d5 removed, knight c3 wounded, knight takes d5  CA-4
END
    # a turn without a combat has none to draw
    run_split xpgn-render-ascii --at 8b --combats game.xpgn
    expect 1 '' 'xpgn-render-ascii: game 1: no combat at 8b'
}

@test "every turn of a game, three diagrams side by side" {
    xpgn-validate --game=1 --good=game.xpgn "$ROOT/samples/club.xpgn"
    run_split xpgn-render-ascii --each --across 3 --style compact game.xpgn
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    [ "$(grep -c '^8 .* 8 .* 8 ' "$out_file")" -eq 11 ]
    [ "$(LC_ALL=C grep -c "[^ -~]" "$out_file")" -eq 0 ]
}

@test "the table of attributes" {
    run_split xpgn-render-ascii --attributes --variant chess-attack
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    grep -qx '| P  pawn    |      2 |       1 |       1 |      1 |' "$out_file"
    grep -qx '| K\* wounded |      3 |       2 |       3 |    inf |' "$out_file"
}

@test "a ruleset with other tiles is checked and used" {
    cat >my-tiles.yaml <<'END'
ruleset: chess-attack-my-tiles
extends: chess-attack
title: Chess Attack with my tiles
version: 1
pieces:
  king: {attack: 4, defense: 5, wounded: {attack: 2, defense: 3}}
END
    cat >games.xpgn <<'END'
[Variant "chess-attack-my-tiles"]

1. e4 f5 2. Qh5 Nf6 3. Qxe8 <6+0=10x:1+2=10w> *
END
    run_split bash -c 'xpgn-validate --check-rules my-tiles.yaml && xpgn-validate --rules my-tiles.yaml games.xpgn'
    # 10 against 10, since this king defends with 5: a tie, so the queen is wounded and not removed
    expect 1 'games.xpgn:3:36: error: attacker removed, expected wounded: queen h5, 10 against 10 [CA-4]
    3 | 1. e4 f5 2. Qh5 Nf6 3. Qxe8 <6+0=10x:1+2=10w> *
      |                                    ^
   game 1, 3. Qxe8; expected <6+0=10w:1+2=10w>' ''
    sed -i 's/10x/10w/' games.xpgn
    run_split bash -c 'xpgn-validate --check-rules my-tiles.yaml && xpgn-validate --rules my-tiles.yaml games.xpgn'
    expect 0 '' ''
    # without it the variant is not known
    run_split xpgn-validate --format=gcc games.xpgn
    [ "$status" -eq 1 ]
    [[ $out == *'[T-02]' ]]
}

@test "the report of a combat" {
    cat >game.xpgn <<'END'
[Variant "chess-attack"]
[FEN "r1b2rk1/pp2qppp/1bn2n2/4p3/3P4/4BN2/PPP1QPPP/RN3RK1 b - - 0 12"]

12... exd4 <5:2> *
END
    run_split xpgn-validate --explain game.xpgn
    expect 0 'game 1

12... exd4  black pawn e5 attacks white pawn d4
  attack    pawn e5 2 + knight c6 1 + bishop b6 1      4 + die 5 = 9
  defense   pawn d4 1 + knight f3 1 + bishop e3 1      3 + die 2 = 5
  margin +4 pawn d4 removed, pawn takes d4             CA-4' ''
}

# ---- what holds for all ----------------------------------------------------------------------

@test "a full disk is noticed by every tool" {
    [ -e /dev/full ] || skip 'no /dev/full'
    cp "$ROOT/samples/club.xpgn" good.xpgn
    cp "$ROOT/samples/sheets/board4.xpgn" bad.xpgn
    for command in 'xpgn-validate bad.xpgn' 'xpgn-validate --good=- good.xpgn' \
        'xpgn-validate --list-codes' 'xpgn-replay good.xpgn' 'xpgn-replay --each good.xpgn' \
        'xpgn-stats good.xpgn' 'xpgn-render-ascii good.xpgn' 'xpgn-fmt good.xpgn' \
        'xpgn-grep good.xpgn' 'xpgn-grep -c good.xpgn' 'xpgn-fmt --help' 'xpgn-validate --version'; do
        status=0
        # shellcheck disable=SC2086
        $command >/dev/full 2>err || status=$?
        [ "$status" -eq 2 ] || { echo "$command: exit status $status"; return 1; }
        grep -qi 'no space left' err || { echo "$command says: $(cat err)"; return 1; }
    done
}

@test "a pipe of three tools, and one that closes early" {
    cp "$ROOT/samples/club.xpgn" club.xpgn
    xpgn-fmt --minimal club.xpgn | xpgn-validate --good=- | xpgn-replay >positions
    [ "$(wc -l <positions)" -eq 5 ]
    cmp positions <(xpgn-replay club.xpgn)
    xpgn-validate --good=- <club.xpgn | xpgn-grep | xpgn-fmt --comment-form | xpgn-stats --format=json >a.json
    [ "$(jq .games a.json)" -eq 5 ]
    cmp a.json <(xpgn-stats --format=json club.xpgn)
    for i in 1 2 3 4 5 6 7 8; do cat club.xpgn club.xpgn club.xpgn club.xpgn; done >many.xpgn
    cat many.xpgn many.xpgn many.xpgn many.xpgn >more.xpgn
    for tool in 'xpgn-replay --each' xpgn-fmt 'xpgn-render-ascii --each' 'xpgn-validate --good=-' xpgn-grep; do
        # shellcheck disable=SC2086
        { $tool more.xpgn 2>err || echo "$tool: $?" >>quiet; } | head -n 1 >first
        [ -s first ]
        [ ! -s err ] || { echo "$tool says: $(cat err)"; return 1; }
    done
}
