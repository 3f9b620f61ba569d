/* SPDX-License-Identifier: MIT */
/* Files of games, and places in them. */
#ifndef XPGN_STREAM_H
#define XPGN_STREAM_H

#include <xpgn/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- streams of games ------------------------------------------------------------------------ */

/*
 * Opens a stream over files (count 0, or "-": standard input). gzip, bzip2, xz and zstd are
 * detected by content. `max_game` limits the bytes of one game (0: the default, 64 MiB). Names are
 * copied.
 */
XPGN_API xpgn_status xpgn_stream_open(xpgn_stream **out, const char *const *files, size_t count,
                                      size_t max_game);
/*
 * Opens a stream over bytes that the program has, compressed or not. `read` writes up to `size` of
 * the next bytes to `bytes` and sets *got to how many; 0 only at the end. It is called in the
 * thread that asks for a game, with the caller's `data`, and not again after the end or a failure.
 * If it returns false, or says more than `size`, xpgn_stream_next returns XPGN_IO after the games
 * before that. `name` takes the place of a file's name, and is copied. Such a stream uses no
 * threads, and xpgn_stream_start is not possible. XPGN_INVALID: `read` is NULL.
 */
XPGN_API xpgn_status xpgn_stream_from(xpgn_stream **out,
                                      bool (*read)(void *data, char *bytes, size_t size,
                                                   size_t *got),
                                      void *data, const char *name, size_t max_game);
/*
 * Lets the stream decompress ahead in its own threads: up to `threads` if a file has frames that
 * can be decompressed in parallel (zstd files of several frames, seekable gzip files of several
 * members, xz files whose blocks state their sizes), else one. Call it before the first game; later
 * it does nothing. By default a stream has no threads.
 */
XPGN_API void xpgn_stream_ahead(xpgn_stream *s, unsigned threads);
/*
 * Limits the stream to the games whose first byte lies in [from, to) of the uncompressed,
 * concatenated files. Numbers, lines and columns are those of the whole stream. Call it before the
 * first game; later it does nothing.
 */
XPGN_API void xpgn_stream_range(xpgn_stream *s, uint64_t from, uint64_t to);
/*
 * Moves the stream to a game whose place is known from an earlier reading: its file_index, number,
 * line, column, offset, frame and `before`; set `latin1` if an earlier game of its file had it set.
 * XPGN_IO: it cannot be read from there. XPGN_INVALID: the stream has a decoder or no files, or
 * there is no such file or game. *fault (may be NULL) says why.
 */
XPGN_API xpgn_status xpgn_stream_start(xpgn_stream *s, const xpgn_game *place, xpgn_fault *fault);
/*
 * Reads the next game. XPGN_END: there are no more. XPGN_IO: a file could not be read; *fault (may
 * be NULL) says why, game->file and file_index say which, and the next call continues with the next
 * file.
 */
XPGN_API xpgn_status xpgn_stream_next(xpgn_stream *s, xpgn_game *game, xpgn_fault *fault);
/* Uncompressed bytes read from the files so far. */
XPGN_API uint64_t xpgn_stream_bytes(const xpgn_stream *s);
XPGN_API void xpgn_stream_close(xpgn_stream *s);

/* ---- games in memory, and places in them ----------------------------------------------------- */

/* Reads the next game of a text in memory. *game is the game before it; for the first one all 0
   except `file`. False if there are no more. */
XPGN_API bool xpgn_game_next(xpgn_slice text, xpgn_game *game);

/* The line and column (in characters, from 1) of a byte of a game; *line_text, if not NULL, is set
   to the source line without its end. Takes time proportional to the offset. */
XPGN_API void xpgn_game_locate(const xpgn_game *game, uint32_t offset, uint64_t *line,
                               uint64_t *column, xpgn_slice *line_text);

/* The same for many places of one game: the game is scanned once, then each place takes constant
   time. The bytes of the game must stay valid. */
XPGN_API xpgn_status xpgn_locator_new(xpgn_locator **out, const xpgn_game *game);
XPGN_API void xpgn_locator_find(const xpgn_locator *l, uint32_t offset, uint64_t *line,
                                uint64_t *column, xpgn_slice *line_text);
XPGN_API void xpgn_locator_free(xpgn_locator *l);

#ifdef __cplusplus
}
#endif

#endif
