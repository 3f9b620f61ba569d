# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # run_split sets them
# For tests of tests/ci/fingerprint.sh.

# fingerprint_groups: the groups of tests/ci/fingerprint.sh that are stored, one a line
fingerprint_groups() {
    sed 's/.* //; s/\..*//' tests/ci/fingerprint.sha256 | sort -u
}

# has_fingerprint GROUPS: what is made of these groups is as it is stored
has_fingerprint() {
    # shellcheck disable=SC2086 # several groups
    run_split sh tests/ci/fingerprint.sh $1
    if [ "$status" -ne 0 ] || ! grep -qxE '[0-9a-f]{16}' "$out_file"; then
        cat "$out_file" "$err_file"
        echo 'If the change is meant, run `make fingerprint`, and say why in the commit.'
        return 1
    fi
}
