/* SPDX-License-Identifier: MIT */
/* The loop over games: shares of a file, dates and numbers, hashes, pieces of an archive. */
#ifndef XPGN_INTERNAL_LOOP_H
#define XPGN_INTERNAL_LOOP_H

#include <xpgn/base.h>

/* ---- shares of a file ------------------------------------------------------------------------ */

/*
 * For threads that share the reading of one file: opens another stream on the file that `of` has
 * open, which is not changed and must stay open. XPGN_INVALID: `of` has a decoder, or the file is
 * compressed or not a regular file with a name.
 */
xpgn_status xpgn_stream_share(xpgn_stream **out, const xpgn_stream *of);
/* A part of a file: the games whose first byte lies in it, valid until the stream is used again,
   and the place of the game after them. */
typedef struct xpgn_cut {
    const xpgn_game *game;
    size_t count;
    xpgn_game next;
} xpgn_cut;
/*
 * Reads the games of a shared stream from `place`, as for xpgn_stream_start, up to but not
 * including byte `to` of the file. False if the end of the last game cannot be determined (the part
 * or a game in it exceeds a megabyte, or the file ends), the file cannot be read or memory runs
 * out; the first stream must then go on from that place.
 */
bool xpgn_stream_cut(xpgn_stream *s, const xpgn_game *place, uint64_t to, xpgn_cut *part);
/* Prepares the next xpgn_stream_cut up to `to` before its place is known, with the games that seem
   to begin at or after byte `from`. If the place turns out to be another, the work is discarded. */
void xpgn_stream_guess(xpgn_stream *s, uint64_t from, uint64_t to);
/* Bytes read from the files so far, as stored on disk, and the size of all files (0 if unknown). */
void xpgn_stream_progress(const xpgn_stream *s, uint64_t *done, uint64_t *total);

/* ---- dates and numbers ----------------------------------------------------------------------- */

enum { XPGN_DATE = 11 };
/*
 * Converts a date as people write it to the form of a tag, "2026.11.21". It reads that form itself
 * ("2026.??.??" too), 2026-11-21, 21.11.2026, and with slashes either order of day and month if
 * only one is possible (11/22/2026, 22/11/2026). False if it is not a date, or is ambiguous.
 */
bool xpgn_date_read(xpgn_slice text, char date[XPGN_DATE]);
/* The value of a tag as a range, for comparison: the days that a date may mean, as numbers
   YYYYMMDD; or a number in millionths, with low == high. */
typedef struct xpgn_span {
    int64_t low, high;
} xpgn_span;
/* Reads a number (2700, -3, 1.5) at the beginning of a value, such as 180 in 180+5; with `whole` it
   must be the whole value. */
bool xpgn_value_number(xpgn_slice text, bool whole, xpgn_span *out);
/* Reads 2020, 2020.05, 2020.05.17 or 2020.??.??, also with - or /. */
bool xpgn_value_date(xpgn_slice text, xpgn_span *out);
/* Like xpgn_reader_tags, but gives the values as they are written in the text, in whatever form. */
void xpgn_reader_written(xpgn_reader *reader, xpgn_slice text, const xpgn_slice *name, size_t count,
                         xpgn_slice *value);
/* True if a tag with this name has a date as its value. */
bool xpgn_tag_is_date(xpgn_slice name);

/* ---- pieces of an archive -------------------------------------------------------------------- */

/* A hash of bytes that continues `before`, the hash of the bytes before them (0: none). Fast and
   the same on every machine; it detects mistakes, not forgery. */
uint64_t hash_bytes(uint64_t before, const void *bytes, size_t size);

/* A hash table of the places of entries in a list that the caller owns. Initialize with {0}. */
struct hash_index {
    struct hash_index_slot {
        uint32_t hash, place; /* place: in the list, from 1; 0: the slot is free */
    } * slot;
    size_t size, used; /* size: 0 or a power of two */
};

/* Makes room for one more place. On XPGN_NO_MEMORY nothing has changed. */
xpgn_status hash_index_reserve(struct hash_index *index);
/* Enters a place (from 1); does nothing if hash_index_reserve made no room for it. */
void hash_index_put(struct hash_index *index, uint32_t hash, uint32_t place);
/* The next place with that hash; 0 if there are no more. Set *at to 0 for the first. */
uint32_t hash_index_next(const struct hash_index *index, uint32_t hash, size_t *at);
/* Removes all places, in time proportional to their number if they are few. */
void hash_index_clear(struct hash_index *index);
void hash_index_free(struct hash_index *index);

/* A piece of an archive that one run has read. */
typedef struct xpgn_part {
    const char *name; /* the file and the range, as in "large.pgn --bytes=0:500"; without tabs and
                         line ends */
    uint64_t digest;  /* hash_bytes of what was read: name and digest together identify a piece */
    const char *from; /* the partial result in which it came; NULL: none */
} xpgn_part;

/* A set of pieces. */
struct archive_pieces;
xpgn_status archive_pieces_new(struct archive_pieces **out);
void archive_pieces_free(struct archive_pieces *parts);
/* Adds a copy of a piece. XPGN_INVALID: it is there already, or a text has a tab or line end. */
xpgn_status archive_pieces_add(struct archive_pieces *parts, const xpgn_part *part);
/* All pieces in the order they were added, valid until the next is added. */
const xpgn_part *archive_pieces_list(const struct archive_pieces *parts, size_t *count);

#endif
