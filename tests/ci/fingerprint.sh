#!/bin/sh
# SPDX-License-Identifier: MIT
# The fingerprint of the referee: what the tools find, play and write for the samples, the defects,
# the vectors, some thousand damaged games and rulesets, and pairs of games as sheets of one. Codes,
# places, positions, fixes and canonical bytes are hashed; of messages and hints the facts, so a
# change of wording leaves it as it is. Pictures, tables and what other programs write are hashed as they stand;
# of what a program asks and answers the words, too.
#   fingerprint.sh [GROUP...]  compares with tests/ci/fingerprint.sha256, one line for each group of
#                              input and kind of output; prints the lines that differ
#   fingerprint.sh --store     writes tests/ci/fingerprint.sha256
#   fingerprint.sh --keep DIR [GROUP...]
#                              leaves what is hashed in DIR, to be compared with that of another commit
# XPGN_BIN: the tools (default: build/bin).
set -eu
LC_ALL=C
export LC_ALL
unset XPGN_PATH
root=$(cd "$(dirname "$0")/../.." && pwd)
bin=$(cd "${XPGN_BIN:-$root/build/bin}" && pwd)
stored=$root/tests/ci/fingerprint.sha256

store='' keep=''
case ${1:-} in
--store)
    store=yes
    shift
    ;;
--keep)
    mkdir -p "$2"
    keep=$(cd "$2" && pwd)
    shift 2
    ;;
esac
groups=$*

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
ln -s "$root/formats" "$root/samples" "$root/tests" "$work"
cd "$work"
mkdir out found

# wanted GROUP...: is one of them to be made?
wanted() {
    for one; do
        case " ${groups:-$one} " in
        *" $one "*) return ;;
        esac
    done
    return 1
}

# run GROUP.KIND CMD...: appends to the output of this name what it prints, and its exit
# status. Standard error is for people.
run() {
    output=out/$1
    wanted "${1%.*}" || return 0
    shift
    status=0
    "$@" 2>/dev/null >>"$output" || status=$?
    echo "exit status $status" >>"$output"
}

# The findings that were printed last stay in a file whose name says what is hashed of them. At the
# end tests/ci/fingerprint.py puts that before the exit statuses, for all of them at once.
places() {
    cp findings "found/${output#out/}.places"
}

facts() {
    cp findings "found/${output#out/}.facts"
}

# judged PRINT FILE...: what is found in these files, kept by one of the two above; and the verdict
judged() {
    print=$1
    shift
    verdict=0
    "$bin/xpgn-validate" --format=json "$@" >findings || verdict=$?
    "$print"
    return "$verdict"
}

# A table without the columns that only name its game.
actions() {
    played=0
    "$bin/xpgn-replay" --actions --skip-bad --no-header --format=tsv "$@" >rows || played=$?
    cut -f 1-24 rows
    return "$played"
}

# Counts without what says how they were made, and of what.
counts() {
    counted=0
    "$bin/xpgn-stats" --partial "$@" >sums || counted=$?
    sed '1d; /^piece\t/d; $d' sums
    return "$counted"
}

# by_chance SCRIPT ARGUMENT...: what a script makes that chooses as if at random
by_chance() {
    script=$1
    shift
    awk -f tests/tools/below.awk -f "tests/tools/$script.awk" "$@"
}

# group NAME [OPTION...] FILE...: everything about these files.
group() {
    name=$1
    shift
    run "$name.verdicts" judged places "$@"
    run "$name.lint" judged places --lint "$@"
    run "$name.final" "$bin/xpgn-replay" --skip-bad "$@"
    run "$name.positions" "$bin/xpgn-replay" --skip-bad --start --each "$@"
    run "$name.actions" actions "$@"
    run "$name.canonical" "$bin/xpgn-fmt" "$@"
    run "$name.minimal" "$bin/xpgn-fmt" --minimal "$@"
    run "$name.comment-form" "$bin/xpgn-fmt" --comment-form --digest "$@"
    run "$name.stats" counts "$@"
}

