# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The inside of tests/ci/cluster.sh: what is mounted, started and written here is seen nowhere else and
# vanishes with the first process, which is this one.
#   all.bash FOLDER BIN
set -u
folder=$1
bin=$2
page=$PWD/man/xpgn-scale.7
passed=0
failed=0

mount -t tmpfs -o mode=755 none /run &&
    mount -t tmpfs -o mode=755 none "$folder" &&
    mkdir -p "$folder"/{bin,home,archive,work} /run/netns /run/sshd || exit 2
cp "$bin"/xpgn* "$folder/bin" || exit 2
cp -r man tests/tools/recipe.awk tests/tools/below.awk tests/tools/damage.awk samples "$folder" || exit 2
page=$folder/man/xpgn-scale.7
export HOME=$folder/home PATH=$folder/bin:$PATH LC_ALL=C.UTF-8 TZ=UTC PARALLEL_HOME=$folder/home/.parallel
mkdir "$PARALLEL_HOME"
: >"$PARALLEL_HOME/will-cite"

# recipe SECTION [NUMBER]: a display of the page
recipe() {
    awk -v section="$1" -v number="${2:-1}" -f "$folder/recipe.awk" "$page"
}

# follow SECTION [NUMBER]: does what it says; its output is in the file told, its messages in complained.
# EDIT, for sed, adapts it as the page says.
EDIT=
follow() {
    recipe "$@" | sed "$EDIT" >recipe.sh || return
    # shellcheck source=/dev/null
    . ./recipe.sh >told 2>complained || true
    cat complained
}

# ok SENTENCE FUNCTION: a test, in a copy of the archive
ok() {
    local start=$SECONDS status
    case " ${TESTS-} " in
    '  ' | *" $2 "*) ;;
    *) return ;;
    esac
    mkdir -p "$folder/work/$2"
    (
        set -e
        cd "$folder/work/$2"
        cp -r "$folder/archive" archive
        follow Functions
        follow Pieces
        set -x
        "$2"
    ) >"$folder/log" 2>&1 </dev/null
    status=$?
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok $1 ($((SECONDS - start)) s)"
    else
        failed=$((failed + 1))
        echo "not ok $1 ($((SECONDS - start)) s)"
        tail -n 50 "$folder/log" | sed 's/^/    /'
    fi
}

# wait_for SECONDS COMMAND...: until it holds
wait_for() {
    local - end=$((SECONDS + $1))
    set +x
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.1
    done
}

# single [FILE...]: what one run over all pieces, or these, has to say: expected.stats, expected.json
single() {
    local - file
    set +x
    if [ $# -eq 0 ]; then
        mapfile -t <pieces
        set -- "${MAPFILE[@]}"
    fi
    xpgn-stats "$@" >expected.stats 2>/dev/null || [ $? -eq 1 ]
    for file; do
        xpgn-validate --format=json "$file" || [ $? -eq 1 ]
    done >expected.json
    [ "$(wc -l <expected.json)" -gt 100 ]
}

# hanging FOLDER [NODE]: puts tools there that say a part of what they have to say, and no more. The file
# held appears when one has begun. With NODE only those that Slurm starts there.
hanging() {
    local tool
    for tool in xpgn-stats xpgn-validate; do
        cat >"$1/new" <<END
#!/bin/sh
if [ "\${SLURMD_NODENAME-}" != "${2-}" ]; then
    exec "$folder/bin/$tool" "\$@"
fi
"$folder/bin/$tool" "\$@" | { head -c 500; echo >"$folder/held"; sleep 300; exit 9; }
END
        chmod +x "$1/new"
        mv "$1/new" "$1/$tool"
    done
}

# cable NAME NUMBER: a network namespace, 10.77.0.NUMBER, with a cable to the bridge
cable() {
    ip netns add "$1"
    ip link add "to-$1" type veth peer name eth0 netns "$1"
    ip link set "to-$1" master bridge up
    ip -n "$1" addr add "10.77.0.$2/24" dev eth0
    ip -n "$1" link set eth0 up
    ip -n "$1" link set lo up
}

# large: one file of all, cut into ranges; expected.stats and expected.json are those of one run
large() {
    while read -r file; do
        case $file in
        *.gz) zcat "$file" ;;
        *.zst) zstdcat "$file" ;;
        *) cat "$file" ;;
        esac
    done <pieces >large.pgn
    xpgn-stats large.pgn >expected.stats 2>/dev/null || [ $? -eq 1 ]
    xpgn-validate --format=json large.pgn >expected.json || [ $? -eq 1 ]
    EDIT="s/500000000/$(($(wc -c <large.pgn) / 12))/" follow Pieces 2
    [ "$(wc -l <expected.json)" -gt 100 ]
    [ -s large.pgn.xpi ]
    [ "$(wc -l <pieces)" -ge 12 ]
}

# Simulated games of all rulesets, some with slips, plain and packed.
make_archive() (
    set -e
    cd "$folder/archive"
    seed=0
    for variant in chess chess-attack five-dice combat-chess-2 assault-and-siege; do
        for kind in xpgn.gz xpgn.zst slips.xpgn; do
            seed=$((seed + 1))
            xpgn-simulate --variant="$variant" --games=40 --max-plies=100 --seed="$seed" |
                case $kind in
                *.gz) gzip ;;
                *.zst) zstd -q ;;
                *) xpgn-fmt | awk -v times=1 -f "$folder/below.awk" -f "$folder/damage.awk" ;;
                esac >"$seed-$variant.$kind"
        done
    done
)

ip link set lo up
ip link add bridge type bridge
ip addr add 10.77.0.100/24 dev bridge
ip link set bridge up
make_archive || exit 2
# cannot WHAT: the tests of a part cannot begin
cannot() {
    echo "not ok $1"
    failed=$((failed + 1))
}

# shellcheck source=tests/cluster/ssh.bash
. tests/cluster/ssh.bash
# shellcheck source=tests/cluster/slurm.bash
. tests/cluster/slurm.bash
for part in ${PARTS:-ssh slurm}; do
    # no || after it: set -e would have no effect in the tests
    "part_$part"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
