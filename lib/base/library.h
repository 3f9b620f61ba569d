/* SPDX-License-Identifier: MIT */
/* Shared libraries that are loaded when they are needed, and not at every start. */
#ifndef XPGN_BASE_LIBRARY_H
#define XPGN_BASE_LIBRARY_H

#include <stdbool.h>

/* The first that there is of these file names, NULL ends; NULL: none. */
void *library_load(const char *const *names);
/* Finds a function; *function, a pointer to such functions, becomes its address. False: none. */
bool library_find(void *library, const char *symbol, void *function);
/* NULL: nothing to do. */
void library_close(void *library);

#endif
