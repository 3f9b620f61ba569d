/* SPDX-License-Identifier: MIT */
/* What is struck out on a sheet: ~~Qa4~~, <del>Qa4</del>, --Qa4--. */
#ifndef XPGN_FORMS_STRUCK_FORM_H
#define XPGN_FORMS_STRUCK_FORM_H

#include <xpgn/base.h>

struct struck_form {
    size_t size;     /* bytes at p */
    xpgn_slice word; /* what is struck out */
    bool sure;       /* nothing else is written so; if not, a half-move has to stand in it */
};

/* Reads what is struck out at p, in one line. False if nothing is. */
bool struck_form_read(const char *p, const char *end, struct struck_form *out);

#endif
