#!/bin/bash
# SPDX-License-Identifier: MIT
# The recipes of xpgn-scale(7) on three hosts with an sshd each, and on two nodes of Slurm. The hosts
# are network namespaces of this machine. All of it, processes, networks and files, lives in
# namespaces of its own, which end with this script, however it ends.
# XPGN_BIN: the tools; PARTS: ssh, slurm, or both; TESTS: only these functions. Ends with `N passed, N failed`.
set -u
cd "$(dirname "$0")/../.." || exit 2
bin=$(cd "${XPGN_BIN:-build/bin}" && pwd) || exit 2

if [ "$(id -u)" -ne 0 ]; then
    echo 'make check-cluster: needs root, for network namespaces: sudo make check-cluster' >&2
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
if ! said=$(unshare --mount --net --pid --uts --ipc --fork --mount-proc mount -t tmpfs none /run 2>&1); then
    echo "make check-cluster: namespaces cannot be made here: $said" >&2
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi

folder=$(mktemp -d /tmp/xpgn-cluster.XXXXXX) || exit 2
inside=
end() {
    # With unshare dies its child, the first process of the namespace, and with that all others.
    if [ "$inside" ]; then
        kill -KILL "$inside" 2>/dev/null
        wait "$inside" 2>/dev/null
    fi
    rmdir "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM

setpriv --pdeathsig KILL unshare --mount --net --pid --uts --ipc --fork --kill-child --mount-proc \
    bash tests/cluster/all.bash "$folder" "$bin" &
inside=$!
wait "$inside"