# with_rules DIR: the option --rules for each of its rulesets
with_rules() {
    for ruleset in "$1"/*.yaml; do
        printf '%s\n' "--rules=$ruleset"
    done
}

group samples samples/*.xpgn samples/sheets/*.xpgn
# shellcheck disable=SC2046 # file names without blanks
group house-rules $(with_rules samples/rules) samples/rules/*.xpgn
group broken --max-game=100K samples/broken/*.xpgn
run broken.facts facts
run broken.rulesets judged places --check-rules samples/broken/*.yaml samples/rules/*.yaml tests/vectors/rules/*.yaml
run broken.ruleset-facts facts
group defects tests/defects/*.pgn*
run defects.facts facts
group played tests/bench/data/*.*pgn
group vectors tests/vectors/tamper.xpgn

# One slip a game.
if wanted damaged stood; then
    by_chance damage -v times=25 tests/vectors/tamper.xpgn >damaged-fights.xpgn
    by_chance damage -v times=2 tests/bench/data/*.*pgn samples/*.xpgn >damaged-games.xpgn
    group damaged damaged-*.xpgn
    run damaged.facts facts

    # The same slips of combats, as if each action had stood; where nothing is wrong with one, M-14 says so.
    sed -E '/^\[/! s/(([KQRBN]?[a-l]?[0-9]*(s|xx|x|-|@)?[a-l][0-9]+(=[QRBN])?|O-O(-O)?|K@-)[+#]?( <[^>]*>)?)/\1 {[%illegal stood]}/g' \
        damaged-fights.xpgn >stood.xpgn
    stood() {
        "$bin/xpgn-validate" --format=json stood.xpgn | grep -v '"code":"M-14"' >findings
        facts
    }
    run stood.facts stood
    run stood.final "$bin/xpgn-replay" --skip-bad stood.xpgn
fi

# Three slips a game, in each form that rolls have; and what the search for them just reaches.
if wanted several; then
    for form in --minimal --comment-form --width=60; do
        "$bin/xpgn-fmt" $form tests/vectors/tamper.xpgn samples/*.xpgn tests/bench/data/five-dice.xpgn |
            by_chance damage -v times=2 | by_chance damage -v times=1 | by_chance damage -v times=2
    done >several.xpgn
    run several.facts judged facts several.xpgn
    awk -f tests/tools/limits.awk >limits.xpgn
    run several.limits judged facts limits.xpgn
fi

# The same dice by other rules: nearly every combat is wrong.
if wanted strange; then
    sed -e 's/"chess-attack"/"strange-margins"/' -e 's/"five-dice"/"strange-pools"/' \
        -e 's/"assault-and-siege"/"strange-keep"/' tests/bench/data/*-*.xpgn >strange.xpgn
    sed -e 's/"chess-attack"/"strange-guard"/' tests/bench/data/chess-attack.xpgn >>strange.xpgn
    # shellcheck disable=SC2046 # file names without blanks
    group strange $(with_rules tests/vectors/rules) strange.xpgn
    run strange.facts facts
fi

# Positions of every kind, and moves from them.
if wanted places; then
    awk -F '\t' '
        BEGIN {
            tags["attack"] = "[Variant \"chess-attack\"]"
            tags["dice"] = "[Variant \"five-dice\"]"
            tags["cells"] = "[Variant \"combat-chess-2\"]"
            tags["siege2"] = "[Variant \"assault-and-siege\"]"
            tags["siege4"] = "[RuleOptions \"players=4\"]\n" tags["siege2"]
        }
        !/^#/ { print tags[$1] "\n[XFEN \"" $2 "\"]\n\n*\n" }' tests/vectors/xfen.tsv >xfen.xpgn
    awk -F '\t' '!/^#/ {
            split($1, field, " ")
            number = field[6] (field[2] == "b" ? "... " : ". ")
            print "[FEN \"" $1 "\"]\n\n" number $3 " *\n"
            print "[FEN \"" $1 "\"]\n\n" number $2 " *\n"
        }' tests/vectors/san_triples.tsv >moves.pgn
    awk -F ' *;' '{ print "[Variant \"chess960\"]\n[FEN \"" $1 "\"]\n\n*\n" }' tests/vectors/perft/*.epd >perft.pgn
    group places xfen.xpgn moves.pgn perft.pgn
    run places.facts facts
fi

# Wrong moves of each kind from these positions, by the rules of three games: variations, for the line
# ends with an error.
if wanted wrong; then
    awk -F '\t' '
        BEGIN {
            tags[1] = "[Variant \"chess-attack\"]\n[RuleOptions \"rescue king-safety remote-royals\"]\n"
            tags[2] = "[Variant \"five-dice\"]\n[RuleOptions \"shooting support suicide-run\"]\n"
        }
        # The king makes a step that way, perhaps beyond the edge.
        function king_step(board, king, way, file, rank, i, c) {
            rank = 8
            for (i = 1; (c = substr(board, i, 1)) != king; i++)
                if (c != "/")
                    file += c ~ /[1-8]/ ? c : 1
                else {
                    rank--
                    file = 0
                }
            return "K" substr("aabcdefghi", file + 1 + way % 3, 1) (rank + (way % 2 ? 1 : -1))
        }
        !/^#/ {
            split($1, field, " ")
            number = field[6] (field[2] == "b" ? "... " : ". ")
            from = substr($2, 1, 2)
            to = substr($2, 3)
            letter = substr("NBRQ", NR % 4 + 1, 1)
            n = split(other " " letter to " " letter from to " " substr($3, 1, 1) substr("x s xx", NR % 3 * 2 + 1, 2) to \
                " " king_step(field[1], field[2] == "b" ? "k" : "K", NR) " " (NR % 2 ? "O-O" : "O-O-O") " " to \
                " " substr(from, 1, 1) "x" to, wrong, " ")
            printf "%s[FEN \"%s\"]\n\n%s%s", tags[NR % 3], $1, number, $3
            for (i = 1; i <= n; i++)
                printf " (%s%s)", number, wrong[i]
            print " *\n"
            other = $3
        }' tests/vectors/san_triples.tsv >wrong.xpgn
    run wrong.facts judged facts wrong.xpgn
fi

# Long games of nothing but passes, and of knights that come and go, in which one number is another one.
if wanted numbers; then
    awk '
        function game(right, wrong, passes,    k, number) {
            print passes ? "[Variant \"combat-chess-2\"]\n" : "[Event \"?\"]\n"
            for (k = 1; k <= right + 1; k++) {
                number = k == right ? wrong : k
                print number (passes ? ". <6> -- " number "... <6> --" : k % 2 ? ". Nf3 Nf6" : ". Ng1 Ng8")
            }
            print "*\n"
        }
        BEGIN {
            n = split("9 10 12 23 104", right, " ")
            for (i = 1; i <= n; i++)
                for (wrong = 0; wrong < 130 + right[i]; wrong++) {
                    game(right[i], wrong, 1)
                    game(right[i], wrong, 0)
                }
        }' >numbers.xpgn
    run numbers.facts judged facts --no-fixes numbers.xpgn
fi

# Each byte of a game left out, twice, or another one.
if wanted touched; then
    awk -v RS= -v ORS='\n\n' 'NR < 3' tests/bench/data/plain.pgn >short.pgn
    cat >>short.pgn <<'EOF'
[Event "?"]

1. e4! {[%clk 1:30:05]} e5 $6 2. Nf3 (2. f4 exf4!? {a
remark}) 2... Nc6 ; to the end
3. Bb5+?? Ke7 {[%eval -0.7,12]} 4. O-O 1/2-1/2
EOF
    awk -v RS= '
        /^\[/ {
            n = split($0, line, "\n")
            tags = ""
            for (i = 1; i <= n; i++)
                if (line[i] ~ /^.(Variant|RuleOptions|FEN|XFEN|SetUp|FirstRoll) /)
                    tags = tags line[i] "\n"
            next
        }
        {
            for (i = 1; i <= length($0); i++)
                for (k = 0; k < 4; k++) {
                    c = k == 0 ? "" : k == 1 ? substr($0, i, 1) substr($0, i, 1) : substr("18xaN.=<>{ +5@-e7", (i * 5 + k * 7) % 17 + 1, 1)
                    print tags "\n" substr($0, 1, i - 1) c substr($0, i + 1) "\n"
                }
        }' samples/chess-attack.xpgn samples/five-dice.xpgn samples/combat-chess-2.xpgn samples/assault-and-siege.xpgn short.pgn >touched.xpgn
    run touched.facts judged facts --no-fixes touched.xpgn
    run touched.final "$bin/xpgn-replay" --skip-bad touched.xpgn
    run touched.canonical "$bin/xpgn-fmt" --comment-form touched.xpgn
fi

# Long notation with less of the square that the piece comes from: its file, its rank, or nothing.
if wanted short; then
    for left in '\1\2' '\1\3' '\1'; do
        sed -E "/^\[/! { s/\b([KQRBN]?)([a-l])([0-9]+)(-|x)/$left\4/g; s/([A-Za-l0-9 ])-([a-l])/\1\2/g }" \
            tests/bench/data/combat-chess-2.xpgn tests/bench/data/assault-and-siege.xpgn
    done >short.xpgn
    run short.facts judged facts short.xpgn
    run short.positions "$bin/xpgn-replay" --skip-bad --start --each short.xpgn
fi

# Positions of games of all kinds, in games that do not say of which, with actions that fit them and that do not.
if wanted unnamed; then
    "$bin/xpgn-replay" --each --start --skip-bad samples/*.xpgn 2>/dev/null | LC_ALL=C sort -u | awk '
        NR % 4 == 1 {
            n = split("|1. Ke7|1. zz|1. e4|1. Nf3|1. exd5 <5:1>|1. <4> Ke2|1. <3:3> Kd2", moves, "|")
            for (i = 1; i <= n; i++)
                print "[" (NR % 8 == 1 ? "FEN" : "XFEN") " \"" $0 "\"]\n\n" moves[i] " *\n"
        }' >unnamed.pgn
    run unnamed.facts judged facts unnamed.pgn
fi

# Each letter and digit as the file or the rank that a piece comes from, or each two as both.
if wanted origins; then
    awk '
        function games(moves) {
            print "[Event \"?\"]\n\n" moves " *\n"
            print "[Variant \"chess-attack\"]\n\n" moves (moves ~ /xd5$/ ? " <5:1>" : "") " *\n"
        }
        # with each in place of the first question mark
        function each(moves, characters,    one, k) {
            for (k = 1; k <= length(characters); k++) {
                one = moves
                sub(/[?]/, substr(characters, k, 1), one)
                if (one ~ /[?]/)
                    each(one, "0123456789")
                else
                    games(one)
            }
        }
        BEGIN {
            n = split("1. N??c3|1. Nc3 a6 2. Na4 a5 3. N?c3|1. Nc3 a6 2. Na4 a5 3. N??c3|1. a4 h5 2. R?a3|1. h4 a6 2. R?h3|" \
                "1. e4 d5 2. ?xd5|1. e4 d5 2. e?xd5|1. e4 d5 2. ??xd5|1. e4 a6 2. B?c4|1. e4 e5 2. K?e2", moves, "|")
            for (i = 1; i <= n; i++)
                each(moves[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        }' >origins.xpgn
    run origins.facts judged facts --no-fixes origins.xpgn
    run origins.final "$bin/xpgn-replay" --skip-bad origins.xpgn
fi

# Damaged rulesets: what is wrong with them, and which games those are that nothing is wrong with.
if wanted rulesets; then
    awk -f tests/tools/damage-rules.awk formats/*.yaml
    digests() {
        ls r*.yaml >damaged
        jq -r .file findings | sort - damaged | uniq -u >sound
        awk -F . '{
            print "[Variant \"" $1 "\"]"
            print "[XFEN \"r2k3r/pppppppp/8/8/8/8/PPPPPPPP/R2K3R w - - 0 1\"]\n\n*\n"
        }' sound >sound.xpgn
        # shellcheck disable=SC2046 # file names without blanks
        "$bin/xpgn-fmt" --digest $(sed 's/^/--rules=/' sound) sound.xpgn
    }
    run rulesets.facts judged facts --check-rules r*.yaml
    run rulesets.digests digests
fi

# What two scribes made of a game, with two slips each: of three games one with rolls in full, one with
# dice alone, one in which each scribe has another form.
if wanted sheets; then
    damage_twice() {
        by_chance damage -v times=2 "$@" | by_chance damage -v times=1
    }
    "$bin/xpgn-fmt" --minimal tests/vectors/tamper.xpgn samples/club.xpgn >plain.xpgn
    damage_twice tests/vectors/tamper.xpgn samples/club.xpgn >full-sheets.xpgn
    damage_twice plain.xpgn >plain-sheets.xpgn
    awk -v RS= -v ORS='\n\n' '
        /^\[/ { tags = $0; next }
        { game = int(n / 2); of = n++ % 2 }
        game % 3 == 2 ? of == 0 : game % 3 == plain {
            pair = "pair" game ".xpgn"
            print tags >>pair
            print >>pair
            close(pair)
        }' full-sheets.xpgn n=0 plain=1 plain-sheets.xpgn
    # compared OPTION FILE...: each a pair
    compared() {
        option=$1
        shift
        for pair; do
            "$bin/xpgn-compare" "$option" "$pair" || echo "exit status $?"
        done
    }
    run sheets.differences compared --format=json pair*.xpgn
    run sheets.merged compared --merge pair*[258].xpgn
    # no sheet has a half-move, and a comment is not whole
    sed 's/ Re8 12/ {[%missing]} {a [%b c} {} 12/; s/N2f[35]/Nqq/' samples/compare/black.xpgn >gaps.xpgn
    run sheets.merged "$bin/xpgn-compare" --merge --guess gaps.xpgn samples/compare/white.xpgn
fi

# Pictures: boards and combats of every kind, their options, and charts.
if wanted pictures; then
    ascii() { run pictures.text "$bin/xpgn-render-ascii" "$@"; }
    svg() { run "pictures.$picture" "$bin/xpgn-render-svg" "$@"; }
    for style in plain box unicode compact; do
        ascii --style=$style --combats samples/club.xpgn samples/combat-chess-2.xpgn samples/five-dice.xpgn
        ascii --style=$style --flip --across=3 --start samples/assault-and-siege.xpgn samples/combat-chess-2.xpgn
    done
    ascii --crop=c3-h8 --mark='!e4,d5 ?c3 .e5' --arrow=e4d5,g1f3 --destinations=e2 -c '%n: \o' --at=2b samples/club.xpgn
    ascii --format=markdown --attributes
    ascii --format=troff --language=de --no-turn --no-held --no-coordinates --combats samples/combat-chess-2.xpgn
    for picture in svg latex; do
        svg --format=$picture --combats --corners --across=2 samples/club.xpgn samples/combat-chess-2.xpgn
        svg --format=$picture --flip --inside --theme=screen --start samples/assault-and-siege.xpgn samples/five-dice.xpgn
        svg --format=$picture --theme=high-contrast --border=thick --crop=c3-h8 --mark='!e4,d5 ?c3 .e5' \
            --arrow=e4d5,g1f3 --destinations=e2 -c '%n: \o' --square=7.5 --at=2b samples/club.xpgn
        svg --format=$picture --no-turn --no-held --no-coordinates --border=none --language=de -x 4k3/8/8/8/8/8/4P3/4K3
        for ruleset in chess-attack five-dice combat-chess-2 assault-and-siege; do
            svg --format=$picture --attributes --variant=$ruleset
        done
    done
    picture=sheet
    svg --sheet --combats samples/club.xpgn
    svg --sheet=a5 --across=3 -c A samples/combat-chess-2.xpgn --figure --flip -c B samples/club.xpgn
    run pictures.charts "$bin/xpgn-stats" --svg=- samples/*.xpgn
    run pictures.charts "$bin/xpgn-odds" --svg=- --variant=chess-attack --matrix
    run pictures.charts "$bin/xpgn-odds" --svg=- --variant=five-dice --options=support -a N -d Q -s 0-4:2
    run pictures.charts "$bin/xpgn-odds" --svg=- --game=2 samples/club.xpgn
fi

# Tables, in each format.
if wanted tables; then
    for format in text csv tsv json markdown; do
        table() { run "tables.$format" "$@"; }
        table "$bin/xpgn-odds" --format=$format --variant=chess-attack --matrix
        table "$bin/xpgn-odds" --format=$format --variant=chess-attack -a 'N,B*' -d 'Q,P' -s 0-3:1
        table "$bin/xpgn-odds" --format=$format --variant=five-dice --options='support shooting' -a R -d P -s NQ:B
        table "$bin/xpgn-odds" --format=$format --variant=five-dice --options=shooting -a N -k shot
        table "$bin/xpgn-odds" --format=$format --variant=assault-and-siege --matrix
        table "$bin/xpgn-odds" --format=$format samples/club.xpgn samples/combat-chess-2.xpgn
        table "$bin/xpgn-list" --format=$format samples/*.xpgn samples/archive.pgn
        table "$bin/xpgn-list" --format=$format --columns='White,file,count(combat),sum(luck),mean(margin),ECO' samples/*.xpgn
        table "$bin/xpgn-stats" --format=$format samples/*.xpgn
        table "$bin/xpgn-stats" --format=$format --select='attacker,mean(margin),count' --where='support >= 1' --by=ruleset samples/*.xpgn
        if [ "$format" != tsv ]; then
            table "$bin/xpgn-stats" --format=$format --fairness --explore samples/*.xpgn
            table "$bin/xpgn-event" --table=$format --show=standings,crosstable,pairings,rating \
                --list=samples/evening/event.csv samples/evening/archive.xpgn
        fi
    done
    run tables.latex "$bin/xpgn-odds" --format=latex --variant=chess-attack --matrix
    run tables.latex "$bin/xpgn-odds" --format=latex samples/club.xpgn samples/combat-chess-2.xpgn
    run tables.latex "$bin/xpgn-odds" --format=latex --variant=five-dice --options=support -a N -d Q -s 0-4:2
    run tables.combats "$bin/xpgn-replay" --rows=combats --format=json samples/*.xpgn
    run tables.combats "$bin/xpgn-replay" --rows=combats --format=csv samples/*.xpgn
    run tables.dice "$bin/xpgn-dice" transcript samples/sealed.xpgn
    run tables.dice "$bin/xpgn-dice" check samples/sealed.xpgn samples/sealed-first.xpgn
    run tables.simulated "$bin/xpgn-simulate" --variant=five-dice -n 3 --bots=greedy,random --max-plies=60
    run tables.simulated "$bin/xpgn-simulate" --variant=chess-attack --against=chess-attack:rescue --report -n 64 --max-plies=80
fi

# What the other tools write, with their options.
if wanted programs; then
    games='samples/club.xpgn samples/archive.pgn samples/five-dice.xpgn samples/chess-attack.xpgn samples/combat-chess-2.xpgn'
    # versionless COMMAND...: without the version of the program
    versionless() {
        told=0
        "$@" >said || told=$?
        sed 's/\(content="xpgn-render-html\) [^"]*/\1/; s/\(xpgn-stats.*2\t[^0-9]*\)[0-9.]*/\1/' said
        return "$told"
    }
    tool() {
        tool=$1
        shift
        # shellcheck disable=SC2086 # several files
        run "programs.$tool" versionless "$bin/xpgn-$tool" "$@" $games
    }
    tool grep -n --has='combat K' --player=a
    tool grep -c --material='Q=1 q=0 R+r>=2' --final
    tool grep -n --where='plies > 10 and (capture or check)' -v
    tool grep -n --line='e4 * Nf3 ...' --where='plies>=4'
    tool grep -n --xfen=e4=P --variations --combat='attacker=N support>=1' --any
    tool grep --unique=fullest --similar
    tool grep -n --duplicates --text=/e/i
    tool grep -l --result=1-0,0-1 --comment=/the/i
    tool grep -n --has=repetition --not-in=samples/club.xpgn
    tool grep -n --sample=5 --seed=3
    tool sort --by=-year,Event,'count(combat)' --where='plies>2'
    for by in player year ECO Opening Event; do
        tool split --by=$by --dry-run
    done
    tool split --games=3 --dry-run --where=capture
    tool split --size=2K --dry-run --prefix=part-
    tool replay --luck
    tool replay --luck --rows=actions --format=tsv
    tool replay --luck --equity=careful --fit --game=1-2
    tool replay --luck --equity=careful --format=json --logit=400 --game=1-2
    tool replay --luck --svg=- --game=1-2
    # of eight games and more an interval follows from their own spread
    "$bin/xpgn-fmt" --plies=7 samples/club.xpgn samples/chess-attack.xpgn >short.xpgn
    run programs.replay versionless "$bin/xpgn-replay" --luck --equity=careful short.xpgn
    tool replay --claims
    tool replay --claims --format=json
    tool replay --rows=exchanges --columns=turn,attacker,defender,dice,total,fate,chance,rule --format=markdown
    tool replay --rows=turns --columns=turn,xfen,White,luck,outcome,digest --format=csv --start
    tool replay --format=ascii --language=de --start --game=1,4
    tool replay --at=2b --format=json --tags=White,Date
    tool render-html --element
    tool render-html --element --no-comments --no-variations --no-record --flip --language=fr
    tool render-html --protocol
    tool render-html --protocol=brief --language=de
    tool render-html --protocol --at=2b
    for notation in long uci figurine iccf descriptive; do
        tool fmt --notation=$notation --game=1-4
    done
    tool fmt --language=de --width=40 --no-nags --variations=games
    tool fmt --format=epd --plies=6
    tool fmt --format=fen --game=1-2
    tool fmt --eco --set-tag='PlyCount={plies}' --fix-result --roster --strip=clk,eval --set-tag='Annotator={White} {year}' --remove-tag=Site
    tool fmt --diff --no-comments --width=0
    run programs.fmt "$bin/xpgn-fmt" --import samples/import/*.txt
    tool stats --luck
    tool stats --luck --format=csv --by=Event
    tool stats --luck --fairness --format=json --question=faces,pairs
    tool stats --fairness --explore
    tool stats --luck --svg=- --theme=screen
    tool stats --partial --luck --fairness
    tool stats --partial --select='attacker,sum(luck),min(luck),max(margin),mean(plies),count' --by=ruleset
    tool odds --at=2
    run programs.odds "$bin/xpgn-odds" --variant=chess-attack -x 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3' --action=Nxe5
    run programs.event "$bin/xpgn-event" --list=samples/evening/event.csv --show=standings,missing,teams --points=3-1-0 \
        --tie-breaks=DE,BH/C1,SB --k-factor=20 samples/evening/archive.xpgn
    run programs.event "$bin/xpgn-event" --list=samples/event/club.trf --show=standings,crosstable,rating,missing --table=html
    run programs.compare "$bin/xpgn-compare" --guess --learn samples/compare/*.xpgn
    run programs.compare "$bin/xpgn-compare" --merge --format=json samples/compare/*.xpgn
    run programs.compare "$bin/xpgn-compare" --batch --list=samples/evening/event.csv samples/evening/sheets
    run programs.dice "$bin/xpgn-dice" transcript --digests samples/sealed.xpgn
    run programs.simulate "$bin/xpgn-simulate" --variant=five-dice --report --format=json --pairs --bots=greedy,random -n 20 --max-plies=60
    run programs.simulate "$bin/xpgn-simulate" --variant=chess-attack --report --format=csv --sweep=attack.knight=2..3 -n 20 --max-plies=40
    run programs.simulate "$bin/xpgn-simulate" --variant=assault-and-siege --sealed -n 1 --max-plies=30 --seed=5
    run programs.simulate "$bin/xpgn-simulate" --variant=chess-attack --report --svg=- -n 20 --max-plies=40
    run programs.fix "$bin/xpgn-fix" --diff --likely samples/broken/*.xpgn
fi

# Boards of an evening with slips, gaps and half-moves left out, by one sheet and by several: the records, what is told, asked
# and logged; then the results of answers.
if wanted evening; then
    together() { "$bin/xpgn-compare" --batch "$@" 2>&1; }
    # evening FILE...: asked, and answered in many ways
    evening() {
        rm -f asked log more.log
        together --list=samples/evening/event.csv --questions=asked --log=log "$@" || echo "exit status $?"
        sed 's/,[01]\.[0-9]*,/,P,/' asked log # but for how probable something was
        awk -v RS='\r\n' -v ORS='\r\n' '
            BEGIN { n = split("1|2|e5|nothing|?|Qh8| d4 |3|x|", answer, "|") }
            NR > 1 { $0 = $0 answer[NR % n + 1] } 1' asked >answered
        together --list=samples/evening/event.csv --signed=Arbiter --questions=answered --log=more.log "$@" || echo "exit status $?"
        sed 's/,[01]\.[0-9]*,/,P,/' answered more.log
    }
    # boards FILE NUMBER...: the two sheets of these boards
    boards() {
        awk -v RS= -v ORS='\n\n' -v numbers=" $2 " '
            /^\[/ { tags = $0; next }
            index(numbers, " " int((n += 0.5) + 0.5) " ") { print tags; print }' "$1"
    }
    sed -E '/^\[(Round|Board|Date|Result|Event|Site)/d' samples/evening/archive.xpgn >bare.xpgn
    by_chance damage -v times=1 bare.xpgn >once.xpgn
    by_chance damage -v times=2 bare.xpgn | sed -E '/^[0-9]/ s/ [a-h][1-8] / {[%missing]} /5' >twice.xpgn
    sed -E '/^[0-9]/ { s/ [a-h][1-8] / {[%missing]} /5; s/ N[a-h][1-8] / {[%missing]} /3; s/ O-O / {[%missing] castled?} /; }' \
        once.xpgn >gaps.xpgn
    sed -E '/^[0-9]/ s/ N[a-h][1-8] / /4' twice.xpgn >fewer.xpgn
    by_chance damage -v times=1 fewer.xpgn >fewest.xpgn
    boards fewer.xpgn '10 13 19' >two.xpgn
    boards fewest.xpgn 14 >more.xpgn
    run evening.single evening gaps.xpgn
    run evening.single evening once.xpgn
    run evening.several evening two.xpgn more.xpgn

    # Lists that say less, or of two rounds; sheets by their tags, and by the names of their files.
    mkdir named
    for name in r4_b7 4-8 round5board1.x 5 r5-b2-page3 b2; do
        printf '[XPGN "1"]\n{a sheet}\n[White "?"]\n[Annotator "%s"]\n\n1. e4 e5 2. Nf3 *\n' $name >named/$name.txt
    done
    printf '[White "Hall"]\n[black "Reed"]\n[Round "-"]\n[Date "2001.01.01"]\n\n1. Sf3 Sc6 2. Sxe4 e8=D\n' >named/german.txt
    printf '1. Cf3 Cc6 2. Cc3 De7 3. a8=D 1-0\n' >named/r5-b3.txt
    {
        printf 'round,board,white,black,result,date\n'
        printf '4,7,"Hall, Susan","Reed, Thomas",1-0,2026-11\n4,8,A,B,0-1,2026\n'
        printf '5,1,"Hall, Susan",B,1/2-1/2,2026-11-21\n5,2,"Reed \\ Co ""X""",A,*,\n5,3,A,"Hall, Susan",,2026-01-01\n'
    } >rounds.csv
    cut -d , -f 1,3-6 rounds.csv >boardless.csv
    sed 's/^4,/,/; s/^5.*//' rounds.csv >roundless.csv
    for list in rounds boardless roundless missing; do
        run evening.lists together --list=$list.csv named
        run evening.lists together -q --learn --list=$list.csv named/german.txt named/5.txt
    done
