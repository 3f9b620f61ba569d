# SPDX-License-Identifier: MIT
# What the other scripts choose by. Their choices depend on nothing but `seed`, and are the same with every awk.

# A number below n. The generator is small enough for the doubles of every awk.
function below(n) {
    seed = (seed * 1103 + 12345) % 1048573
    return int(seed / 7) % n
}
