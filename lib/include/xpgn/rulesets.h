/* SPDX-License-Identifier: MIT */
/* Rulesets, and positions, squares and seats as text. */
#ifndef XPGN_RULESETS_H
#define XPGN_RULESETS_H

#include <xpgn/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- rulesets -------------------------------------------------------------------------------- */

/* A catalog of rulesets: the built-in ones and those added by the user. */
typedef struct xpgn_catalog xpgn_catalog;
/* A ruleset with a set of options: a constant value owned by its catalog. */
typedef struct xpgn_ruleset xpgn_ruleset;

XPGN_API xpgn_status xpgn_catalog_new(xpgn_catalog **out);
XPGN_API void xpgn_catalog_free(xpgn_catalog *catalog);
/*
 * Loads a YAML file (xpgn-ruleset(5)) into the catalog, replacing a ruleset with the same id.
 * *text (may be NULL) is the text of the file, which the catalog owns. XPGN_IO: the file cannot be
 * read. XPGN_INVALID: it is not a valid ruleset, but *text is set. xpgn_catalog_findings says why.
 */
XPGN_API xpgn_status xpgn_catalog_load(xpgn_catalog *catalog, const char *path, xpgn_slice *text);
/* The same for a text in memory, which is copied. */
XPGN_API xpgn_status xpgn_catalog_add(xpgn_catalog *catalog, xpgn_slice text);
/* The findings about the file or text that was loaded last, in the order they were made, those of
   level XPGN_LINT last; places are offsets in that text. Valid until the next one is loaded. */
XPGN_API const xpgn_finding *xpgn_catalog_findings(const xpgn_catalog *catalog, size_t *count);
/* The ids of the rulesets (`index` from 0), NULL past the last. */
XPGN_API const char *xpgn_catalog_id(const xpgn_catalog *catalog, size_t index);
/*
 * Finds the ruleset for the values of the tags Variant and RuleOptions, both of which may be empty.
 * XPGN_NOT_FOUND: *unknown is the variant or the option that is not known. The catalog keeps what
 * it has resolved, so repeated look-ups are cheap.
 */
XPGN_API xpgn_status xpgn_catalog_find(xpgn_catalog *catalog, xpgn_slice variant,
                                       xpgn_slice options, const xpgn_ruleset **out,
                                       xpgn_slice *unknown);

XPGN_API const char *xpgn_ruleset_id(const xpgn_ruleset *rs);    /* "chess-attack" */
XPGN_API const char *xpgn_ruleset_title(const xpgn_ruleset *rs); /* "Chess Attack" */
/* The ids and titles of its rules in order (`index` from 0), NULL past the last. */
XPGN_API const xpgn_code *xpgn_ruleset_rule(const xpgn_ruleset *rs, size_t index);
/* The names of its options in the order of its file, NULL past the last. */
XPGN_API const char *xpgn_ruleset_option(const xpgn_ruleset *rs, size_t index);
/* Appends the value of the tag RulesDigest, "sha256:...". XPGN_NOT_FOUND: libsodium is not
   installed. On failure nothing is appended. */
XPGN_API xpgn_status xpgn_ruleset_digest(xpgn_buffer *b, const xpgn_ruleset *rs);
/* What a ruleset (NULL: chess) calls a type of piece: "knight", in Combat Chess 2 "dragon"; "piece"
   if it has no such piece. */
XPGN_API const char *xpgn_piece_name(const xpgn_ruleset *rs, unsigned type);

/* ---- XFEN, squares and seats ----------------------------------------------------------------- */

/*
 * Reads a position (FEN or XFEN, format section 5) for a ruleset. XPGN_INVALID: it is not a
 * position of that game; *fault (may be NULL) has the first fault in the text, ending with its code
 * in brackets: "7 ranks, expected 8 [P-02]". XPGN_OK: fault->text is empty, or says which field
 * behind the placement is in another form, and what it was read as: "move number '0', expected '1'
 * [P-08]".
 */
XPGN_API xpgn_status xpgn_position_read(const xpgn_ruleset *rs, xpgn_slice text, xpgn_position *out,
                                        xpgn_fault *fault);
/* Appends the canonical XFEN; nothing for a position on another board. */
XPGN_API void xpgn_position_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p);
/*
 * A key that is equal for two positions of a game if they are the same by the Laws of Chess: the
 * same pieces on the same squares (and off the board, if they may return), the same side to move,
 * castling rights and legal en passant captures. Different positions have the same key with a
 * chance of 1 in 2^64. 0 for a position on another board.
 */
XPGN_API uint64_t xpgn_position_key(const xpgn_ruleset *rs, const xpgn_position *p);
/* Writes the name of a square, "a1" to "l12", or "-" for XPGN_NO_SQUARE and any other square off
   the board. */
XPGN_API void xpgn_square_name(const xpgn_position *p, xpgn_square sq, char text[4]);
/* The XFEN letter of a piece on a board with two seats ('N' White, 'n' Black); ' ' or '?' if it is
   not a piece. */
XPGN_API char xpgn_piece_letter(xpgn_piece piece);
/* "white", "red", "black" or "green"; "nobody" if the game has no such seat. */
XPGN_API const char *xpgn_seat_name(const xpgn_position *p, unsigned seat);

#ifdef __cplusplus
}
#endif

#endif
