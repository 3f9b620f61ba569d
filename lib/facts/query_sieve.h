/* SPDX-License-Identifier: MIT */
/* Finds which moves of plain chess can match a query, before computing facts. */
#ifndef XPGN_STUDY_QUERY_SIEVE_H
#define XPGN_STUDY_QUERY_SIEVE_H

#include "core/play/played.h"
#include "facts/query.h"

/* A sieve for all moves that can match one of the queries, which end with NULL. */
struct sieve query_sieve(const xpgn_query *const *queries);

#endif
