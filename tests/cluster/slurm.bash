# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Two nodes, n1 and n2, and the recipe for Slurm. See all.bash.
# shellcheck disable=SC2154,SC2034 # folder and EDIT are those of all.bash

# node NAME NUMBER: a network namespace with a cable to the bridge, and a slurmd
node() {
    cable "$1" "$2"
    # shellcheck disable=SC2016 # for the inner shell
    ip netns exec "$1" unshare --uts sh -c 'hostname "$1" && exec slurmd -D -N "$1"' sh "$1" \
        >"$folder/slurm/$1.log" 2>&1 &
}

start_munge() {
    install -d -o munge -g munge -m 755 /run/munge
    head -c 1024 /dev/urandom >/run/munge/key
    chown munge:munge /run/munge/key
    chmod 400 /run/munge/key
    setpriv --reuid munge --regid munge --clear-groups munged --key-file=/run/munge/key \
        --socket=/run/munge/munge.socket.2 --pid-file=/run/munge/pid --seed-file=/run/munge/seed \
        --log-file=/run/munge/log || return
    munge -n | unmunge >/dev/null
}

start_slurm() {
    mkdir -p "$folder"/slurm/{state,spool.n1,spool.n2} || return
    start_munge || {
        cat /run/munge/log
        return 1
    }
    cat >"$folder/slurm/slurm.conf" <<END
ClusterName=xpgn
SlurmctldHost=$(hostname)(10.77.0.100)
SlurmUser=root
AuthType=auth/munge
AuthInfo=cred_expire=5
CredType=cred/munge
StateSaveLocation=$folder/slurm/state
SlurmdSpoolDir=$folder/slurm/spool.%n
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.%n.pid
SlurmctldTimeout=60
SlurmdTimeout=10
KillWait=2
MessageTimeout=5
ReturnToService=2
JobRequeue=0
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=2
SlurmdParameters=config_overrides
MpiDefault=none
MailProg=/bin/true
NodeName=n1 NodeAddr=10.77.0.11 NodeHostname=n1 CPUs=2
NodeName=n2 NodeAddr=10.77.0.12 NodeHostname=n2 CPUs=2
PartitionName=all Nodes=n1,n2 Default=YES State=UP
END
    # The plugin is loaded, but nothing is asked of it: containers may have no cgroups to write to.
    echo CgroupPlugin=cgroup/v1 >"$folder/slurm/cgroup.conf"
    export SLURM_CONF=$folder/slurm/slurm.conf
    slurmctld -D >"$folder/slurm/slurmctld.log" 2>&1 &
    node n1 11
    node n2 12
    if ! wait_for 60 two_idle; then
        sinfo -N -l
        tail -n 20 "$folder"/slurm/*.log
        return 1
    fi
}

two_idle() {
    [ "$(sinfo -h -N -t idle 2>/dev/null | wc -l)" -eq 2 ]
}

two_nodes() {
    large
    EDIT='s/--partial$/& large.pgn --bytes/; s/=json$/& large.pgn --bytes/'
    recipe 'A Slurm array' 1 >spread.sbatch
    follow 'A Slurm array' 2
    follow 'A Slurm array' 3
    cmp told expected.stats
    follow 'A Slurm array' 4
    cmp findings.json expected.json
    # both have taken part
    grep -q 'NodeList=n1 ' "$folder/slurm/slurmctld.log"
    grep -q 'NodeList=n2 ' "$folder/slurm/slurmctld.log"
}

# The cable to n2 is cut while it is at work.
node_lost() {
    single
    recipe 'A Slurm array' 1 >spread.sbatch
    mkdir bin
    hanging "$PWD/bin" n2
    rm -f "$folder/held"
    (wait_for 60 test -e "$folder/held" && ip link set to-n2 down) &
    PATH=$PWD/bin:$PATH
    follow 'A Slurm array' 2
    [ -e "$folder/held" ]
    [ "$(find stats -name '*.n2' | wc -l)" -ge 1 ]
    follow 'A Slurm array' 3
    cmp told expected.stats
    grep -q 'due to failure of node n2' "$folder/slurm/slurmctld.log"
}

# A piece that cannot be read is named; when it is mended, only that is done.
mended() {
    local file=archive/4-chess-attack.xpgn.gz
    single
    recipe 'A Slurm array' 1 >spread.sbatch
    cp "$file" whole
    head -c 3000 whole >"$file"
    follow 'A Slurm array' 2
    follow 'A Slurm array' 3
    grep -qx 'xpgn-stats: stats/[0-9]*: No such file or directory' complained
    grep -qx "xpgn-stats: $file: truncated gzip data" stats/*.err
    cp whole "$file"
    touch before
    follow 'A Slurm array' 2
    follow 'A Slurm array' 3
    cmp told expected.stats
    [ "$(find stats -name '*[0-9]' -newer before | wc -l)" -eq 1 ]
}

part_slurm() {
    if ! start_slurm; then
        cannot 'two nodes of Slurm start'
        return
    fi
    ok 'two nodes of Slurm find and count what one run does' two_nodes
    ok 'Slurm: a piece that cannot be read is named, and done when it is mended' mended
    ok 'a node that is cut off costs a second start and no game' node_lost
}
