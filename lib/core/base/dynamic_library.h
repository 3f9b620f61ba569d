/* SPDX-License-Identifier: MIT */
/* Shared libraries loaded on demand rather than at program start. */
#ifndef XPGN_BASE_DYNAMIC_LIBRARY_H
#define XPGN_BASE_DYNAMIC_LIBRARY_H

#include <xpgn/base.h>

/*
 * Loads the first library that is found in a NULL-terminated list of file names. XPGN_NOT_FOUND:
 * none is installed. XPGN_NO_MEMORY: it is not known whether one is. *out is NULL then.
 */
xpgn_status library_load(const char *const *names, void **out);
/* Stores the address of a function in *function, a pointer to a function pointer. False if the
   symbol is not found or `library` is NULL. */
bool library_find(void *library, const char *symbol, void *function);
/* Does nothing for NULL. */
void library_close(void *library);

#endif
