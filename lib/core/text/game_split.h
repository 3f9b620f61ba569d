/* SPDX-License-Identifier: MIT */
/* Finding the end of a game. */
#ifndef XPGN_TEXT_GAME_SPLIT_H
#define XPGN_TEXT_GAME_SPLIT_H

#include <xpgn/base.h>

/*
 * A game is its tag pairs and its movetext, with any comments and blank lines before the tags. It
 * ends
 *  - after its termination marker at depth 0, with the comments after it, words after it up to the
 *    next tag pair if no game begins in them ("1-0 time", a signature), and the rest of the line if
 *    that is blank, or
 *  - before a line that begins a tag pair, once movetext has begun (outside comments), or
 *  - before a tag Event after a blank line in the tag section, or
 *  - at the end of the text.
 * A { comment counts as unclosed if it runs past a blank line followed by a line that begins a tag
 * pair and then another { (or the end of the text, or the size limit): the game ends before that
 * tag pair.
 *
 * Returns the size of the first game of `text`, counted from its first byte that is not white space
 * (*begin); 0 if more bytes are needed to decide (never with SPLIT_LAST). If there is no game,
 * returns 0 with *begin == text.size.
 */
enum {
    SPLIT_LAST = 1,  /* no more bytes follow */
    SPLIT_INSIDE = 2 /* the text begins inside a line, where % begins no escape line */
};
size_t split_game(xpgn_slice text, unsigned how, size_t *begin);

#endif
