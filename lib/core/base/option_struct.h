/* SPDX-License-Identifier: MIT */
/* Options that a caller passes in a struct whose first member is its size. */
#ifndef XPGN_BASE_OPTION_STRUCT_H
#define XPGN_BASE_OPTION_STRUCT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Copies the options struct `from` to `to`, of `size` bytes in this version of the library. The
 * caller may have been compiled with another version: members that a shorter struct does not have
 * become 0, and members that only a longer one has must be 0. NULL: all members are 0. False, with
 * all members 0, if the struct is too short to have a size or sets a member unknown here.
 */
bool options_read(void *to, size_t size, const void *from);

#endif
