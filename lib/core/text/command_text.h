/* SPDX-License-Identifier: MIT */
/* Commands that quote what stood elsewhere: {[%was Nf3]}, {[%unread Nf?]}. */
#ifndef XPGN_TEXT_COMMAND_TEXT_H
#define XPGN_TEXT_COMMAND_TEXT_H

#include <xpgn/base.h>

/* Appends "{[%NAME TEXT]}", with escapes for what would end the command or the comment, or the
   line: \\ and \7d. */
void command_write(xpgn_buffer *b, const char *name, xpgn_slice text);

#endif
