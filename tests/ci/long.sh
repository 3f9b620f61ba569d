#!/bin/bash
# SPDX-License-Identifier: MIT
# What takes too long for .ci/run: 10,000 simulated games of each ruleset, thousands of killed
# recorders, all modes and sanitizers at full length, the code for machines without SIMD, the module in Node.js and
# Chromium, the desk as it is built, the vectors and all broken games under valgrind, games in every notation, old faults put back for the model test, 5,000
# damaged records corrected, a thousand games with sealed dice over a channel that loses messages, the fast
# path against the walk on 100,000 damaged games, the tables of coverage, calibration and power, instruction counts, growing input, Debian packages, two builds in two folders,
# the recipes for many machines, changed rules and changed code that a test must notice, long fuzzing. An
# hour on two cores with FUZZ_SECONDS=120.
# FUZZ_SECONDS: for each fuzzer (default 600). MODEL_SEED: of the million steps (default 2). MUTATE_SECONDS:
# for changed code, of which there are 100 where the time is enough (default 6000). Ends with
# STEPS='million|fuzzing': only the steps whose names match, after a build.
# `N passed, N failed`.
set -u
cd "$(dirname "$0")/../.." || exit 2
export XPGN_SLOW=1 XPGN_LONG=1

# shellcheck source=tests/tools/steps.bash
STEP_SECONDS=7200 . tests/tools/steps.bash
fuzz_seconds=${FUZZ_SECONDS:-600}

if [[ ${STEPS:-} ]]; then # what others leave behind for later steps
    make "$jobs" all model unit || exit
fi
tests 'make check' make "$jobs" check
tests 'all modes' make "$jobs" check-modes
for compiler in gcc clang; do
    tests "make sanitize-$compiler" env -u XPGN_SLOW -u XPGN_LONG make "$jobs" "sanitize-$compiler"
done
tests 'make check without SIMD, as on other machines' make "$jobs" BUILD=build/scalar CPPFLAGS=-DXPGN_PLAIN_C check
tests 'pages, each combat at each size' make "$jobs" check-web
tests 'the desk as it is built' env -u XPGN_SLOW -u XPGN_LONG make "$jobs" check-desk
tests 'calls of the command-line tests by the module' env -u XPGN_SLOW -u XPGN_LONG make "$jobs" check-goldens
tests 'all kinds of games under valgrind' sh tests/ci/valgrind.sh --long
guard 'a million steps of the tools that write' build/model/drive --seed="${MODEL_SEED:-2}" --steps=1000000 \
    --preload=build/model/failing.so
guard 'the model test finds faults that are put back' sh tests/model/faults.sh
guard 'games as people write them, in every form, are read back' bash tests/oracles/notate.sh
guard 'xpgn-fix on 5,000 damaged records' python3 tests/oracles/fixes.py
guard 'sealed dice, 1,000 games over a channel that loses, of recorders that are killed' \
    python3 tests/oracles/sealed_play.py --games=1000
guard 'sealed dice, ten million of each number of faces' env XPGN_SEALED_DICE=10000000 build/tests/sealed
guard 'intervals of the report hold what they promise, 1,000 runs each' env CK_FORK=no build/tests/estimate
guard 'fair files alarm and loaded ones are found as stated' env CK_FORK=no build/tests/fair
guard 'how often ranks of luck are extreme' sh tests/oracles/luck_rank.sh 2000
guard 'instruction counts' make "$jobs" bench-counts
guard 'time and memory grow as the input does, of every tool' sh tests/ci/growth.sh
guard 'whatever rules the loader accepts, played alike by all, 20,000 rulesets' \
    env XPGN_RULESETS=20000 XPGN_SEED="${RULES_SEED:-1000}" CK_FORK=no build/tests/random_rules
guard 'dice that say who may act, or what an attack does, against the slow twin, 10,000 games of each' \
    env XPGN_GAMES=10000 CK_FORK=no build/tests/slow_dice
guard 'games with hit points against their slow twin, 10,000 of each' env XPGN_GAMES=10000 CK_FORK=no build/tests/slow_hits
guard 'the fast path against the walk, 100,000 damaged games' env XPGN_FAST_ROUNDS=100000 build/tests/fast
guard 'the fast path compiled for size, as in the desk' \
    sh -c 'make BUILD=build/small CFLAGS=-Os build/small/tests/fast && build/small/tests/fast'
guard 'make dist, make deb: build, install, purge' sh tests/ci/deb.sh
guard 'two builds, the same bytes' sh tests/ci/reproducible.sh
tests 'three hosts, two nodes of Slurm' make "$jobs" check-cluster
guard 'make lint-all in full depth' env LINT_DEEP=1 make "$jobs" lint-all
guard 'a rule changed in one place is changed everywhere' sh tests/ci/one-core.sh
guard 'a fact and a statistic are a row each' sh tests/ci/one-row.sh
guard "fuzzing, $fuzz_seconds seconds each" bash tests/fuzz/run.sh "$fuzz_seconds"
# Of a hundred changes some ten make no difference, or one of speed, which people have to tell.
guard 'changed code is noticed' env -u XPGN_SLOW -u XPGN_LONG \
    python3 tests/tools/mutate.py --files lib/core/rules lib/core/play lib/core/game lib/core/walk lib/facts lib/meant/repair --count 100 --seconds "${MUTATE_SECONDS:-6000}" --min 85
sums
