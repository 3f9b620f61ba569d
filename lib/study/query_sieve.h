/* SPDX-License-Identifier: MIT */
/* Which moves of plain chess a query can hold for, before any facts are found. */
#ifndef XPGN_STUDY_QUERY_SIEVE_H
#define XPGN_STUDY_QUERY_SIEVE_H

#include "play/played.h"
#include "study/query.h"

/* Lets through all moves of which one of the queries can hold; the last one is NULL. */
struct sieve query_sieve(const xpgn_query *const *queries);

#endif
