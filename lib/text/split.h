/* SPDX-License-Identifier: MIT */
/* Where one game ends and the next begins. */
#ifndef XPGN_TEXT_SPLIT_H
#define XPGN_TEXT_SPLIT_H

#include "xpgn.h"

/*
 * A game is its tag pairs and its movetext, and the comments and blank lines before the tags.  It
 * ends
 *  - after its termination marker at depth 0 (and the rest of that line if that is blank or a
 *    comment; and comments up to the end of the text, if nothing else follows), or
 *  - before a line that begins a tag pair, once movetext has begun (outside comments), or
 *  - before a tag Event after a blank line in the tag section, or
 *  - where the text ends.
 * A `{` comment that does not close before a blank line followed by a line that begins a tag pair
 * and then another `{` (or before the end of the text, or the bound) is unclosed: the game ends
 * before that tag pair.
 *
 * Returns the number of bytes of the first game of `text`, from its first byte that is not white
 * space (*begin) on; 0 if more bytes are needed to know (never if `last` is true); if there is no
 * game, *begin == text.size and the result is 0.
 */
size_t split_game(xpgn_slice text, bool last, size_t *begin);

#endif
