#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Options that do not go together.

# shellcheck disable=SC2154 # err, status are set by run_split

load helper

# A tool, what is given, what goes not with it (each in turn), and a part of the message, with tabs between. f is a
# game, n the number of one.
refused() {
    cat <<'END'
xpgn-stats	--partial	--format=json	--partial cannot be combined with --format
xpgn-stats	--luck	--fairness	--luck can be combined with --fairness only in JSON
xpgn-stats	--partial	--svg=x	--svg cannot be combined with --partial
xpgn-stats	--combine	--game=1 --games-from=n	--game cannot be combined with --combine
xpgn-stats	--combine	--bytes=0:9	--bytes cannot be combined with --combine
xpgn-stats		--of=2	--of requires --combine
xpgn-stats		--question=dice --explore --players=f	require --fairness, and a report
xpgn-stats	--fairness --partial	--question=dice --explore --players=f	require --fairness, and a report
xpgn-stats		--where=combat	--where requires --select
xpgn-stats	--select=count	--luck --fairness --svg=x	--select cannot be combined with --luck
xpgn-validate	--quiet	--explain --check-rules --format=sarif	--quiet cannot be combined
xpgn-validate	--list-codes	--format=gcc --format=sarif	require --format=text or json
xpgn-validate	--explain	--format=json --format=gcc --format=sarif	--explain requires --format=text
xpgn-validate	--good=x	--bad=x	--good and --bad name the same file
xpgn-validate	--combine	--verbose	--combine requires files written by --partial
xpgn-validate	--combine f	--good=x --bad=x	--combine requires files written by --partial
xpgn-validate	--combine f	--game=1 --games-from=n --bytes=0:9	cannot be combined with --combine
xpgn-validate		--of=2	--of requires --combine
xpgn-render-svg	--animate=1	--sheet=a4 --format=latex --across=2 --attributes --output=%n.svg	--animate cannot be combined
xpgn-simulate	--variant=chess	--against=siege	--against requires --report
xpgn-simulate	--variant=chess	--format=json	--format requires --report
xpgn-simulate	--variant=chess	--sweep=a=1..2	--sweep requires --report
xpgn-simulate	--variant=chess	--svg=x	--svg requires --report
xpgn-simulate	--variant=siege --report --sweep=attack.knight=2..4	--against=chess	cannot be combined
xpgn-simulate	--variant=chess --report	--sealed	cannot be combined
xpgn-simulate	--variant=chess --pairs	--games=3	an even number of games
xpgn-simulate	--variant=chess --pairs	--games=4	two bots that differ
xpgn-simulate	--variant=chess	f	unexpected operand
xpgn-fmt		--quiet --incomplete --from=table	requires --import
xpgn-fmt	--format=epd	--check --diff --write	--format cannot be combined
xpgn-fmt	--notation=long	--check --diff --write	--notation cannot be combined
xpgn-fmt	--language=de	--check --diff --write	--language cannot be combined
xpgn-fmt	--language=de	--notation=uci	--language requires --notation
xpgn-fmt	--digest	--no-digest	cannot be combined
xpgn-fmt	--variations=games	--no-variations --plies=3 --format=fen	--variations=games cannot be combined
xpgn-fmt	--write f	--check --diff	--write cannot be combined
xpgn-fmt	--game=1	--check --diff --write	--game cannot be combined
xpgn-fmt	--games-from=n	--check --diff --write	--game cannot be combined
xpgn-fmt	--bytes=0:9	--check --diff --write	--bytes cannot be combined
xpgn-fmt		--write	--write requires a file
xpgn-fmt	--write	-	--write cannot rewrite standard input
xpgn-list	--index f	--columns=White --where=combat --format=json --game=1 --games-from=n --bytes=0:9	--index cannot be combined
xpgn-list		--index	--index requires a file
xpgn-compare	f f	--list=f --questions=q --log=x --signed=A	require --batch
xpgn-compare		--batch	--batch requires --list
xpgn-compare	--batch --list=f	--merge --guess	--batch cannot be combined
xpgn-compare	--merge	--quiet	--merge cannot be combined with --quiet
xpgn-render-ascii	--at=1w	--ply=1 --each	only one of
xpgn-render-ascii	--ply=1	--each	only one of
xpgn-odds		--support=1:1 --kind=shot	require --attacker, --defender or --matrix
xpgn-odds		--action=e4	--action requires --xfen
xpgn-odds		--language=de	--language requires --svg
xpgn-odds	--attacker=N --variant=siege	f --at=1w --xfen=x	only one of
xpgn-odds	--xfen=x	f --at=1w	only one of
xpgn-odds		--attacker=N --defender=N --matrix --xfen=x	requires --variant
xpgn-grep	--files-with-matches	--files-without-match	cannot be combined
xpgn-grep	--sample=2	--count --files-with-matches --files-without-match --head=1 --quiet	--sample cannot be combined with --count
xpgn-grep	--duplicates	--unique --similar	cannot be combined
xpgn-grep	--sample=2	--similar	--sample cannot be combined with near copies
xpgn-grep	--not-in=-	-	are both standard input
xpgn-grep		--index	--index requires --not-in
xpgn-grep	--final	--player=A	--final requires --xfen or --material
xpgn-fix	--undo=1	--likely --ask --incomplete --no-marks --write --diff --output=. --log=x --signed=A --questions=q --answers=f	--undo cannot be combined
xpgn-fix	--ask	--questions=q --answers=f	--ask cannot be combined
xpgn-fix	--write f	--output=.	cannot be combined
xpgn-fix	--diff f	--write --output=.	--diff cannot be combined
xpgn-fix		--write	--write requires a file
xpgn-fix	--write	-	--write cannot rewrite standard input
xpgn-fix		--ask	--ask requires files
xpgn-fix	--ask	-	--ask requires files
xpgn-replay	--rows=actions	--each --actions --claims	--rows cannot be combined
xpgn-replay	--columns=ply	--claims --format=xfen --format=ascii	--columns requires
xpgn-replay	--rows=exchanges	--format=xfen --format=ascii	--rows=exchanges requires
xpgn-replay		--equity=greedy --rollouts=5 --logit=1 --fit --svg=x	require --luck
xpgn-replay	--luck	--at=1w --ply=1 --each --start --claims --format=ascii --columns=ply --rows=exchanges --rows=turns	--luck can only be combined
xpgn-replay	--luck --format=json	--tags=White	--luck can only be combined
xpgn-replay	--at=1w	--ply=1	cannot be combined
xpgn-replay	--each	--actions	cannot be combined
xpgn-replay	--animate	--each --actions --start --format=json	--animate can only be combined
xpgn-replay	--claims	--at=1w --ply=1 --each --actions --start --animate --format=ascii	--claims can only be combined
xpgn-replay	--tags=White	--format=xfen --format=ascii	--tags requires
xpgn-replay		--language=de	--language requires --format=ascii
xpgn-render-html	--protocol	--element=script --equity=greedy	--protocol
xpgn-render-html	--element=script	f	takes no file
xpgn-event		--table=csv	is for tables
xpgn-event	--list=-	-	both be read from standard input
END
}

@test "what goes not together is refused, whichever of it is given" {
    cd "$BATS_TEST_TMPDIR"
    echo '1. e4 *' >f
    echo 1 >n
    local tool given others other message tried=0
    while IFS=$'\x1f' read -r tool given others message; do
        for other in $others; do
            # shellcheck disable=SC2086 # several words, or none
            run_split "$tool" $given $other </dev/null
            echo "$tool $given $other: $err"
            [[ $status$err == 2"$tool: "*"$message"* ]]
            tried=$((tried + 1))
        done
    done < <(refused | tr '\t' '\37')
    [ "$tried" -gt 150 ]
    [ "$(echo *)" = 'err f n out' ] # nothing has been written
}
