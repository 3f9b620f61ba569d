# SPDX-License-Identifier: MIT
# tests/tools/mixed.py: what the tools print when they are called with mixtures of their options is as it was.

load helper
load fingerprint

@test "mixtures of the options of each tool have the stored fingerprint" {
    mixtures=$(fingerprint_groups | grep '^mixed-')
    [ "$(wc -l <<<"$mixtures")" -ge 17 ]
    has_fingerprint "$mixtures"
}
