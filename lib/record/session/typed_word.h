/* SPDX-License-Identifier: MIT */
/* The action of a line as it is typed: Nf3, Queen takes h5, Qa4 or Qb3. */
#ifndef XPGN_SESSION_TYPED_WORD_H
#define XPGN_SESSION_TYPED_WORD_H

#include "core/forms/move_mark.h"
#include "record/session/recorder.h"

/* Takes the action, with what is attached to it: exd5!?, Bb5ch., Qa4/Qb3. */
void typed_action(struct input_line *l, xpgn_slice *s);
/* Takes another action that may have been meant: or Qb3, / Qb3. False if there is none. */
bool typed_alternative(struct input_line *l, xpgn_slice *s);
void typed_other(struct input_line *l, xpgn_slice word);
/* Takes the piece that a pawn becomes, behind its arrival: (Q). */
bool typed_promotion(struct input_line *l, xpgn_slice *s);
/* True if the first word of a text has the form of an action. */
bool typed_is_action(xpgn_slice text);
/* True for ** of Markdown at a place of the text. */
bool typed_is_bold(xpgn_slice s, size_t at);
/* True if a text says how the game ended; not that it was adjourned, (sealed). */
bool typed_is_end(xpgn_slice text);

/* The parts of a line (typed_line.c). */
void typed_add(xpgn_buffer *b, xpgn_slice s);
void typed_mark(struct input_line *l, const struct move_mark *m, xpgn_slice text);
void typed_wrong(struct input_line *l, const char *format, ...) XPGN_PRINTF(2, 3);

#endif
