# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Three hosts, a, b and c, and the recipes for ssh. See all.bash.
# shellcheck disable=SC2154,SC2034,SC2029 # folder and EDIT are those of all.bash; the hosts are told names

# host NAME NUMBER: a network namespace with a cable to the bridge, and an sshd
host() {
    cable "$1" "$2"
    mkdir -p "$folder/host/$1/bin"
    ln -s "$folder"/bin/xpgn* "$folder/host/$1/bin"
    cat >"$folder/host/$1/sshd_config" <<END
HostKey $folder/keys/host
AuthorizedKeysFile $folder/keys/user.pub
PidFile none
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
StrictModes no
UsePAM yes
MaxStartups 100
SetEnv PATH=$folder/host/$1/bin:/usr/local/bin:/usr/bin:/bin
END
    cat >>"$folder/keys/ssh_config" <<END
Host $1
    HostName 10.77.0.$2
END
    # Its own name, its own home, and a folder that it does not share.
    # shellcheck disable=SC2016 # for the inner shell
    ip netns exec "$1" unshare --uts sh -c 'hostname "$1" &&
        mount -t tmpfs none "$(getent passwd 0 | cut -d: -f 6)" && mount -t tmpfs none "$2/work/apart" &&
        exec "$(command -v sshd)" -D -e -f "$2/host/$1/sshd_config"' sh "$1" "$folder" \
        >"$folder/host/$1/log" 2>&1 &
}

start_hosts() {
    mkdir "$folder/keys" "$folder/host" "$folder/work/apart"
    ssh-keygen -q -t ed25519 -N '' -f "$folder/keys/host"
    ssh-keygen -q -t ed25519 -N '' -f "$folder/keys/user"
    host a 1
    host b 2
    host c 3
    cat >>"$folder/keys/ssh_config" <<END
Host *
    User root
    IdentityFile $folder/keys/user
    UserKnownHostsFile $folder/keys/known
    StrictHostKeyChecking accept-new
    LogLevel ERROR
END
    cat >"$folder/bin/ssh" <<END
#!/bin/sh
exec $(command -v ssh) -F $folder/keys/ssh_config "\$@"
END
    chmod +x "$folder/bin/ssh"
    local name
    for name in a b c; do
        wait_for 10 ssh "$name" true 2>/dev/null || {
            echo "no ssh to $name:"
            ssh "$name" true
            cat "$folder/host/$name/log"
            return 1
        }
    done
    printf '%s\n' a b c >"$folder/hosts"
}

# took_part NAME: the hosts that finished a piece
took_part() {
    awk -F'\t' 'NR > 1 && $7 == 0 { print $2 }' "$1.log" | sort -u | tr '\n' ' '
}

# same: the recipes have counted and found what one run does
same() {
    cmp told expected.stats
    follow "$1" 2
    cmp findings.json expected.json
    [ -z "$(unfinished stats)$(unfinished check)" ]
}

three_hosts() {
    cp "$folder/hosts" .
    single
    follow 'Several hosts'
    same 'Several hosts'
    [ "$(took_part stats)" = 'a b c ' ]
    [ "$(took_part check)" = 'a b c ' ]
}

ranges() {
    cp "$folder/hosts" .
    large
    EDIT='s/{}/--bytes={} large.pgn/'
    follow 'Several hosts'
    same 'Several hosts'
    rm -r check check.log
    follow 'Findings and their summary'
    cmp findings.json expected.json
    xpgn-validate -v large.pgn 2>&1 >/dev/null | grep -qF "xpgn-validate: $(cat told); "
}

# hold HOST: its tools hang, until `release HOST`
hold() {
    rm -f "$folder/held"
    hanging "$folder/host/$1/bin"
}

release() {
    ln -sf "$folder"/bin/xpgn* "$folder/host/$1/bin"
}

# The cable to c is cut while c is at work.
cut_off() {
    cp "$folder/hosts" .
    single
    hold c
    (wait_for 60 test -e "$folder/held" && ip link set to-c down) &
    follow 'Several hosts'
    [ -e "$folder/held" ]
    same 'Several hosts'
    [ "$(took_part stats)" = 'a b ' ]
    [ "$(took_part check)" = 'a b ' ]
}

# The archive is on this machine only.
apart() {
    cp "$folder/hosts" .
    single
    ssh a ls "'$PWD'" >seen
    [ ! -s seen ]
    follow 'Hosts without a shared disk'
    cmp told expected.stats
    [ "$(took_part stats)" = 'a b c ' ]
    # and nothing stays there
    for name in a b c; do
        ssh "$name" find . -type f
    done >left
    [ ! -s left ]
}

# A file that is cut short, one with wrong bytes, and one that is gone.
poisoned() {
    cp "$folder/hosts" .
    local file=archive/4-chess-attack.xpgn.gz good
    head -c 3000 "$file" >short && mv short "$file"
    file=archive/8-five-dice.xpgn.zst
    { head -c 2000 "$file" && echo wrong && tail -c +2007 "$file"; } >wrong && mv wrong "$file"
    rm archive/13-assault-and-siege.xpgn.gz
    mapfile -t good < <(grep -v -e /4- -e /8- -e /13- pieces)
    [ "${#good[@]}" -eq $(($(wc -l <pieces) - 3)) ]
    single "${good[@]}"
    follow 'Several hosts'
    cmp told expected.stats
    follow 'Several hosts' 2
    cmp findings.json expected.json
    # each is named, with the reason
    for name in stats check; do
        follow 'What failed'
        sed -n 's/^[0-9][0-9]* //p' told >named
        grep -e /4- -e /8- -e /13- pieces | cmp - named
        grep -q '^xpgn-[a-z]*: archive/4-chess-attack.xpgn.gz: truncated gzip data$' told
        grep -q '^xpgn-[a-z]*: archive/8-five-dice.xpgn.zst: .*zstd' told
        grep -q '^xpgn-[a-z]*: archive/13-assault-and-siege.xpgn.gz: No such file or directory$' told
    done
}

# killed SIGNAL: the work is killed when c hangs and some pieces are finished, then done again
killed() {
    cp "$folder/hosts" .
    single
    hold c
    (wait_for 60 some_finished && pkill "-$1" -o -f 'bin/parallel .*stats.log') &
    follow 'Several hosts'
    wait $!
    some_finished
    cp stats.log first.log
    [ -n "$(unfinished stats)" ]
    # After a kill that it does not notice, what it has started on c still runs.
    release c
    follow 'Several hosts'
    same 'Several hosts'
    # and none that was finished is done again
    awk -F'\t' '$1 + 0 && $7 + $8 == 0 { count[$1]++ } END { for (n in count) if (count[n] > 1) exit 1 }' stats.log
    head -c "$(wc -c <first.log)" stats.log | cmp - first.log
}

some_finished() {
    [ -e "$folder/held" ] && [ "$(finished stats 2>/dev/null | wc -l)" -ge 3 ]
}

killed_hard() {
    killed KILL
}

interrupted() {
    killed INT
}

part_ssh() {
    if ! start_hosts; then
        cannot 'three hosts start'
        return
    fi
    ok 'three hosts find and count what one run does' three_hosts
    ok 'three hosts share a file by ranges of bytes' ranges
    ok 'hosts that do not see the archive count what one run does' apart
    ok 'a host that is cut off costs a retry and no game' cut_off
    ip link set to-c up
    release c
    ok 'pieces that cannot be read are named, and the rest is complete' poisoned
    ok 'killed and resumed, the result is the same' killed_hard
    ok 'interrupted and resumed, the result is the same' interrupted
}
