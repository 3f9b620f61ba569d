# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What a run leaves on disk when something fails in it: `load disk` beside the helper. The test puts the
# files of the start into the folder before/.

# sums FOLDER: a line for each of its files, with a digest of the contents
sums() {
    (cd "$1" && find . -type f -exec md5sum {} + | LC_ALL=C sort -k 2)
}

# whole_disk CMD...: runs it in a copy of before/; then it is known what the disk is like before it
# and after it, in the variables before and after, the output in whole.out and the status in whole.
whole_disk() {
    whole=0
    rm -rf after
    cp -Rp before after
    (cd after && exec "$@") >whole.out 2>/dev/null </dev/null || whole=$?
    before=$(sums before)
    after=$(sums after)
    [ "$before" != "$after" ] || { echo "$*: writes nothing"; return 1; }
}

# some_disk CMD...: runs it in a copy of before/, with what is to fail, assignments for env in the array
# failure; sets status.
failure=()
some_disk() {
    status=0
    rm -rf work
    cp -Rp before work
    (cd work && exec env "${failure[@]}" "$@") >some.out 2>err </dev/null || status=$?
}

# check_disk: after a run that says that it has failed each file is as before or whole, and none was
# lost; after another one the disk is as it should be, and the output too. Prints what is wrong.
check_disk() {
    local left
    left=$(sums work)
    if [ "$status" -ne 2 ]; then
        [ "$status" -eq "$whole" ] || { echo "status $status"; return 1; }
        [ "$left" = "$after" ] || { diff <(echo "$after") <(echo "$left"); return 1; }
        cmp whole.out some.out
        return
    fi
    # neither other bytes nor other names
    if [ -n "$left" ] && grep -vxF -e "$before" -e "$after" <<<"$left"; then
        echo 'neither what it was nor what it was to be'
        return 1
    fi
    # what is there before and after is always there
    if comm -12 <(cut -c 35- <<<"$before") <(cut -c 35- <<<"$after") | comm -23 - <(cut -c 35- <<<"$left") | grep .; then
        echo 'lost'
        return 1
    fi
}