fi

# What scribes enter, what they are told (of what is refused the code), and the records.
if wanted sessions; then
    # session FILE: its first line has the options; files that end alike go on with the same game
    session() {
        game=${1##*-}.xpgn
        read -r options <"$1"
        [ -e "$game" ] || options="--date=2026.05.08 $options"
        told=0
        sed 1d "$1" | eval "'$bin/xpgn-record' $options '$game'" >said || told=$?
        sed -E 's/^(error [A-Z0-9-]+).*/\1/; s/^ok ACTION.*/ok/' said
        cat "$game"
        return "$told"
    }
    for file in tests/vectors/sessions/*; do
        run sessions.records session "$file"
    done
fi

# Games with sealed dice: chains that everybody knows, scribes who hear each other, then messages alone. What
# is said of them is hashed with its words.
if wanted sealed; then
    # chains: those of white, black, red and the arbiter, as they are before a game
    chains() {
        for party in white:0 black:32 red:64 arbiter:96; do
            rm -f "${party%:*}"
            {
                printf 'xpgn-chain 2\nlinks %d\nsecret ' "$links"
                seq "${party#*:}" $((${party#*:} + 31)) | xargs printf %02x
                echo
            } >"${party%:*}"
            chmod 600 "${party%:*}"
        done
    }
    # with_mail PARTY LINE...: the lines, and before `messages` all that the others have sent
    with_mail() {
        by=$1
        shift
        for line; do
            if [ "$line" = messages ]; then
                for from in white black arbiter; do
                    if [ "$from" != "$by" ] && [ -e "$variant/$from" ]; then cat "$variant/$from"; fi
                done
            fi
            printf '%s\n' "$line"
        done
    }
    # scribe PARTY LINE...: in the folder of the game the record is PARTY.xpgn; what it sends is added to PARTY
    scribe() {
        party=$1
        with_mail "$@" >lines
        "$bin/xpgn-record" --no-advice --date=2026.05.08 --variant="${rules:-$variant}" \
            "--set-tag=DiceCommit=$(sed -n 's/^.DiceCommit "\(.*\)"]/\1/p' keys)" \
            "--set-tag=DiceKey=$(sed -n 's/^.DiceKey "\(.*\)"]/\1/p' keys)" \
            --sealed="$party" "$variant/$party.xpgn" <lines >said 2>&1 || true
        sed -n 's/^send //p' said >>"$variant/$party"
        awk '!had[$0]++' "$variant/$party" >sent
        mv sent "$variant/$party"
        cat said "$variant/$party.xpgn"
    }
    told() { "$bin/xpgn-dice" "$@" 2>&1; }
    dice() { run sealed.told told "$@"; }
    entered() { run sealed.records scribe "$@"; }
    # checked PARTY...: what is signed, and what check says
    checked() {
        for party; do
            dice transcript "$variant/$party.xpgn"
            dice --digests transcript "$variant/$party.xpgn"
            dice --keys=keys check "$variant/$party.xpgn"
            dice --journal="$variant/white.xpgn.journal" --journal="$variant/black.xpgn.journal" check "$variant/$party.xpgn"
        done
    }
    links=8
    chains
    "$bin/xpgn-dice" tags white:white black:black >keys
    dice commitment white
    dice tags white:white
    dice tags white:white white:black
    dice --links=3 make white

    variant=chess-attack
    mkdir "$variant"
    entered white e4 d5 exd5 undo annul 'comment seen' e5
    dice announce "$variant/white.xpgn" white e5
    dice announce "$variant/white.xpgn" red exd5
    entered black e4 e6 messages undo d5 messages show 'odds Qxd5' Qxd5 undo
    dice announce "$variant/black.xpgn" black exd5
    dice commitment black
    cp "$variant/white.xpgn.journal" first.journal
    entered white messages annul actions exd5 messages
    entered black messages annul messages 'missing' 'first 2:3'
    entered white messages c5 'tag White Me' 'tag DiceOpen 1' 'announce 9' "$(tail -n 1 "$variant/black")" sign
    dice announce "$variant/white.xpgn" white d4
    entered black messages c5 'resign white' sign undo sign
    entered white messages 'resign white' sign messages show e4
    entered black messages sign
    dice sign "$variant/black.xpgn" black
    announced=$(grep -m1 ^announce "$variant/white")
    dice answer "$variant/black.xpgn" black "$announced"
    dice answer "$variant/black.xpgn" black "announce 2${announced#announce 1}"
    dice answer "$variant/black.xpgn" black 'answer 1 white 0'
    checked white black
    dice --keys=samples/sealed.xpgn check "$variant/white.xpgn"
    # a record with another move, and one that ends before what was said
    sed 's/d5 /d6 /' "$variant/white.xpgn" >other.xpgn
    dice --journal="$variant/white.xpgn.journal" --journal="$variant/black.xpgn.journal" check other.xpgn
    sed '/^1/,$d' "$variant/white.xpgn" >early.xpgn
    echo '1. e4 d5 *' >>early.xpgn
    dice --journal="$variant/white.xpgn.journal" check early.xpgn
    dice --journal=first.journal check "$variant/white.xpgn"
    sed 's/d5 /d6 /; s/Date "/&1/' "$variant/white.xpgn" >false.xpgn
    dice --keys=keys --journal="$variant/black.xpgn.journal" check false.xpgn "$variant/white.xpgn" samples/sealed*.xpgn
    dice transcript false.xpgn

    chains
    variant=combat-chess-2
    mkdir "$variant"
    entered white show first roll
    entered black messages first
    entered white messages roll
    entered black messages roll
    entered white messages
    entered black messages actions 'K@' annul
    checked white black

    # chains of one link, which the second roll finds used up
    links=1
    chains
    "$bin/xpgn-dice" tags white:white black:black >keys
    rules=combat-chess-2 variant=short
    mkdir short
    entered white first
    entered black messages
    entered white messages roll
    entered black messages roll

    links=8
    chains
    mkdir by-hand
    sed '/^.Dice[LOS]/d; /^.First/d; /^.Result/d; /^1/d' samples/sealed-first.xpgn >by-hand/white.xpgn
    echo '*' >>by-hand/white.xpgn
    cp by-hand/white.xpgn by-hand/black.xpgn
    announced=$("$bin/xpgn-dice" announce by-hand/white.xpgn white first 2>&1) || true
    run sealed.told echo "$announced"
    dice announce by-hand/white.xpgn white roll
    answered=$(told answer by-hand/black.xpgn black "$(echo "$announced" | sed q)") || true
    run sealed.told echo "$answered"
    dice answer by-hand/white.xpgn white "$(echo "$answered" | sed q)"
    dice end by-hand/black.xpgn black
    dice end by-hand/white.xpgn white
    dice check by-hand/white.xpgn

    # A game of three parties, of which one leaves, then another; all that is said in it is in the file said
    chains
    rules=chess-attack variant=three
    mkdir three
    "$bin/xpgn-dice" tags white:white black:black arbiter:arbiter >keys
    leaves() { "$bin/xpgn-dice" end "three/$1.xpgn" "$1" >>"three/$1" 2>&1 || true; }
    entered white e4 d5 exd5
    entered black messages e4 d5 messages
    entered arbiter e4 d5 messages
    entered white messages
    entered black messages d4 c3 dxc3
    entered arbiter messages d4 c3 messages
    leaves arbiter
    entered white messages d4 c3 messages Qf3 Nf6 Qxf6
    dice --journal=three/white.xpgn.journal check three/white.xpgn
    entered black messages Qf3 Nf6 messages
    leaves black
    entered white messages Qf3 'resign black' sign
    entered black messages 'resign black' sign
    entered white messages
    cat three/white three/black three/arbiter >said
    sed '/^.DiceOpen/s/ arbiter:[0-9a-f]*//' three/white.xpgn >two.xpgn
    dice check two.xpgn

    # noise: messages that are each not quite one of said, for a word is changed in its last byte, or is
    # that of the next message; and all of said
    awk '{ line[NR] = $0 }
        END {
            for (i = 1; i <= NR; i++) {
                n = split(line[i], word, " ")
                split(line[i % NR + 1], next_one, " ")
                for (k = n; k > 1; k--) {
                    before = after = ""
                    for (j = 1; j < k; j++) before = before word[j] " "
                    for (j = k + 1; j <= n; j++) after = after " " word[j]
                    print before substr(word[k], 1, length(word[k]) - 1) (word[k] ~ /1$/ ? 2 : 1) after
                    if (word[1] != "end") print before next_one[k] after
                }
                print line[i]
            }
        }' said >noise
    # a link is that of roll 0
    sed -n "s/^\(answer . black\) [0-9a-f]*/\1 $(sed -n 's/^.DiceCommit.* black:\([0-9a-f]*\).*/\1/p' keys)/p" said >>noise
    # who has announced a roll answers it, or announces too much
    sed -n "s/^announce \(. [a-z]* [0-9a-f]* [^ ]*\) .*/answer \1/p; s/^answer/announce/; s/^announce.*/& $(printf %050d 5)/p" said >>noise
    # hears WHO NOISE EVENT...: such a scribe, to which the others are noisy before each message; an event is an entry,
    # or the number of a message of said, which comes twice
    hears() {
        listener=$1 noise=$2
        shift 2
        chains
        rm -rf heard
        mkdir heard
        for event; do
            case $event in
            [0-9]*) sed -n "${event}p" said ;;
            *) echo "$event" ;;
            esac
        done >events
        grep -vxFf events "$noise" >others || true
        while read -r line; do
            case $line in
            answer* | announce* | sign\ * | end*) cat others && echo "$line" ;;
            esac
            echo "$line"
        done <events >lines
        heard=0
        "$bin/xpgn-record" --no-advice --date=2026.05.08 --variant=chess-attack \
            "--set-tag=DiceCommit=$(sed -n 's/^.DiceCommit "\(.*\)"]/\1/p' keys)" \
            "--set-tag=DiceKey=$(sed -n 's/^.DiceKey "\(.*\)"]/\1/p' keys)" \
            --sealed="$listener" heard/game.xpgn <lines 2>&1 || heard=$?
        cat heard/*
        return "$heard"
    }
    run sealed.told cat -n said
    shown=$(sed -n '7s/.* black \([0-9a-f]*\) .*/\1/p' said)
    run sealed.heard hears - noise e4 d5 1 10 5 d4 c3 6 2 11 Qf3 Nf6 12 3 7 "end black $shown" 'resign black' sign 9 4 undo 8 Nc6 Qxf6 messages
    run sealed.heard hears white said e4 d5 exd5 10 undo 5 d4 c3 6 messages 12 Qf3 Nf6 messages Qxf6 7 8 sign 'resign black' sign 9 undo Nc6 Qxf6
    run sealed.heard hears black said e4 d5 1 10 d4 c3 dxc3 12 2 Qf3 Nf6 3 'resign black' 4 sign
    run sealed.heard hears arbiter said e4 d5 1 5 d4 c3 6 2 Qf3 Nf6 messages 3 8 7 'resign black' sign undo 'resign white' sign

    # The same game, of which roll 3 is in the journal and not in the record; journal and chain are cut and changed
    hears white /dev/null e4 d5 exd5 10 5 d4 c3 6 12 Qf3 Nf6 Qxf6 >played || true
    sed -n 7p said >>heard/game.xpgn.journal
    mv heard crashed
    mv white crashed
    # resumed COMMAND...: the journal is what the command makes of it; then a scribe and xpgn-dice go on
    resumed() {
        for by in scribe dice; do
            rm -rf heard
            cp -pr crashed heard
            "$@" <crashed/game.xpgn.journal >heard/game.xpgn.journal
            if [ "$by" = scribe ]; then
                echo messages | "$bin/xpgn-record" --no-advice --sealed=heard/white heard/game.xpgn 2>&1 || echo "$?"
                sed -n '/^1/,$p' heard/game.xpgn
            else
                told announce heard/game.xpgn heard/white Qxf6 || echo "$?"
            fi
            tr '\0' 0 <heard/game.xpgn.journal
        done
    }
    at=0
    while read -r line; do
        at=$((at + ${#line} + 1))
        for cut in $((at - 1)) $((at + 1)); do
            run sealed.resumed resumed head -c "$cut"
        done
    done <crashed/game.xpgn.journal
    for cut in 0 1 10 15 19 20 40 83 84; do
        run sealed.resumed resumed sh -c "head -c $cut; printf '\\0\\0'"
        run sealed.resumed resumed sh -c "head -c $cut; printf x"
    done
    run sealed.resumed resumed sed '2s/ ./ 3/; 3,$d'
    zeros() { awk -v line="$1" 'NR == line { $0 = substr($0, 1, 30) "\1\1" } 1' | tr '\1' '\0'; }
    for line in 1 2 3 4 6 9 10; do
        run sealed.resumed resumed sed "${line}d"
        run sealed.resumed resumed sed "${line}s/ ./ 3/"
        run sealed.resumed resumed zeros "$line"
    done
    # A chain that is cut at a byte, or in which one is changed: one that has shown links, and one that has not
    changed() {
        chain=$1
        shift
        "$@" <"$chain" >heard/white
        told commitment heard/white
    }
    for at in 0 11 12 13 18 19 20 21 22 28 29 30 92 93 94; do
        run sealed.chains changed black head -c "$at"
        run sealed.chains changed black sh -c "head -c $at; printf 0; tail -c +2"
        run sealed.chains changed black sh -c "head -c $at; printf '\\n'; tail -c +2"
    done
    for at in 94 95 99 100 162 163 164 169 170 171 172 234 235 236 237 308 309 310 380 381 382; do
        run sealed.chains changed crashed/white head -c "$at"
        run sealed.chains changed crashed/white sh -c "head -c $at; printf 9; tail -c +2"
    done
    # a chain that has shown less than the record has, and one that has shown all
    cp -pr crashed again
    sed -i '$d' again/game.xpgn.journal
    cp -p again/game.xpgn.journal before.journal
    sed '/^game/,$d' crashed/white >again/white
    dice announce again/game.xpgn again/white Qxf6
    sed '/^shown 3/d' crashed/white >again/white
    dice end again/game.xpgn again/white
    cp -p before.journal again/game.xpgn.journal
    dice announce again/game.xpgn again/white Qxf6
    for edit in '$p' '/^game/p' '/^shown 2/d' '/^shown/d' '/^game/d' 's/shown 3/shown 8/' 's/shown 3/shown 9/'; do
        run sealed.chains changed crashed/white sed "$edit"
    done

    digest=a23bb8c8f7af9364ca2a95d68bc1adf3dbe8756b8b1851f1dd112de6e4ffaa0a
    dice roll 2 $digest white:$digest "black:$(echo $digest | tr 0-9 1-90)"
    dice --faces=20 --dice=30 roll 3 $digest white:$digest "red:$(echo $digest | tr 0-9 1-90)" \
        "black:$(echo $digest | tr 0-9 2-901)" "green:$(echo $digest | tr 0-9 3-9012)"
    dice roll 0 $digest white:$digest black:$digest
fi

# Pieces of an archive, counted and put together again; games picked by number, bytes, and by an index.
if wanted parts; then
    cat samples/archive.pgn samples/club.xpgn samples/five-dice.xpgn samples/combat-chess-2.xpgn samples/broken/*.xpgn >all.xpgn
    sums() {
        rm -f part.*
        for bytes in 0:20000 20000:40000 40000:; do
            "$bin/xpgn-validate" --partial="part.$bytes" --bytes="$bytes" "$@" all.xpgn || true
        done
        sed 's/\(xpgn-.*\t\)[0-9.]*$/\1/; /^fast\t/d; s/^\(end\t.*\)\t.*/\1/' part.* # the fast path may be off
        "$bin/xpgn-validate" -v --combine part.* 2>&1
    }
    counts() {
        rm -f part.*
        for bytes in 0:20000 20000:40000 40000:; do
            "$bin/xpgn-stats" --partial --bytes="$bytes" "$@" all.xpgn >"part.$bytes" || true
        done
        "$bin/xpgn-stats" --partial --combine part.0:20000 part.40000: >part.two || true
        for format in text json csv; do
            "$bin/xpgn-stats" --format=$format --combine part.two part.20000:40000 "$@" 2>&1 || echo "$?"
        done
        for of in 2 3; do
            "$bin/xpgn-stats" --of=$of --combine part.0* part.2* "$@" 2>&1 || echo "$?"
        done
    }
    run parts.sums sums
    run parts.sums sums --lint --format=gcc
    run parts.counts counts
    run parts.counts counts --luck
    run parts.counts counts --fairness --explore
    run parts.counts counts --by=White
    run parts.counts counts --select='White,ply,action,count' # longer than what is read at once
    run parts.counts counts --select='attacker,defender,kind,ending,seat,sum(luck),min(luck),max(margin),mean(plies),mean(gain),count' --by=ruleset
    run parts.counts counts --select='White,ruleset,count,mean(WhiteElo),max(clock)' --where='plies > 3 or combat'
    # picked OPTION...: which games these are
    picked() { "$bin/xpgn-list" --columns=game,file,line,file_offset,length,digest --format=tsv "$@" all.xpgn samples/club.xpgn 2>&1; }
    for pass in sought found; do
        for pick in --game=1 --game=3-5,1,40-,2 --game=70-71,999 --game=5-3 --game=0 --game=4294967296 --game=2,2,2-3 \
            --bytes=0:1 --bytes=1:5000 --bytes=5000: --bytes=:9000 --bytes=9:3 --bytes=99999999:; do
            run parts.$pass picked "$pick"
        done
        printf 'game,White\n3,x\n1,y\n"7",z\n' >table.csv
        printf '2\n5-6\n\n9-\n' >list
        for list in table.csv list samples/club.xpgn missing; do
            run parts.$pass picked --games-from=$list
        done
        run parts.$pass picked --games-from=list --game=5-
        "$bin/xpgn-list" --index all.xpgn
    done
fi

# Reports on partial results that are made up: what no games that are at hand would count.
if wanted made; then
    # made FILE HEAD AWK-OPTION...: a partial result, and what is refused of it
    made() {
        file=$1 head=$2
        shift 2
        {
            # shellcheck disable=SC2086 # none, or an option
            "$bin/xpgn-stats" --partial $head </dev/null | sed -n 1p
            by_chance made-counts "$@"
        } >rows
        printf 'end\t%d\n' $(($(wc -l <rows) - 1)) >>rows
        /usr/bin/python3 -I -S "$root/tests/oracles/seal.py" <rows >"$file"
    }
    merged() { "$bin/xpgn-stats" --combine "$@" 2>&1; }
    for dice in 19 20 29 30 119 120 2400; do
        for faces in 2 6 7; do
            for players in 1 2; do
                made "fair.$dice.$faces.$players" --fairness -v what=fair -v dice=$dice -v faces=$faces -v players=$players
                run made.fairness merged --fairness --explore "fair.$dice.$faces.$players"
            done
        done
    done
    made many --fairness -v what=fair -v dice=90 -v faces=255 -v players=2
    run made.fairness merged --fairness --explore many
    printf 'round,white,black,result\n1,P1,P9,1-0\n' >players.csv
    for files in 'fair.*' 'fair.*.6.2' 'fair.*.7.* fair.20.6.1' 'fair.120.2.*'; do
        # shellcheck disable=SC2086 # several files
        run made.fairness merged --fairness --format=json --players=players.csv $files
        for question in faces players,pairs pairs; do
            # shellcheck disable=SC2086
            run made.fairness merged --fairness --format=csv --explore --question=$question $files
        done
    done
    for combats in 1 9 5000; do
        made luck.$combats --luck -v what=luck -v combats=$combats
        run made.luck merged --luck luck.$combats
    done
    run made.luck merged --luck --svg=- luck.*
    for combats in 1 2; do
        made wide.$combats --luck -v what=wide -v combats=$combats
        run made.luck merged --luck wide.$combats
    done
    for format in text json csv; do
        run made.luck merged --luck --format=$format luck.*
    done
    for many in 0 1 2 4 19 20 45; do
        made plain.$many '' -v what=plain -v many=$many
        made by.$many --by=White -v what=plain -v many=$many -v group=$many
        run made.plain merged plain.$many
    done
    for format in text json csv tsv markdown; do
        run made.plain merged --format=$format plain.[0-9]*
        run made.plain merged --format=$format by.*
    done
    run made.plain merged --svg=- plain.[0-9]*
    run made.plain merged --partial by.* plain.1
fi

# What is asked of people, what they answer, the log of it, and what is taken back.
if wanted asked; then
    fix() { "$bin/xpgn-fix" "$@" 2>&1; }
    mkdir sheets
    cp samples/broken/*.xpgn samples/ask/*.xpgn samples/sheets/*.xpgn sheets
    # stands: the table of questions, the log, and all files
    stands() {
        cat questions.csv log.csv
        cat sheets/*
    }
    run asked.fixed fix --questions=questions.csv --log=log.csv --signed=Arbiter sheets/*.xpgn
    run asked.questions cat questions.csv
    for answer in 1 2 m s x '?' '!' ''; do
        awk -v RS='\r\n' -v ORS='\r\n' -v answer="$answer" 'NR > 1 { $0 = $0 answer } 1' questions.csv >answers.csv
        run asked.fixed fix -q --answers=answers.csv --diff sheets/*.xpgn
    done
    awk -v RS='\r\n' -v ORS='\r\n' 'NR > 1 { $0 = $0 substr("12ms", NR % 4 + 1, 1) } 1' questions.csv >answers.csv
    run asked.fixed fix --answers=answers.csv --likely -w --log=log.csv sheets/*.xpgn
    run asked.undone stands
    run asked.fixed fix --likely --incomplete --no-marks -o fixed --log=other.csv sheets/*.xpgn
    run asked.undone cat other.csv
    run asked.undone fix --undo=log.csv 2 99
    run asked.undone stands
    run asked.undone fix --undo=log.csv 2 5
    rm -f sheets/*.orig
    run asked.undone fix --undo=log.csv
    run asked.undone stands
    run asked.undone fix --undo=questions.csv
fi

# Games with sealed dice in which one letter is wrong, or one is missing: of each line those in eight places.
if wanted seals; then
    awk -v RS= -v ORS='\n\n' '
        /^\[/ { tags = $0; next }
        {
            n = split(tags "\n\n" $0, line, "\n")
            for (i = 1; i <= n; i++)
                for (k = 1; k <= 8; k++) {
                    at = int(length(line[i]) * k / 9) + 1
                    c = substr(line[i], at, 1)
                    other = k % 4 == 0 ? "" : c ~ /[0-8]/ ? c + 1 : c ~ /[a-e]/ ? "f" : c ~ /[f-z]/ ? "a" : "b"
                    for (j = 1; j <= n && line[i] != ""; j++)
                        printf "%s\n", j == i ? substr(line[j], 1, at - 1) other substr(line[j], at + 1) : line[j]
                    printf "\n"
                }
        }' samples/sealed*.xpgn >seals.xpgn
    # a number that is none, and two blanks between rolls
    {
        sed 's/^.DiceOpen "/&x/' samples/sealed.xpgn
        sed '/^.FirstRoll/s/ \([0-9]*:\)/  \1/' samples/sealed-first.xpgn
    } >>seals.xpgn
    for file in tests/defects/sealed-*.pgn; do
        by_chance damage -v times=20 "$file"
    done >>seals.xpgn
    run seals.facts judged facts seals.xpgn
    run seals.checked "$bin/xpgn-dice" check seals.xpgn tests/defects/sealed-*.pgn
fi

# Letters as UTF-8 has them, at the limits of each size, and bytes that only look like some.
if wanted letters; then
    for bytes in 'e' '\177' '\200' '\277' '\300\200' '\301\277' '\302\177' '\302\200' '\302\277' '\302\300' '\337\200' '\337\277' \
        '\340\237\277' '\340\240\200' '\341\200\200' '\354\277\277' '\355\237\277' '\355\240\200' '\357\277\277' '\342\202' \
        '\342\202\300' '\342\202\177' '\360\217\277\277' '\360\220\200\200' '\363\277\277\277' '\364\217\277\277' \
        '\364\220\200\200' '\365\200\200\200' '\360\220\200' '\360\220\200\300' '\360\220\300\200' '\376' '\377\377' '  ' ' \t ' "\\\\"; do
        printf '[White "x%by"]\n\n1. e4 {x%by} e5 {  x%b\n y } *\n\n' "$bytes" "$bytes" "$bytes"
    done >letters.pgn
    for text in '/^x.y$/' '/^x..y$/' '/^x...y$/' '/^x....y$/' '/^x[^a-z ]+ y$/' '/\s\s/' "$(printf '\303\251')" "x$(printf '\302\200')y"; do
        run letters.found "$bin/xpgn-grep" -n --comment="$text" letters.pgn
        run letters.found "$bin/xpgn-grep" -n --player="$text" letters.pgn
        run letters.found "$bin/xpgn-grep" -n --text="$text" letters.pgn
    done
    run letters.found "$bin/xpgn-validate" --format=gcc letters.pgn
    printf '1. %s *\n\n1. a%s *\n' "$(printf '€%.0s' $(seq 200))" "$(printf '1é%.0s' $(seq 200))" >long.pgn
    quoted() { "$bin/xpgn-validate" --format=json long.pgn | jq -r .found; }
    run letters.found quoted
fi

# Clock times and evaluations in every form that they have, and in some that they have not.
if wanted remarks; then
    printf '%s\n' 0:00:01 0:59 0:60 59:59 60:00 1:59:59 1:60:00 1:2:3:4 5 1:00:00.5 1:00.5:00 1.5 1:2.25 : 1: :1 01:02:03 99:59:59 \
        100:00:00 9999999999:00:00 -1:00 1:00x 0:0:0 0:00:00.0001 "" " 1:00" 0,5 | sed 's/.*/[%clk &]/' >forms
    printf '%s\n' 0 0.3 -0.3 +0.3 .5 -.5 5. - + "" \# \#3 \#-3 \#+3 -\#3 \#0 \#999999 \#10000000 0.123456 0.1234567 999999 1000000 \
        10000000 99999999.5 1.25,20 1.25,x ,20 1,, 1.2.3 1e3 " 1" 1x | sed 's/.*/[%eval &]/' >>forms
    awk '{ printf "%s%s {%s} ", NR % 2 ? (NR + 1) / 2 ". " : "", substr("Nf3Nf6Ng1Ng8", NR % 4 * 3 + 1 - (NR % 4 ? 3 : -9), 3), $0 }
        END { print "*" }' forms >forms.pgn
    run remarks.told "$bin/xpgn-replay" --rows=actions --columns=label,clock,evaluation,mate_in --format=csv forms.pgn
    run remarks.told "$bin/xpgn-validate" --lint --format=gcc forms.pgn
    for where in 'clock < 100' 'evaluation > 0.2' 'mate_in = 3'; do
        run remarks.told "$bin/xpgn-grep" -n --where="$where" forms.pgn
    done
fi

# Tokens exchanged, moved, left out or copied; and tags that say how a game began, and by which rules, that do not fit it.
if wanted disordered; then
    by_chance damage -v wide=1 -v times=12 tests/vectors/tamper.xpgn >disordered.xpgn
    "$bin/xpgn-fmt" --minimal tests/vectors/tamper.xpgn samples/*.xpgn | by_chance damage -v wide=1 -v times=6 >>disordered.xpgn
    run disordered.facts judged facts disordered.xpgn
    by_chance damage-tags -v times=40 tests/vectors/tamper.xpgn >tags.xpgn
    by_chance damage-tags -v times=4 samples/club.xpgn samples/*-*.xpgn tests/bench/data/*-*.xpgn >>tags.xpgn
    run disordered.tags judged facts tags.xpgn
fi

# What queries find, and where those are wrong that are.
if wanted queries; then
    by_chance queries -v count=600 >asked
    for tool in 'stats --select=ruleset,count' 'grep -n'; do
        while IFS= read -r query; do
            echo "$query"
            # shellcheck disable=SC2086 # words
            "$bin"/xpgn-$tool --where="$query" samples/club.xpgn samples/archive.pgn samples/five-dice.xpgn samples/assault-and-siege.xpgn \
                samples/combat-chess-2.xpgn 2>&1 || echo "exit status $?"
        done <asked
    done | sed 's/^\(xpgn-[a-z]*: --where: \).*/\1/' >told
    run queries.told cat told
fi

# wordless COMMAND...: without small letters, and without the version of the program
wordless() {
    told=0
    "$@" >said 2>&1 || told=$?
    sed 's/"[a-zA-Z]*[vV]ersion":"[^"]*"//g; s/\(content="xpgn-render-html\) [^"]*/\1/' said |
        sed 's/[0-9.]* s, [0-9.]* MB.s//' | tr -d '[:lower:]'
    return "$told"
}

# What the options of the tools select, count, find and write, in each form; of findings all but their words.
if wanted options; then
    games='samples/club.xpgn samples/archive.pgn samples/five-dice.xpgn samples/chess-attack.xpgn samples/combat-chess-2.xpgn'
    # says NAME COMMAND...: what a tool prints and tells
    says() {
        told=0
        "$@" >said 2>&1 || told=$?
        sed 's/\(content="xpgn-render-html\) [^"]*/\1/' said
        return "$told"
    }
    found() {
        tool=$1
        shift
        run options.found wordless "$bin/xpgn-$tool" "$@" samples/broken/*.xpgn samples/sheets/*.xpgn
    }
    found validate --color=always
    found validate --lint --format=gcc
    found validate --lint --strict --format=sarif
    found validate --no-fixes -v
    found validate --max-errors=1 --no-variations
    found validate --require=Site,WhiteElo,Round -q -v
    found validate --good=- --explain
    found validate --bad=-
    found validate --require=Event --format=json --lint
    found render-html --protocol
    found render-html --language=de
    found list --columns=file,errors,warnings,ruleset,ending,plies,first_action
    found sort --by=errors,-plies
    found grep -L --has=combat
    run options.found wordless "$bin/xpgn-validate" --list-codes
    run options.found wordless "$bin/xpgn-validate" --check-rules tests/vectors/rules/*.yaml samples/rules/*.yaml formats/*.yaml
    run options.found wordless "$bin/xpgn-validate" --explain samples/*.xpgn
    for code in CA-3 T-02 FD-1 AS-1 CC-10 R-04 nothing x; do
        run options.found wordless "$bin/xpgn" help $code
    done
    for list in samples/event/E-*.csv; do
        run options.event wordless "$bin/xpgn-event" --list="$list" "${list%.csv}.xpgn"
    done
    run options.event wordless "$bin/xpgn-event" samples/event/*.xpgn
    run options.event wordless "$bin/xpgn-event" --one-event --format=sarif samples/event/E-0*.xpgn
    run options.event wordless "$bin/xpgn-event" --event='Club' --letters=0 --clock-tolerance=0 --time-control=40/5400+30:900 samples/event/*.xpgn
    for site in '?' '????' '' Hall 'x?' htt http://a https://b/1; do
        printf '[Event "Cup"]\n[Site "%s"]\n[Date "2026.01.01"]\n[Round "1"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 1-0\n\n' "$site"
    done >sites.pgn
    run options.event wordless "$bin/xpgn-event" sites.pgn
    for event in 'A:01:1:Ann:Bob' 'B & C:02:?:Cid:Dan' 'D:03:2:Eve:Fay' 'D:03:2:Gil:Hal'; do
        echo "$event" | awk -F : -v q='"' '{
            print "[Event " q $1 q "]\n[Site \"?\"]\n[Date " q "2026.01." $2 q "]\n[Round " q $3 q "]"
            print "[White " q $4 q "]\n[Black " q $5 q "]\n[Result \"1-0\"]\n[Time \"1" $2 ":00\"]\n\n1. e4 1-0\n"
        }'
    done >events.pgn
    printf 'event,round,white,black,result\nA,1,Ann,Bob,1-0\n' >events.csv
    run options.event says "$bin/xpgn-event" --list=events.csv events.pgn
    for table in text json html; do
        run options.event says "$bin/xpgn-event" --show=standings,crosstable --tie-breaks=DE,BH --points=3-1-0 --table=$table events.pgn
    done
    sed 's/Time "101/Time "102/' events.pgn >later.pgn
    run options.event says "$bin/xpgn-grep" -n --similar events.pgn later.pgn
    printf '\n\n%% x\n1.e4  e5 *\n' >lead.pgn
    run options.event says "$bin/xpgn-fmt" --diff lead.pgn
    for table in text markdown csv json html; do
        run options.event wordless "$bin/xpgn-event" --rounds=9 --list=tests/world/held-swiss-5.trf --show=standings,crosstable,pairings,rating,missing \
            --tie-breaks=DE,BH/C1,SB,TPR,ARO,WIN,PS,KS --table=$table samples/evening/archive.xpgn
        run options.event wordless "$bin/xpgn-event" --rounds=9 --list=tests/world/held-teams.trf --tie-breaks=EDE,ESB,SSSC --show=teams --table=$table \
            samples/evening/archive.xpgn
    done
    some() {
        tool=$1
        shift
        # shellcheck disable=SC2086 # several files
        run options.selected says "$bin/xpgn-$tool" "$@" $games
    }
    for where in 'White = "Adams"' 'White ~ "a"' 'WhiteElo > BlackElo + 200' 'not capture and plies < 50' 'from = e? or to = ?8' \
        'piece = N captured = P' 'promoted = Q' 'en_passant or kind = castling' 'kind = attack margin >= 3' 'fate = removed upset' \
        'attacker = N* defender = P,B' 'support >= 2 tie' 'faces = 6 reroll' 'clock < 600' 'evaluation > 0.5' 'Date < 2000' 'year >= 1950' \
        'ending = mate' 'check and from = d?' 'outcome = removed' 'luck > 1' 'attacker_dice = 6' 'chance < 0.3' 'sum(margin) > 3' \
        'max(margin) = 5' 'tag:Round = 3' 'Event' 'not WhiteElo' 'nonsense = 3' 'piece = Z' 'plies >' 'plies > 3 and' \
        '(plies > 3' 'from = e9' 'kind = jump' 'fate = removed' 'White = "a\"b"' 'plies = 3..9' 'plies + 3 > 20' \
        'turn_roll = 4' 'prisoner' 'freed' 'casualties = 2' 'stood' 'decision = undecided' 'held_at = a1' 'support = 1 or capture'; do
        some grep -n --where="$where"
    done
    for tag in White=Adams White=/a/i 'White!=/a/' 'WhiteElo>=2500' 'Date<2020.05' ECO '!ECO' 'Round=3' 'Date>1900' 'White>B' 'Elo~3' '=x'; do
        some grep -c --tag="$tag"
    done
    for text in the /the/ /THE/i '/(?i)e4 c5/' '/^1\. e4/' '/(a+)+$/' '/(?<=x)a*c/' ''; do
        some grep -c --text="$text"
        some grep -c --comment="$text"
        some grep -n --player="$text"
    done
    for line in 'e4 c5 * Nc3' 'e4 ...' '... Nf3' '* * *' 'e4' 'd4 d5 ... c4' 'e4 ??' '...' ''; do
        some grep -n --line="$line"
        some grep -n --any --line="$line" --result=1/2-1/2 --variant=five-dice
    done
    for material in 'Q=1 q=0' 'R+r>=2' 'B>b' 'P<=3 p=2' 'Q=' 'X=1' 'N*>0' 'K=1 k=1 Q=0'; do
        some grep -n --final --material="$material"
        some grep -c --material="$material"
    done
    for xfen in d5=N,g8=k e4=P '????????/8/8/8/8/8/8/8' 'a1=Q' 'z9=K' e4; do
        some grep -n --xfen="$xfen"
        some grep -n --final --xfen="$xfen" -m 1
    done
    for result in 1-0 '*' 1-0,0-1 1/2-1/2 0-1-0-0 2-0; do
        some grep -n --result="$result"
        some grep -l --where=plies=40 --result="$result"
    done
    some grep --where='plies>=10 plies<=20' -n --variant=chess,chess-attack
    some grep --where='plies<=20' -c --variant=ches
    some grep --unique -n --memory=1K
    some grep --unique=fullest -n samples/archive.pgn
    some grep --duplicates -n samples/archive.pgn samples/club.xpgn
    some grep --similar -n samples/archive.pgn
    some grep --not-in=samples/archive.pgn --similar -n
    some grep --sample=3 -n --seed=7
    for columns in White,Black,Result,year,ECO,Opening tag:Round,game,length,file_offset,digest 'sum(luck),mean(margin),min(margin),max(support)' \
        'count(capture),count(check),count(promotion)' nonsense 'sum(White)' 'count()' xfen start,ending_rule,first_action; do
        some list --columns="$columns" --format=csv --where='plies > 3'
        some sort --by="$columns"
        some stats --select="count,$columns"
    done
    for select in attacker,defender,count 'piece,mean(support)' 'seat,action,max(margin)' 'attacker_value,defender_total,count' 'turn,count' \
        'White,sum(luck)' 'clock,count' 'evaluation,count' 'rule,outcome,decision,count' 'attacker_fate,count' 'from,to,count'; do
        some stats --select="$select" --where='combat or ply = 1'
        some stats --select="$select" --format=markdown --by=ruleset
    done
    some replay --luck --rows=games --format=csv
    some replay --luck --equity=greedy --rows=games
    some replay --rows=actions --columns=label,action,kind,piece,from,to,roll,check,mate,uci,clock,evaluation,mate_in,stood,outcome,decision,tie,luck --format=tsv
    some replay --rows=combats --columns=attacker_square,defender_faces,total,value,support,supporters,supporter_count,dice,fate,held_at,chance,gain --format=json
    some replay --claims --format=csv
    for style in plain box unicode compact; do
        run options.drawn says "$bin/xpgn-render-ascii" --style=$style -x '8/8/3k4/8/2Q5/8/8/K7 w - - 0 1' --arrow=a1a8,c4f7,c4c1,h8a1,b1d2,f7c4,a8a1 --mark='!e4,d5 ?c3 .e5'
        run options.drawn says "$bin/xpgn-render-ascii" --style=$style --combats --each --across=2 --no-trim --language=fr samples/combat-chess-2.xpgn
        run options.drawn says "$bin/xpgn-render-ascii" --style=$style --destinations=b1,e2,a1 --crop=a1-d5 --start samples/chess.xpgn samples/assault-and-siege.xpgn
        run options.drawn says "$bin/xpgn-render-ascii" --style=$style --attributes --color=always
    done
    for border in none thin thick; do
        run options.drawn says "$bin/xpgn-render-svg" --border=$border --square=12 --flip --arrow=a1a8,c4f7,h8a1,b1d2 -x '8/8/3k4/8/2Q5/8/8/K7 w - - 0 1'
    done
    run options.drawn says "$bin/xpgn-render-svg" --animate=1.5 --theme=high-contrast samples/club.xpgn
    run options.drawn says "$bin/xpgn-render-svg" --sheet --across=2 --square=5 -c 'A long caption, with more words than fit below a small diagram: %n' \
        -c 'Ein Bild	und Zeilen' --each --at=3 samples/club.xpgn
    run options.drawn says "$bin/xpgn-render-svg" --combats --each --sheet=a5 samples/five-dice.xpgn
    run options.pages says "$bin/xpgn-render-html" --title='A & B' samples/evening/archive.xpgn samples/round3/*.xpgn
    run options.pages says "$bin/xpgn-render-html" --language=es --equity=careful --at=2b samples/club.xpgn
    run options.pages says "$bin/xpgn-render-html" --protocol --no-variations --no-comments samples/*.xpgn
    run options.pages says "$bin/xpgn-render-html" --protocol=brief --at=3 --language=it samples/club.xpgn samples/five-dice.xpgn
    run options.pages says "$bin/xpgn-render-html" --protocol tests/vectors/tamper.xpgn
    # comments with marks, commands and clock times between them, in and around variations
    {
        printf '{first} 1. e4! $10 {good} {[%%clk 0:01:00]} $1 {[%%eval 0.3] fine [%%emt 0:00:02]} (1. d4?! {x\ty} $2 d5 (1... Nf6!? {n}) 2. c4 {[%%clk 1:00:00]})\n'
        printf '1... e5?? {a\nb} {c} ; rest\n(1... c5 {Sicilian} 2. Nf3 $14) 2. Nf3 {[%%clk 0:00:59]} {[%%cal Ge4e5] [%%csl Re5]} {[%%eval #3]} {the end} *\n'
    } >remarks.pgn
    for language in en de; do
        run options.pages says "$bin/xpgn-render-html" --protocol --language=$language remarks.pgn
        run options.pages says "$bin/xpgn-render-html" --element --language=$language remarks.pgn
        run options.pages says "$bin/xpgn-fmt" --width=30 --notation=long --language=$language remarks.pgn
    done
    run options.pages says "$bin/xpgn-replay" --rows=actions --columns=label,clock,evaluation,mate_in --format=json remarks.pgn
    run options.pages says "$bin/xpgn-fmt" --strip=clk,emt,cal --variations=games --no-nags remarks.pgn
    printf '1. N/g-f3 N/b-c6 2. e4 a6 3. e5 d5 4. exd6e.p. *\n' >which.txt
    run options.imported says "$bin/xpgn-fmt" --import which.txt
    for from in auto pgn table; do
        run options.imported says "$bin/xpgn-fmt" --import --from=$from samples/import/*.txt samples/import/*.[ctm][sd][vd]
        run options.imported says "$bin/xpgn-fmt" --import --incomplete --language=de --from=$from samples/import/*.txt
    done
    for pass in game event year ECO; do
        some split --by=$pass --dry-run --prefix="{x}"
    done
    for options in '-n 2 --bots=random' '-n 3 --game=3,1-2 --bots=strong:40,greedy --max-plies=5' '-n 1 --max-plies=0' '-n 2 --pairs --bots=careful,random' \
        '-n 8 --report --format=markdown' '-n 5 --report --pairs --bots=greedy,random --format=csv' '-n 4 --report --against=chess-attack --against=five-dice' \
        '-n 4 --report --format=json --sweep=attack.knight=1..3' '--sweep=attack=1..2 --report' '--sweep=attack.knight=3..1 --report' '--bots=strong' '--game=2' \
        '-n 0' '-n 4 --report --svg=- --against=chess-attack:rescue' '-n 1 --sealed --game=1'; do
        for variant in chess-attack five-dice assault-and-siege; do
            # shellcheck disable=SC2086 # several options
            run options.simulated says "$bin/xpgn-simulate" --max-plies=12 --seed=3 --variant=$variant $options
        done
    done
    # what cannot be asked for
    refused() {
        tool=$1
        shift
        run options.refused says "$bin/xpgn-$tool" "$@"
    }
    # many WORD COUNT: so many, with commas between them
    many() {
        yes "$1" | sed "$2q" | paste -sd , -
    }
    refused list --columns="$(seq -s , -f tag:T%g 97)" samples/club.xpgn
    refused list --columns="$(printf %0300d 1)" samples/club.xpgn
    refused list --index -
    refused validate --games-from=- -
    refused fix --answers=samples/event/club.csv samples/club.xpgn
    refused fmt --strip= samples/club.xpgn
    refused fmt --set-tag='A={}' samples/club.xpgn
    refused grep -c --variant='chess-attack , chess' samples/club.xpgn
    refused grep --variant="$(many chess 33)" samples/club.xpgn
    refused grep --result= samples/club.xpgn
    refused grep --result="$(many 1-0 33)" samples/club.xpgn
    refused stats --fairness --players=missing samples/club.xpgn
    # what a partial result says of itself, without the version
    how() {
        "$bin/xpgn-stats" --partial "$@" 2>&1 | sed '1s/[0-9]*\.[0-9]*\.[0-9]*//; /^incomplete/d'
    }
    run options.refused how --game="$(seq -s , 1 2 81)" --select='count,mean(plies)' --where='not White = "	"' samples/club.xpgn
    refused simulate --variant=chess --bots=random,random,random,random,random
    # shellcheck disable=SC2046 # several options
    refused simulate --variant=chess $(many five-dice 8 | sed 's/^/--against=/; s/,/ --against=/g') --report
    refused dice roll 1 zz white:a
    refused dice roll 1 "$(printf %064d 0)" white:zz
    refused dice rol
    refused record --variant=chess --xfen=nonsense new.xpgn
    refused compare --batch --list=samples/club.xpgn samples/sheets
    refused event --max-event=1K samples/club.xpgn
    printf 'White\tgame\nx\t1\ny\n' >short.tsv
    refused list --games-from=short.tsv samples/club.xpgn
    # lines that are cut between two characters
    printf '1. e4 {x%s} Ke4 {a%s} *\n\n1. e4 Ke4 {ab%s} *\n' "$(printf 'é%.0s' $(seq 90))" "$(printf '€%.0s' $(seq 90))" "$(printf '€%.0s' $(seq 90))" >cut.pgn
    refused validate cut.pgn
    # values that cannot be names of files as they are
    for value in a A 'a/b' .hidden con NUL.txt 'x?y*' 'ends. ' '' '?' 'Müller' "$(printf %0300d 7)" 'b\\c' '"' '-' 'à' "$(printf 'é%.0s' $(seq 130))"; do
        printf '[Event "%s"]\n[White "%s"]\n[Black "a"]\n[Date "2026.0%d.??"]\n\n1. e4 *\n\n' "$value" "$value" "${#value}"
    done >values.pgn
    for by in Event player White year ECO; do
        run options.selected says "$bin/xpgn-split" --by=$by --dry-run values.pgn
        run options.selected says "$bin/xpgn-split" --by=$by --dry-run --prefix=part- --where='Event != "a"' values.pgn samples/archive.pgn
        run options.selected says "$bin/xpgn-sort" --by=$by,-Date values.pgn
        run options.selected says "$bin/xpgn-sort" --by=-$by,White values.pgn
    done
    for dates in 2026.05.01:2026.05.01 2026.05.??:2026.05.01 2026.05.??:2026.06.?? 2027.01.01:2026.05.02 ????.??.??:2026.01.01; do
        printf '[Date "%s"]\n[EventDate "%s"]\n\n1. e4 *\n\n' "${dates%:*}" "${dates#*:}"
    done >dates.pgn
    for compare in = != '<' '<=' '>' '>='; do
        run options.selected says "$bin/xpgn-list" --columns=game,Date,EventDate --where="Date $compare EventDate" dates.pgn
    done
    for size in 1 99 1K; do
        run options.selected says "$bin/xpgn-split" --size=$size --dry-run values.pgn samples/archive.pgn
        run options.selected says "$bin/xpgn-split" --games=$size --dry-run values.pgn samples/archive.pgn
    done
    for options in --rescue rescue 'support shooting' 'nothing' players=4; do
        run options.odds says "$bin/xpgn-odds" --variant=chess-attack --options="$options" -a N,B* -d P,Q -s 0-3:1-2
        run options.odds says "$bin/xpgn-odds" --variant=five-dice --options="$options" -a N -s NQ*:B -k run
        run options.odds says "$bin/xpgn-odds" --variant=assault-and-siege --options="$options" --matrix --format=latex
    done
    run options.odds says "$bin/xpgn-odds" --variant=five-dice -a N -s 0-999:0-999
    run options.odds says "$bin/xpgn-odds" --variant=assault-and-siege -a Q -d P -s 3:0
    run options.odds says "$bin/xpgn-odds" --variant=chess-attack -x '4k3/8/8/8/8/5N2/3p4/1N2K3 w - - 0 1' --action=Nxd2
    run options.odds says "$bin/xpgn-odds" --at=2w samples/club.xpgn
    run options.odds says "$bin/xpgn-odds" --svg=- --theme=screen samples/club.xpgn
    run options.odds says "$bin/xpgn-odds" --svg=- --variant=chess-attack -a N -d P -s 0-9:0-2
    run options.odds says "$bin/xpgn-odds" -x 8/8/8/8/8/8/8/8 --variant=chess-attack
fi

# Pictures once more, for each part of them: boards of each size with all signs, every option, and charts.
if wanted drawn; then
    drawn() { "$@" 2>&1; }
    story='r1bqkb1r/ppp2ppp/2n2n2/3p4/3P*4/2N*2N2/PPP2PPP/R1BQKB1R[Pn] b KQkq - 0 5'
    crowd='1B5k/1K*6/8/6P1/1P6/2p*4p/P1R*2P*2/8[QRNNPPPqrrbbnnppppp] w - - 46 46'
    cells='r1P1b2r/pk3n2/8/8/2Pp3Q/1P1p4/qn1B2P1/Rp2PNPR[a1:ppp,h1:p,a8:KPP,h8:BBBBQQQQNNNNPPPPP] w - - 0 31'
    four='10bK1/1rP10/rK2rP4bP3/6bPbPbB3/rP6bRbPbP2/wP2wQ7bP/3wR1rQ2bPbP2/3wP1gQgP2gP2/8gPgPgP1/7gR4/1wK3wP6/11gK b - - 1 12'
    duel='1N2B2P/1R3Pk1/4P1K1/8/1n3q2/6PB/8/1p6 b - - 2 30'
    arrows=a1d4,d4a1,h1a8,a8h1,b2b8,b8b2,a5h5,h5a5,c3d5,e4e4,e1-f2,h8g7
    # shellcheck disable=SC1112 # quotes as letters
    letters='«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ‚‛„‟ ƀ ‒–—―‖‗‘’“”†‡•‣… ½ ∞ ĀŽžÿ ß Ω Ж 王'
    signs='a1,b1,c2 !e4,d5 ?c3,h8 +f3,g1 =e1,b8 ~a4,d4 #a8,h1 .e5,b6,a2'
    for look in --style=plain --style=box --style=unicode --style=compact; do
        for turn in --no-turn --flip; do
            ascii() { run drawn.text drawn "$bin/xpgn-render-ascii" "$look" "$turn" -x "$story" -x "$crowd" -x "$cells" -x "$four" -x "$duel" "$@"; }
            ascii
            ascii -m "$signs" --color=always --across=3 --no-trim
            ascii --arrow=$arrows --no-held --caption='%n of %02n: 10 %% of what is said about this, in more words than a line has'
            ascii -m "a1,a2,b1,b2 d4,e5 h8,g8 a8 h1,h2" --arrow=a1h8,d4d5 --crop=b2-e6 --language=de -c 'Käse' -c ''
            ascii --crop=d4-d4 --no-coordinates --arrow=d1d8,a4h4,a1h8,a7g1 -c "$(printf 'two\nlines\tof text that is as long as 24 or 23 are')"
            ascii --crop=g6-h1 --format=troff -c '.a \ b' -c "'x" --language=pl
            ascii --format=markdown -c '```` and `' --across=2
        done
        run drawn.text drawn "$bin/xpgn-render-ascii" "$look" --crop=a9-l1 -m 'a1,l9' -x "$four"
        run drawn.text drawn "$bin/xpgn-render-ascii" "$look" --crop=a3-k10 --flip --arrow=a1k11 -x "$four"
        ascii() { run drawn.text drawn "$bin/xpgn-render-ascii" "$look" "$@"; }
        ascii --attributes
        ascii --attributes --format=markdown
        ascii --combats --crop=a1-d8 samples/chess-attack.xpgn samples/combat-chess-2.xpgn samples/five-dice.xpgn
    done
    for language in de fr es it nl pl tlh; do
        ascii --language=$language --attributes
        ascii --language=$language --attributes --format=markdown
        ascii --language=$language --combats --crop=a1-d8 samples/chess-attack.xpgn samples/combat-chess-2.xpgn samples/five-dice.xpgn
        ascii --language=$language -x "$cells" -x "$four" -x "$story"
    done
    for picture in svg latex; do
        svg() { run drawn.$picture drawn "$bin/xpgn-render-svg" --format=$picture "$@"; }
        for look in '--theme=screen' '--theme=high-contrast --border=none --square=3' '--border=thick --corners --square=6.37' '--inside --square=50' \
            '--inside --corners --flip --square=12.5' '--sheet=a5 --across=3 --square=4' '--sheet --across=1' '--sheet=letter --across=9 --corners' \
            '--across=2 --square=10.01'; do
            # shellcheck disable=SC2086 # several options
            pictures() { svg $look -x "$story" -x "$crowd" -x "$cells" -x "$four" -x "$duel" "$@"; }
            pictures
            pictures -m "$signs" --no-turn
            pictures --arrow=$arrows --no-held --flip --caption='%n of %02n: 10 %% of what is said about this (-1, a-1, - 1), in more words than a line has' -c ''
            pictures --crop=b2-e6 -m 'a1 !d4,b2' --arrow=a1h8,d4d5,a8b3 --language=de --no-coordinates -c 'Käse & <Wein> "ß" – −1 × 2 {x}_$%^~\#' -c "$letters"
            pictures --crop=g6-h1 -c "$(printf 'two\nlines\tof\n\ntext Donaudampfschiffahrtsgesellschaftskapitaensmuetzenabzeichen-und-noch-mehr-davon-ohne-eine-Luecke')" --language=pl
        done
        for language in de fr es it nl pl; do
            svg --language=$language --attributes
            svg --language=$language --combats --corners --crop=a1-d8 samples/chess-attack.xpgn samples/combat-chess-2.xpgn samples/five-dice.xpgn
            svg --language=$language --sheet --attributes --square=5
            svg --language=$language -x "$cells" -x "$four" --corners
        done
    done
    svg() { run drawn.svg drawn "$bin/xpgn-render-svg" "$@"; }
    for seconds in 0.1 2 60; do
        svg --animate=$seconds --square=5 -x "$story" -x "$crowd" -x "$cells" -x "$four" -x "$duel"
        svg --animate=$seconds --combats samples/chess-attack.xpgn
        svg --animate=$seconds -x "$story"
    done
    svg --animate=1 --each --theme=screen samples/combat-chess-2.xpgn
    chart() {
        tool=$1
        shift
        run drawn.charts drawn "$bin/xpgn-$tool" --svg=- "$@"
    }
    for theme in print screen high-contrast; do
        chart odds --theme=$theme --variant=chess-attack --matrix
        chart odds --theme=$theme samples/five-dice.xpgn
        chart stats --theme=$theme samples/chess-attack.xpgn
    done
    for language in en de fr es it nl pl; do
        chart odds --language=$language --variant=combat-chess-2 --matrix
        chart odds --language=$language --variant=five-dice -a N -d Q,P
        chart odds --language=$language samples/combat-chess-2.xpgn
        chart odds --language=$language --variant=five-dice -k run -a N -s 0-2:1
    done
    chart odds samples/assault-and-siege.xpgn
    chart odds samples/chess.xpgn
    chart stats --luck samples/*.xpgn
    chart stats --fairness samples/*.xpgn
    chart stats --by=White samples/evening/archive.xpgn samples/club.xpgn
    chart stats --by=White --luck samples/evening/archive.xpgn samples/club.xpgn
    chart stats --fairness tests/bench/data/chess-attack.xpgn
    chart stats tests/bench/data/chess-attack.xpgn tests/bench/data/five-dice.xpgn
    # a theme of short colours, and who plays against himself
    printf '%s\n' 'ink: "#123"' 'light: "#fe0"' 'dark: none' 'paper: none' 'mark: "#4a5b6c"' 'arrow: "#9ab"' 'wound: none' \
        'font: Times' 'pieces: {white: {fill: "#eee", pattern: dots}, black: {pattern: diagonal}, red: {pattern: upright}}' >theme.yaml
    printf '%s\n' '[White "A~B^C_D"]' '[Black "A~B^C_D"]' '[Variant "chess-attack"]' '' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *' >alone.xpgn
    for picture in svg latex; do
        run drawn.$picture drawn "$bin/xpgn-render-svg" --theme=theme.yaml --format=$picture -x "$story" -x "$four" -m "$signs" --arrow=$arrows
    done
    for format in text csv json markdown latex; do
        run drawn.told drawn "$bin/xpgn-odds" --format=$format alone.xpgn
        run drawn.told drawn "$bin/xpgn-odds" --format=$format --at=2w alone.xpgn
        run drawn.told drawn "$bin/xpgn-odds" --format=$format --variant=chess-attack -x "$story" --action=Nxd5
    done
    printf '[White "a\001b\\\002\tc"]\n\n1. e4 {[%%missing]} *\n' >gap.pgn
    chart stats gap.pgn
    run drawn.told drawn "$bin/xpgn-stats" --by=White gap.pgn
    chart stats --luck alone.xpgn
    # more players than are named, of whom each has as many combats as games
    awk -v RS= -v ORS='\n\n' '
        /^\[/ { tags = $0; next }
        n++ < 60 {
            who = "White \"P" int(sqrt(n))
            sub(/White "[^"]*/, who, tags)
            sub(/Black "[^"]*/, "Black \"Q" n % 17, tags)
            print tags
            print
        }' tests/bench/data/chess-attack.xpgn >players.xpgn
    run drawn.told drawn "$bin/xpgn-stats" --luck players.xpgn
    run drawn.told drawn "$bin/xpgn-replay" --luck --equity=careful --game=1-9 --rows=games players.xpgn
    chart stats alone.xpgn
    chart replay --luck samples/chess-attack.xpgn
    run drawn.told drawn "$bin/xpgn-stats" --luck samples/evening/archive.xpgn samples/chess-attack.xpgn alone.xpgn
    run drawn.told drawn "$bin/xpgn-replay" --luck --rows=actions samples/chess-attack.xpgn samples/five-dice.xpgn alone.xpgn
    run drawn.told drawn "$bin/xpgn-replay" --luck --equity=careful --rollouts=2 --rows=actions --game=1 samples/chess-attack.xpgn
    run drawn.told drawn "$bin/xpgn-replay" --luck --equity=careful --logit=3 alone.xpgn
    awk 'BEGIN { for (i = 1; i < 80; i += 2) print i ". Nf3 Nf6 " i + 1 ". Ng1 Ng8"; print "*" }' >moves.pgn
    run drawn.told drawn "$bin/xpgn-replay" --claims moves.pgn
    run drawn.told drawn "$bin/xpgn-render-ascii" --attributes --variant=chess
