/* SPDX-License-Identifier: MIT */
/* The player that takes what it can get. */
#ifndef XPGN_LAB_GREEDY_H
#define XPGN_LAB_GREEDY_H

#include <xpgn.h>

/* What a legal action brings on average in half points; `trial`: a game to try it on. */
double greedy_value(const xpgn_play *play, xpgn_play *trial, const xpgn_action *a);

#endif
