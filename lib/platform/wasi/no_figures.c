/* SPDX-License-Identifier: MIT */
/* Replaces documents with figures in a module whose caller makes none. */
#include "render-html/figure_book.h"

int book_make(figure_book *book, xpgn_buffer *out) {
    (void)out;
    return cli_usage(book->c, "documents with figures are not made here");
}

void book_free(figure_book *book) {
    (void)book;
}
