/* SPDX-License-Identifier: MIT */
/* The replies on a pipe as JSON. */
#ifndef RECORD_JSON_H
#define RECORD_JSON_H

#include "record/record_tool.h"

/* Appends a reply, and the state of the game, as one object on a line. */
void record_put_json(record *r, xpgn_buffer *out, const char *reply, const xpgn_reply *a);

#endif
