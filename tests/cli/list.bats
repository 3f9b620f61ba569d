#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-list: rows, digests, indexes.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper
load examples

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    cp "$ROOT/samples/club.xpgn" club.xpgn
}

# rows ARG...: xpgn-list as TSV without its headings
rows() {
    xpgn-list --format=tsv --no-header "$@"
}

# games N: chess games that differ in their numbers, lines and lengths
games() {
    awk -v n="$1" 'BEGIN {
        for (i = 1; i <= n; i++) {
            printf "[White \"%d\"]\n[Black \"%d\"]\n\n1. e4 e5", i, i * 7
            for (k = 0; k < i % 9; k++)
                printf "%s2. Nf3 Nc6 3. Ng1 Nb8", k % 2 ? "\n" : " "
            printf " *\n\n"
        }
    }'
}

@test "the columns are those asked for, in that order" {
    printf '\xEF\xBB\xBF[White "A \\"q\\" B"]\n\n1. e4 {é} e5 *\n\n[odd "x"]\n[White ""]\n1. e4 Ke7 1-0\n' >a.pgn
    run_split xpgn-list --format=tsv --columns=game,file,line,file_offset,length,ruleset --columns=plies,result,errors,warnings,White,tag:odd,Black a.pgn
    [ "$status" -eq 1 ]
    [ "$out" = "game	file	line	file_offset	length	ruleset	plies	result	errors	warnings	White	tag:odd	Black
1	a.pgn	1	3	37	chess	2	*	0	0	A \"q\" B		
2	a.pgn	5	41	35	chess	1	1-0	1	0		x	" ]
    [ "$err" = 'xpgn-list: no game has the tag Black
xpgn-list: 1 of 2 games not read to the end: broken rule [C-1]; xpgn-validate shows it' ]
    run_split xpgn-list --format=json --columns=game,White,tag:odd,digest a.pgn
    [ "$(jq -c . <<<"$out" | tail -n 1)" = '{"game":2,"White":"","tag:odd":"x","digest":null}' ]
    [ "$(jq -r .White <<<"$out" | head -n 1)" = 'A "q" B' ]
    run_split xpgn-list --no-header --format=csv --columns=White,game a.pgn
    expect 0 $'"A ""q"" B",1\r\n,2\r' ''
}

@test "tables begin with headings, and CSV keeps formulas off" {
    printf '[White "=1+1"]\n\n1. e4 *\n' >a.pgn
    run_split xpgn-list --format=csv --columns=White,plies a.pgn
    expect 0 $'White,plies\r\n\'=1+1,1\r' ''
    run_split xpgn-list --no-header --format=tsv --columns=White,plies a.pgn
    expect 0 $'=1+1\t1' ''
    run_split xpgn-list --format=tsv --columns=White,plies /dev/null
    expect 0 $'White\tplies' ''
}

@test "offset and length are the bytes of each game" {
    games 40 >a.pgn
    rows --columns=file_offset,length,White a.pgn >out
    [ "$(wc -l <out)" -eq 40 ]
    while IFS=$'\t' read -r offset length white; do
        tail -c +"$((offset + 1))" a.pgn | head -c "$length" | grep -q "White \"$white\""
    done <out
}

@test "text is aligned by the first 1,000 rows" {
    games 1200 | sed 's/"1100"/"a name that is too long"/' >a.pgn
    xpgn-list --columns=game,White,plies a.pgn >out
    [ "$(head -n 3 out)" = 'game  White  plies
   1  1          6
   2  2         10' ]
    [ "$(sed -n 1001p out)" = '1000  1000       6' ]
    [ "$(sed -n 1101p out)" = '1100  a name that is too long  10' ]
    [ "$(wc -l <out)" -eq 1201 ]
    xpgn-list --no-header --columns=Red,White a.pgn | head -n 1 | grep -qx -- '-  1'
}

@test "games are played only if a column needs it" {
    printf '1. e4 Ke7 *\n' >a.pgn
    run_split xpgn-list --no-header --columns=game,White a.pgn
    expect 0 '1  -' 'xpgn-list: no game has the tag White'
    run_split xpgn-list --no-header --format=tsv --columns=game,errors a.pgn
    expect 1 $'1\t1' 'xpgn-list: 1 of 1 game not read to the end: broken rule [C-1]; xpgn-validate shows it'
}

@test "errors, warnings, plies and results are those of validate and replay" {
    cat "$ROOT"/samples/broken/*.xpgn "$ROOT"/samples/*.xpgn >all.xpgn
    for force in '' walk; do
        XPGN_FORCE=$force rows --columns=errors,warnings all.xpgn >rows || [ $? -eq 1 ]
        # T-22 compares games, which a row of one game does not
        xpgn-validate --no-fixes --format=json all.xpgn | grep -v '"T-22"' >found
        awk -F'\t' '{ e += $1; w += $2 } END { print e, w }' rows >sums
        [ "$(cat sums)" = "$(grep -c '"level":"error"' found) $(grep -c '"level":"warning"' found)" ]
    done
    [ "$(cut -d' ' -f1 sums)" -gt 80 ]
}

@test "the digest is that of the bytes in the manual" {
    cat >a.xpgn <<'END'
[Variant "Chess Attack"]
[RuleOptions "remote-royals rescue"]

1. e4 d5 2. exd5 <5:1> *

[FEN "4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1"]
[SetUp "1"]

1. O-O-O (1. a8=N) Kf7 2. a8=Q *
END
    cat >digest.py <<'END'
import hashlib
def sq(*names):
    return bytes((int(n[1]) - 1) * 8 + "abcdefgh".index(n[0]) for n in names)
start = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
games = [
    (b"chess-attack\nrescue remote-royals\n" + start,
     sq("e2", "e4", "d7", "d5", "e4", "d5") + bytes.fromhex("e0 01 05 01 01")),
    (b"chess\n\n4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1\n",
     sq("e1", "c1") + b"\xb2" + sq("e8", "f7", "a7", "a8") + b"\x95")]
for head, actions in games:
    print(hashlib.sha256(head + actions).hexdigest()[:32], hashlib.sha256(head).hexdigest()[:32], sep="\t")
END
    /usr/bin/python3 digest.py >expected
    for force in '' walk narrow; do
        XPGN_FORCE=$force rows --columns=digest,start a.xpgn >out
        same_output expected out
    done
}

@test "the digest is the same however a game is written, and only then" {
    cat "$ROOT"/samples/*.xpgn >all.xpgn
    rows --columns=digest all.xpgn >full || [ $? -eq 1 ]
    for option in --minimal --comment-form '--no-comments --no-variations' '--width=0'; do
        # shellcheck disable=SC2086 # several options
        xpgn-fmt $option all.xpgn >other.xpgn 2>/dev/null || [ $? -eq 1 ]
        rows --columns=digest other.xpgn >other || [ $? -eq 1 ]
        same_output full other
    done
    # every change of a die, an option, a position or an action
    printf '%s\n' '[Variant "chess-attack"]
1. e4 d5 2. exd5 <5:1> *' '[Variant "chess-attack"]
1. e4 d5 2. exd5 <5:2> *' '[Variant "chess-attack"]
1. e4 d5 2. exd5 <4:1> *' '[Variant "chess-attack"][RuleOptions "rescue"]
1. e4 d5 2. exd5 <5:1> *' '[Variant "five-dice"]
1. e4 d5 2. exd5 <5:1> *' '[Variant "chess960"]
1. e4 d5 2. exd5 *' '1. e4 d5 2. exd5 *' '1. e4 d5 *' '1. e4 d5 2. e5 *' \
        '[SetUp "1"][FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"]
1. e4 d5 *' '[SetUp "1"][FEN "7k/P7/8/8/8/8/8/7K w - - 0 1"]
1. a8=Q+ *' '[SetUp "1"][FEN "7k/P7/8/8/8/8/8/7K w - - 0 1"]
1. a8=R+ *' >differ.xpgn
    rows --columns=digest differ.xpgn >out
    [ "$(sort -u out | grep -c .)" -eq 12 ]
}

@test "a game without a whole main line has no digest" {
    printf '%s\n\n' '*' '1. e4 Ke7 *' '1. e4 {[%missing]} *' '1. e4 Qh5 2. e5 *' '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"] 1. e4 *' >a.pgn
    rows --columns=game,digest a.pgn >out || [ $? -eq 1 ]
    [ "$(cat out)" = $'1\t\n2\t\n3\t\n4\t\n5\t' ]
}

@test "digests require libsodium, and say so" {
    if xpgn-list --version | grep -q sanitize; then skip 'built with a sanitizer'; fi
    ${CC:-cc} -shared -fPIC -o unloadable.so "$ROOT/tests/cli/data/unloadable.c" -ldl
    export HIDE=libsodium
    for command in 'list --columns=digest' 'list --columns=start,ECO' 'grep --duplicates' 'grep --unique'; do
        # shellcheck disable=SC2086 # a tool and its option
        LD_PRELOAD=$PWD/unloadable.so run_split xpgn-$command club.xpgn
        expect 2 '' "xpgn-${command%% *}: digests require libsodium, which was not found"
    done
    LD_PRELOAD=$PWD/unloadable.so run_split xpgn-list --no-header --columns=game,plies,errors club.xpgn
    [ "$status" -eq 0 ]
}

@test "with an index the tools give what they give without" {
    { printf '\xEF\xBB\xBF'; games 300; printf '1. e4 { caf\xe9 } * 1. d4 *\n1. c4 { na\xefve } *'; } >a.pgn
    games 20 >b.pgn
    run_split xpgn-list --index a.pgn b.pgn
    expect 0 '' ''
    [ "$(stat -c %s a.pgn.xpi)" -eq $((8 + 303 * 32 + 104)) ]
    mkdir plain
    cp a.pgn b.pgn plain
    for game in 1 2 17 300- 301 302 303 304 310-322 323; do
        for tool in xpgn-validate xpgn-grep xpgn-replay 'xpgn-list --columns=game,file,line,file_offset,length,warnings' xpgn-fmt; do
            run_split $tool --game=$game a.pgn b.pgn
            with="$status $out $err"
            cd plain
            run_split $tool --game=$game a.pgn b.pgn
            cd ..
            [ "$with" = "$status $out $err" ]
            [ "$status" -ne 2 ]
        done
    done
    run_split xpgn-grep --game=324 a.pgn b.pgn
    expect 2 '' 'xpgn-grep: no game 324: the input has 323'
}

@test "games before the one asked for are not read with an index" {
    games 3000 >a.pgn
    xpgn-list --index a.pgn
    if xpgn-list --version | grep -q sanitize; then skip 'leaks are not found under strace'; fi
    strace -o /dev/null true 2>/dev/null || skip 'strace is missing, or not allowed here'
    strace -e trace=read -o trace xpgn-grep --game=2999 a.pgn >out
    [ "$(grep -c White out)" -eq 1 ]
    [ "$(awk '/White/ { n += $NF } END { print n }' trace)" -lt 1000 ]
}

@test "an index leads to the frame of a packed file where a game is" {
    games 40000 >all.pgn
    split -n l/9 all.pgn piece.
    for pack in gzip bzip2 zstd; do
        for piece in piece.*; do "$pack" -1c "$piece"; done >"a.$pack"
        xpgn-list --index "a.$pack"
        xpgn-list --game=39000 --columns=game,line,file_offset,White "a.$pack" >with
        xpgn-list --columns=game,line,file_offset,White --bytes=1500K:1600K "a.$pack" >range
        if strace -o /dev/null true 2>/dev/null && ! xpgn-list --version | grep -q sanitize; then
            # the last two pieces at most, and twice: to see whether the game stands there
            strace -e trace=read -o trace xpgn-list -j1 --game=39000 "a.$pack" >/dev/null
            packed=$(wc -c <"a.$pack")
            [ "$(awk '/^read/ { n += $NF } END { print n }' trace)" -lt $((packed * 2 / 3 + 9000)) ]
        fi
        mv "a.$pack.xpi" good.xpi
        xpgn-list --game=39000 --columns=game,line,file_offset,White "a.$pack" | cmp - with
        xpgn-list --columns=game,line,file_offset,White --bytes=1500K:1600K "a.$pack" | cmp - range
        # another frame, with the check of its numbers: nothing begins there
        cp good.xpi "a.$pack.xpi"
        PYTHONPATH="$ROOT/tests/oracles" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 - "a.$pack.xpi" <<'END'
import struct, sys
from seal import digest_of
b = bytearray(open(sys.argv[1], "rb").read())
frames = struct.unpack_from("<Q", b, len(b) - 16)[0]
at = len(b) - 104 - 24
place, offset = struct.unpack_from("<QQ", b, at)
h = digest_of(0, struct.pack("<QQQ", frames, place + 5, offset))
struct.pack_into("<QQQ", b, at, place + 5, offset, h)
open(sys.argv[1], "wb").write(b)
END
        run_split xpgn-list --game=39000 --columns=game,line,file_offset,White "a.$pack"
        same_output with "$out_file"
        [ "$err" = "xpgn-list: a.$pack.xpi: index ignored: it does not fit the file" ]
    done
}

@test "an index that does not fit its file is ignored with a warning" {
    games 30 >a.pgn
    xpgn-list --index a.pgn
    xpgn-grep --game=20 a.pgn >right
    same() {
        run_split xpgn-grep --game=20 a.pgn
        [ "$status" -eq 0 ]
        [ "$err" = "${1:+xpgn-grep: a.pgn.xpi: index ignored: $1}" ]
        same_output right "$out_file"
    }
    same ''
    cp a.pgn.xpi good.xpi
    touch -d '2020-01-01' a.pgn
    same 'the file has changed since'
    xpgn-list --index a.pgn
    same ''
    # the same size and time, but another game at the place
    sed -i 's/White "20"/White "02"/' a.pgn
    touch -d '2020-01-01' a.pgn
    xpgn-grep --tag White=02 a.pgn >right
    same 'it does not fit the file'
    for damage in 'truncate -s 100' 'truncate -s 3' 'truncate -s +32'; do
        xpgn-list --index a.pgn
        $damage a.pgn.xpi
        same 'it is damaged'
    done
    for format in 3 5; do # of another version; the digests of 3 were others
        xpgn-list --index a.pgn
        printf %s "$format" | dd of=a.pgn.xpi bs=1 seek=7 conv=notrunc status=none
        same 'it was made by another version of XPGN'
    done
    xpgn-list --index a.pgn
    same ''
    run_split xpgn-grep --max-game=20 --game=20 a.pgn
    [[ $err = *'index ignored: a game is larger than --max-game'* ]]
    rm a.pgn.xpi
    mkdir a.pgn.xpi
    same ''
}

@test "a hostile index neither crashes nor leads to another game" {
    { games 20; printf '1. e4 { caf\xe9 } *\n'; } >a.pgn
    games 3 >b.pgn
    xpgn-list --index a.pgn
    cat >spoil.py <<'END'
import os, random, struct, sys
from seal import digest_of
good = open("good.xpi", "rb").read()
absurd = [0, 1, 31, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1, os.path.getsize("a.pgn")]
for seed in range(int(sys.argv[1])):
    random.seed(seed)
    bad, way, entry = bytearray(good), seed % 4, 8 + 32 * random.choice([0, 4, 19, 20])
    if way == 0:    # cut off
        bad = bad[:random.randrange(len(bad))]
    elif way == 1:  # bits turned
        for i in range(random.randrange(1, 4)):
            bad[random.randrange(len(bad))] ^= 1 << random.randrange(8)
    elif way == 2:  # absurd places of one game
        struct.pack_into("<QQII", bad, entry, random.choice(absurd), random.choice(absurd),
                         random.choice(absurd) % 2**32, random.choice(absurd) % 2**32)
    else:           # absurd numbers at the end, with the check that belongs to them
        struct.pack_into("<Q", bad, len(bad) - 104 + 8 * random.choice([3, 3, 4, 5, 8, 10, 11]), random.choice(absurd))
        struct.pack_into("<Q", bad, len(bad) - 8, digest_of(0, bad[-104:-8]))
    open(f"spoilt{seed}", "wb").write(bad)
END
    mv a.pgn.xpi good.xpi
    for game in 1 5 20 21 22; do
        xpgn-grep --game=$game a.pgn b.pgn >"right$game"
    done
    ignored=0
    [ -n "${XPGN_LONG:-}" ] && rounds=120 || rounds=12
    PYTHONPATH="$ROOT/tests/oracles" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 spoil.py "$rounds"
    for ((seed = 0; seed < rounds; seed++)); do
        mv "spoilt$seed" a.pgn.xpi
        for game in 1 5 20 21 22; do
            run_split xpgn-grep --game=$game a.pgn b.pgn
            [ "$status" -eq 0 ] || { echo "seed $seed, game $game: status $status: $err"; return 1; }
            # where a line or an encoding is wrong, the game is still that game
            same_output "right$game" "$out_file" || { echo "seed $seed, game $game: another game"; return 1; }
            [ -z "$err" ] || [[ $err = 'xpgn-grep: a.pgn.xpi: index ignored: '* ]]
            ignored=$((ignored + (${#err} > 0)))
        done
    done
    [ "$ignored" -gt $((rounds * 5 / 3)) ]
}

@test "pieces of files give what the whole gives" {
    [ -n "${XPGN_LONG:-}" ] && trials=1000 || trials=12
    run_split /usr/bin/python3 "$ROOT/tests/oracles/tiles.py" "$trials"
    [ "$status" -eq 0 ]
    [[ $out = "$trials tilings of "*" pieces give what one run gives" ]]
}

@test "a range is half-open, and its parts may be left out" {
    games 3 >a.pgn
    size=$(wc -c <a.pgn)
    at() {
        rows --columns=game --bytes="$1" a.pgn a.pgn | paste -sd ' '
    }
    second=$(rows --columns=file_offset --game=2 a.pgn)
    for _ in plain indexed; do
        [ "$(at 0:"$second")" = '1' ]
        [ "$(at 1:"$((second + 1))")" = '2' ]
        [ "$(at "$second":"$second")" = '' ]
        [ "$(at "$second:$size")" = '2 3' ]
        [ "$(at ":$size")" = '1 2 3' ]
        [ "$(at "$size":)" = '4 5 6' ]
        [ "$(at 0K:1G)" = '1 2 3 4 5 6' ]
        [ "$(at $((2 * size)):)" = '' ]
        xpgn-list --index a.pgn
    done
    # a file after the range is not opened, and one before it is missed
    run_split rows --columns=game --bytes="1:$size" a.pgn none.pgn
    expect 0 '2
3' ''
    run_split rows --columns=game --bytes="$size:" a.pgn none.pgn
    expect 2 '' 'xpgn-list: none.pgn: No such file or directory'
    for range in 5 5:4 x:y 1:2x :x 99999999999999999999: 99999999999G: -1:; do
        run_split rows --bytes=$range a.pgn
        expect 2 '' "xpgn-list: --bytes: '$range' is not a range such as 0:64M, 64M:128M or 128M:
try 'xpgn-list --help'"
    done
}

@test "an index has the commitments of sealed dice, which later games are compared with" {
    cat "$ROOT/samples/sealed.xpgn" "$ROOT/samples/club.xpgn" "$ROOT"/tests/defects/sealed-twice.pgn >a.pgn
    cat a.pgn >b.pgn
    printf '[Variant "mine"]\n\n*\n' >>a.pgn
    total=$(cat a.pgn b.pgn | wc -c)
    last=$(rows --columns=game a.pgn b.pgn | tail -n 1)
    # pieces RIGHT ERRORS: the findings of pieces and of single games are these, with such messages
    pieces() {
        : >got
        for ((from = 0; from < total; from += 900)); do
            xpgn-validate --format=json --bytes=$from:$((from + 900)) "${rules[@]}" a.pgn b.pgn >>got 2>err || [ $? -eq 1 ]
        done
        cmp "$1" got
        [ "$2" = "$(cat err)" ]
        for ((game = 1; game <= last; game++)); do
            xpgn-validate --format=json --game=$game "${rules[@]}" a.pgn b.pgn 2>err || [ $? -eq 1 ]
        done >got
        cmp "$1" got
        [ "$2" = "$(cat err)" ]
    }
    rules=()
    xpgn-validate --format=json a.pgn b.pgn >right || [ $? -eq 1 ]
    [ "$(grep -c T-22 right)" -eq 7 ]
    pieces right ''
    xpgn-list --index a.pgn b.pgn
    sealed=$(grep -c DiceCommit a.pgn)
    [ "$(rows --columns=game a.pgn | wc -l)" -eq $((($(stat -c %s a.pgn.xpi) - 8 - (2 * sealed - 1) * 24 - 104) / 32)) ]
    pieces right ''
    # what was read by other rulesets is read again
    printf 'ruleset: mine\nextends: chess\n' >mine.yaml
    rules=(--rules=mine.yaml)
    xpgn-validate --format=json "${rules[@]}" a.pgn b.pgn >mine || [ $? -eq 1 ]
    pieces mine 'xpgn-validate: a.pgn.xpi: index ignored: another version or other rulesets read its sealed dice'
    xpgn-list --index "${rules[@]}" a.pgn b.pgn
    pieces mine ''
    # a bit turned in a commitment
    printf '\001' | dd of=a.pgn.xpi bs=1 seek=$(($(stat -c %s a.pgn.xpi) - 104 - 20)) conv=notrunc 2>dd
    pieces mine 'xpgn-validate: a.pgn.xpi: index ignored: it is damaged'
    xpgn-grep --game=2 a.pgn # for which it is good enough
}

@test "what cannot be indexed is refused, and no index is left" {
    games 3 | gzip | head -c 50 >a.pgn.gz
    run_split xpgn-list --index a.pgn.gz
    expect 2 '' 'xpgn-list: a.pgn.gz: truncated gzip data'
    run_split xpgn-list --index /dev/null
    expect 2 '' 'xpgn-list: /dev/null: no index written: it is not a regular file'
    run_split xpgn-list --index none.pgn club.xpgn
    expect 2 '' 'xpgn-list: none.pgn: no index written: No such file or directory'
    [ -f club.xpgn.xpi ]
    games 3 >b.pgn
    run_split xpgn-list --index --max-game=30 b.pgn
    expect 2 '' 'xpgn-list: b.pgn: no index written: a game is larger than --max-game'
    [ ! -e a.pgn.gz.xpi ]
    [ ! -e b.pgn.xpi ]
    for options in --columns=game --format=json --game=2 --bytes=0:9; do
        run_split xpgn-list --index $options b.pgn
        [ "$status" -eq 2 ]
        [[ $err = *'--index cannot be combined with'* ]]
    done
    run_split xpgn-list --index
    [[ $err = *'--index requires a file'* ]]
}

@test "unknown columns are refused" {
    run_split xpgn-list --columns=game,error club.xpgn
    expect 2 '' "xpgn-list: --columns: unknown word 'error'; did you mean errors?
try 'xpgn-list --help'"
    run_split xpgn-list --columns=game,White --columns=game club.xpgn
    expect 2 '' "xpgn-list: --columns has game twice
try 'xpgn-list --help'"
    run_split xpgn-list --columns=game,,line club.xpgn
    [ "$status" -eq 2 ]
}

@test "what a game sums of its actions" {
    run_split xpgn-list --format=tsv --columns='White,count(combat),sum(luck),max(margin),mean(attacker_support),min(defender_total),count(won),ECO' club.xpgn
    [ "$status" -eq 0 ]
    # the same from the rows of its actions
    xpgn-replay --rows=combats --format=json --columns=game,luck,margin,attacker_support,defender_total,decision,White club.xpgn |
        jq -rs 'group_by(.game)[] | [.[0].White, length, (map(.luck // 0) | add * 1e6 | round / 1e6), (map(.margin // empty) | max),
            (map(.attacker_support) | add / length * 1e6 | round / 1e6), (map(.defender_total // empty) | min),
            (map(select(.decision == "won")) | length)] | map(. // "") | @tsv' >rows
    same_output <(head -n 5 <<<"$out" | tail -n +2 | cut -f 1-7) rows
    [ "$(tail -n 1 <<<"$out")" = $'Iversen, H.\t0\t0\t\t\t\t0\tC41' ]
    # luck is that of White as xpgn-stats counts it
    xpgn-stats --luck --format=json club.xpgn | jq -r '.rulesets | to_entries[] | .value.luck.sides[] | select(.side == "white") | .luck * 1e4 | round' | sort >luck
    [ "$(wc -l <luck)" -ge 3 ]
    xpgn-list --format=tsv --no-header --columns='sum(luck),count(combat)' club.xpgn | awk -F'\t' '$1 != 0 { printf "%.0f\n", $1 * 1e4 }' | sort >sums
    same_output <(grep -vx -e 0 -e -0 luck) sums
}

@test "each =Q that is played is counted, as a promotion or as a rescue" {
    counts() { # RULESET OPTIONS BOTS: the letters in the records, promotions, rescues
        xpgn-simulate --variant="$1" --options="$2" --bots="$3" -n 20 >played.xpgn
        xpgn-list --format=tsv --no-header --columns='count(promotion),count(rescue),count(promoted)' played.xpgn |
            awk -v letters="$(grep -o '=[NBRQ]' played.xpgn | wc -l)" '
                { p += $1; r += $2; all += $3 } END { print letters, all, p + r, (p > 0) (r > 0) }'
    }
    read -r letters all both which < <(counts five-dice '' random)
    [ "$letters $letters 10" = "$all $both $which" ]
    [ "$letters" -gt 3 ]
    read -r letters all both which < <(counts chess-attack rescue careful)
    [ "$letters $letters 01" = "$all $both $which" ]
    [ "$letters" -gt 3 ]
}

@test "numbers are numbers in JSON, also those of tags" {
    printf '[WhiteElo "2400"]\n[BlackElo "?"]\n[PlyCount "1"]\n[Round "3"]\n\n1. e4 *\n' >a.pgn
    run_split xpgn-list --format=json --columns=WhiteElo,BlackElo,PlyCount,Round,plies a.pgn
    expect 0 '{"WhiteElo":2400,"BlackElo":"?","PlyCount":1,"Round":"3","plies":1}' ''
}

@test "a fact of another scope, a wrong sum and a tag that no game has are told" {
    refused() {
        run_split xpgn-list --columns="$2" club.xpgn
        expect 2 '' "xpgn-list: --columns: $1
try 'xpgn-list --help'"
    }
    refused "'margin' is of a combat: a row is a game; use count, sum, mean, min or max of it" margin
    refused "sum(attacker): 'attacker' is not a number; it can only be counted" 'sum(attacker)'
    refused "sum(plies): 'plies' is of a game" 'sum(plies)'
    refused "max(margn): unknown word 'margn'; did you mean margin?" 'max(margn)'
    run_split xpgn-list --format=tsv --no-header --columns=game,Whte club.xpgn
    [ "$status" -eq 0 ]
    [ "$err" = 'xpgn-list: no game has the tag Whte; did you mean White?' ]
}

@test "rows do not depend on the number of threads" {
    games 4000 >a.pgn
    for form in text tsv csv json; do
        xpgn-list -j1 --format=$form --columns=game,line,plies,digest,White,errors a.pgn >one
        xpgn-list -j3 --format=$form --columns=game,line,plies,digest,White,errors a.pgn >three
        cmp one three
    done
    [ "$(wc -l <one)" -eq 4000 ]
}

@test "a full disk is noticed" {
    for option in '' --format=tsv --format=json; do
        status=0
        # shellcheck disable=SC2086 # no option
        xpgn-list $option club.xpgn >/dev/full 2>err || status=$?
        [ "$status" -eq 2 ]
        [ "$(cat err)" = 'xpgn-list: write error: No space left on device' ]
    done
}

@test "the examples of the manual are true" {
    manual_examples "$ROOT/man/xpgn-list.1"
}

@test "a tag has the same value in a row with plies and in one without" {
    printf '[White "A"]\n[Black "B"]\n[WhiteElo "2100"]\n[Note "x"]\n\n1. e4 e5 *\n' >a.pgn
    [ "$(rows --columns=Note,White,WhiteElo,Black,Date,plies a.pgn)" = 'x	A	2100	B		2' ]
    [ "$(rows --columns=Note,White,WhiteElo,Black,Date a.pgn)" = 'x	A	2100	B	' ]
}
