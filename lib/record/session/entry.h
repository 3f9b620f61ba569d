/* SPDX-License-Identifier: MIT */
/* The parts of an entry: it is announced, its dice fall, and what is left is chosen. */
#ifndef XPGN_SESSION_ENTRY_H
#define XPGN_SESSION_ENTRY_H

#include "record/session/recorder.h"

/* ---- announcing (session_entry.c) ------------------------------------------------------------ */

/* Begins a new entry; false if memory has failed. */
bool entry_begin(struct recorder *r, const struct input_line *l);

/* ---- keeping and recording (session_complete.c) ---------------------------------------------- */

/* For sealed dice: notes what they were announced for, and that they are not recorded elsewhere. */
void entry_note_throw(struct recorder *r, struct draft *next, const xpgn_position *p,
                      const char *word);
/* Stores dice that have fallen for an action that is not complete. */
bool entry_keep_pending(struct recorder *r, xpgn_reply *a);
/* Records the completed action. */
bool entry_finish(struct recorder *r, xpgn_reply *a);
/* Lets the walk say what is wrong with an action that cannot be played. */
bool entry_refuse(struct recorder *r, const struct input_line *l, xpgn_reply *a);

/* ---- choosing (session_choice.c) ------------------------------------------------------------- */

/* After all dice have fallen: judges the action, and asks for what is left to choose. */
bool entry_decide(struct recorder *r, xpgn_slice freed, xpgn_reply *a);
/* Takes one of the choices that were offered. */
bool entry_take_choice(struct recorder *r, xpgn_slice typed, xpgn_reply *a);
/* True if this was typed for an action: its name, or the part after its @ or =. */
bool entry_says_choice(struct recorder *r, const xpgn_action *c, xpgn_slice typed);

/* ---- after a missing half-move (session_gap.c) ----------------------------------------------- */

/* Records a line of which only the spelling is checked. */
bool entry_after_gap(struct recorder *r, const struct input_line *l, xpgn_reply *a);

#endif
