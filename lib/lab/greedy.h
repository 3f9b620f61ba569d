/* SPDX-License-Identifier: MIT */
/* The greedy player. */
#ifndef XPGN_LAB_GREEDY_H
#define XPGN_LAB_GREEDY_H

#include <xpgn/base.h>

/* The mean gain of a legal action in half points; `trial` is a scratch game. */
double greedy_value(const xpgn_play *play, xpgn_play *trial, const xpgn_action *a);

#endif
