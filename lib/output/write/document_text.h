/* SPDX-License-Identifier: MIT */
/* Text for documents, in XML and LaTeX. */
#ifndef XPGN_WRITE_DOCUMENT_TEXT_H
#define XPGN_WRITE_DOCUMENT_TEXT_H

#include <xpgn/base.h>

/* Appends text for XML, in UTF-8, without control characters. */
void xml_put(xpgn_buffer *b, xpgn_slice text);
/* The same with minus signs instead of hyphens as signs of numbers. */
void xml_print(xpgn_buffer *b, xpgn_slice text);
/* Appends what these wrote as text for LaTeX, with letters that pdflatex lacks in ASCII. */
void latex_put(xpgn_buffer *b, xpgn_slice xml);

#endif
