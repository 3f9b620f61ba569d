#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The public interface of the library agrees with what is written down about it.

load helper

# The functions that xpgn.h declares, sorted.
declared() {
    sed -n 's/^XPGN_API.*[ *]\(xpgn_[a-z0-9_]*\)(.*/\1/p' lib/include/xpgn.h | sort
}

@test "every public function is in the record of the library's symbols, and only these" {
    [ "$(declared | wc -l)" -ge 60 ]
    [ "$(grep -c '^XPGN_API' lib/include/xpgn.h)" -eq "$(declared | wc -l)" ]
    diff <(declared) <(sed -n 's/^\(xpgn_.*\)@XPGN_[0-9]*$/\1/p' lib/libxpgn.symbols | sort)
    [ "$(grep -vc '^#' lib/libxpgn.symbols)" -eq "$(declared | wc -l)" ]
}