fi

# Games as people write them, with a slip or two: letters of two languages, captures cut short.
if wanted foreign; then
    for letters in KDTLS RDTFC; do
        sed -E "/^\[/! { y/KQRBN/$letters/; s/\b([a-h])x([a-h])[1-8]( |$)/\1\2\3/g
            s/([a-l][0-9]+)-([a-l])/\1\2/g }" tests/bench/data/*.*pgn samples/*-*.xpgn samples/archive.pgn
    done | by_chance damage -v times=1 >foreign.pgn
    run foreign.facts judged facts foreign.pgn
    run foreign.imported "$bin/xpgn-fmt" --import foreign.pgn
    run foreign.partly "$bin/xpgn-fmt" --import --incomplete foreign.pgn
    run foreign.fixed "$bin/xpgn-fix" --likely foreign.pgn
    # turns by rolls, with a Move too many, dice that there are not, and steps of other lengths
    while read -r variant moves; do
        case $variant in
        army) printf '%s\n' '[Variant "assault-and-siege"]' '[RuleOptions "mode=dice"]' '[SetUp "1"]' \
            '[FEN "3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1"]' '' "$moves *" '' ;;
        step) printf '%s\n' '[Variant "combat-chess-2"]' '' "$moves *" '' ;;
        esac
    done >turns.pgn <<'EOF'
army 1. <1> -- 1... <4> e7-e6 d7 g4 2. <6> d2-d3 d2 c4
army 1. <1> -- 1... <4> e7-e6 d7 2. <6> d2-d3 d2 e2 c4
army 1. <1> -- 1... <4> e7-e6 d7 2. <9> d2-d3 d2 c4
army 1. <1> -- 1... <4> e7-e6 d7 2. <9> c4 d3
army 1. <1> -- 1... e7-e6 d7 2. <0> c4 d3
army 1. <1> -- 1... <4> e7-e6 e6
army 1. <1> d3 1... <300> e7-e6
step 1. <3> e2-e5 1... <2> d6 2. <2> g3
step 1. <3> e2-e5 1... <2> d6 2. <9> g3
step 1. <3> e5 1... d6 2. <2> g3 h4
step 1. <3> e2-e5 1... <4> d6 2. d4
step 1. <3> e2-e5 g8 1... <300> d6
EOF
    run foreign.facts judged facts turns.pgn
    understood() { "$bin/xpgn-fmt" --import --incomplete turns.pgn 2>&1 | sed 's/[a-z]//g'; }
    run foreign.turns understood
fi

# The first rolls of each game with dice, one after the other with a die that does not have this face.
if wanted faces; then
    awk -v RS= '
        /^\[/ { head = $0; next }
        {
            before = ""
            for (n = 0; n < 8 && match($0, /<[1-6]/); n++) {
                print head "\n\n" before substr($0, 1, RSTART) "9" substr($0, RSTART + 2) "\n"
                before = before substr($0, 1, RSTART + 1)
                $0 = substr($0, RSTART + 2)
            }
        }' samples/*.xpgn >faces.xpgn
    run faces.facts judged facts faces.xpgn
    run faces.actions actions faces.xpgn
    run faces.fixed "$bin/xpgn-fix" -q --likely faces.xpgn
    run faces.pages wordless "$bin/xpgn-render-html" --no-record faces.xpgn
    run faces.protocols wordless "$bin/xpgn-render-html" --protocol faces.xpgn
fi

# Mixtures of the options of each tool, and of what is entered, for games of all kinds.
for tool in validate grep fmt replay list sort split stats odds render-ascii render-svg render-html event compare fix record simulate; do
    mixtures=200
    [ $tool != compare ] || mixtures=50 # the search takes its time
    run "mixed-$tool.said" env XPGN_BIN="$bin" /usr/bin/python3 -I -S "$root/tests/tools/mixed.py" $tool $mixtures
done

find found -type f -exec /usr/bin/python3 -I -S "$root/tests/ci/fingerprint.py" {} +

# A tool that prints nothing has no fingerprint. Only where every record is right, the exit status
# is all that validate says.
for output in out/*; do
    case ${output#out/} in
    samples.verdicts | house-rules.verdicts | house-rules.lint | played.verdicts | vectors.verdicts | vectors.lint) ;;
    *)
        if [ "$(wc -l <"$output")" -lt 2 ]; then
            echo "fingerprint.sh: $output is empty" >&2
            exit 2
        fi
        ;;
    esac
done

(cd out && sha256sum -- *) >now
if [ "$keep" ]; then
    cp out/* "$keep"
fi
if [ "$store" ]; then
    cp now "$stored"
fi
awk -v groups="$groups" '
    BEGIN { n = split(groups, name, " ") }
    { wanted = n == 0; for (i in name) if (index($2, name[i] ".") == 1) wanted = 1 }
    wanted' "$stored" >before
if ! diff before now; then
    echo "fingerprint.sh: the tools find, play or write something else than is stored (<)" >&2
    exit 1
fi
sha256sum <now | cut -c 1-16
