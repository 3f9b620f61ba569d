/* SPDX-License-Identifier: MIT */
/* Streams of games: files, pipes, compression, damage, bounds, lines and columns. */
#include "core/base/utf8.h"
#include "internal/loop.h"
#include "temp_path.h"
#include "text_fixture.h"

#include <bzlib.h>
#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xpgn/sheets.h>
#include <xpgn/stream.h>
#include <zlib.h>
#include <zstd.h>

static char dir[TEMP_PATH];
static char path[8][TEMP_PATH + 16]; /* of the files of a test */
static const char *files[8];
static size_t file_count;
static xpgn_stream *stream;
static xpgn_game game;

static void setup(void) {
    temp_path(dir, "stream");
    ck_assert_ptr_nonnull(mkdtemp(dir));
    file_count = 0;
    stream = NULL;
}

static void teardown(void) {
    xpgn_stream_close(stream);
    for (size_t i = 0; i < file_count; i++)
        unlink(path[i]);
    rmdir(dir);
}

/* The next file of the stream. Returns its path. */
static const char *add_file(const void *bytes, size_t size) {
    snprintf(path[file_count], sizeof path[0], "%s/%zu", dir, file_count);
    FILE *f = fopen(path[file_count], "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(bytes, 1, size, f), size);
    fclose(f);
    files[file_count] = path[file_count];
    return path[file_count++];
}

static void add_text(const char *text) {
    add_file(text, strlen(text));
}

static void open_stream(size_t max_game) {
    xpgn_stream_close(stream);
    ck_assert_int_eq(xpgn_stream_open(&stream, files, file_count, max_game), XPGN_OK);
}

/* The same with a thread that unpacks, or without. */
static void open_stream_ahead(bool ahead) {
    open_stream(0);
    if (ahead)
        xpgn_stream_ahead(stream, 3);
}

static void expect_game(const char *text) {
    xpgn_fault fault = {.text = ""};
    xpgn_status status = xpgn_stream_next(stream, &game, &fault);
    ck_assert_msg(status == XPGN_OK, "status %d: %s", (int)status, fault.text);
    ck_assert_msg(slice_is(game.text, text), "%.*s\nis not\n%s", (int)game.text.size,
                  game.text.data, text);
    ck_assert(!game.too_large);
}

static void expect_end(void) {
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_END);
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_END);
}

/* A failure of this file for this reason ("": any). */
static void expect_error(size_t file, const char *reason) {
    xpgn_fault fault = {.text = ""};
    ck_assert_int_eq(xpgn_stream_next(stream, &game, &fault), XPGN_IO);
    ck_assert_str_eq(game.file, files[file]);
    ck_assert_str_ne(fault.text, "");
    ck_assert_msg(reason[0] == '\0' || strcmp(fault.text, reason) == 0, "%s", fault.text);
}

/* ---- files ---- */

START_TEST(several_files_are_one_stream) {
    add_text("1. e4 *\n\n1. d4 *\n");
    add_text("");
    add_text("\n");
    add_text("1. c4");
    open_stream(0);
    expect_game("1. e4 *\n");
    ck_assert(game.number == 1 && strcmp(game.file, path[0]) == 0);
    expect_game("1. d4 *\n");
    expect_game("1. c4");
    ck_assert(game.number == 3 && game.line == 1 && strcmp(game.file, path[3]) == 0);
    expect_end();
}
END_TEST

START_TEST(a_game_never_spans_files) {
    add_text("[Event \"a\"]\n\n1. e4 {a");
    add_text("b} e5 *");
    open_stream(0);
    expect_game("[Event \"a\"]\n\n1. e4 {a");
    expect_game("b} e5 *");
    expect_end();
}
END_TEST

START_TEST(the_names_are_copied) {
    add_text("e4 *");
    char name[128];
    strcpy(name, path[0]);
    const char *names[] = {name};
    ck_assert_int_eq(xpgn_stream_open(&stream, names, 1, 0), XPGN_OK);
    memset(name, 'x', sizeof name);
    expect_game("e4 *");
    ck_assert_str_eq(game.file, path[0]);
}
END_TEST

START_TEST(a_missing_file_is_told_and_the_next_one_read) {
    add_text("e4 *");
    files[1] = strcpy(path[1], "/nonexistent/x.pgn");
    file_count++;
    add_text("e5 *");
    open_stream(0);
    expect_game("e4 *");
    expect_error(1, "No such file or directory");
    expect_game("e5 *");
    ck_assert_uint_eq(game.number, 2);
    expect_end();
}
END_TEST

START_TEST(a_directory_is_no_file) {
    files[0] = strcpy(path[0], "/");
    file_count++;
    add_text("e5 *");
    open_stream(0);
    expect_error(0, "Is a directory");
    expect_game("e5 *");
    expect_end();
}
END_TEST

START_TEST(a_long_name_does_not_hide_the_reason) {
    char name[2000];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    files[0] = name;
    ck_assert_int_eq(xpgn_stream_open(&stream, files, 1, 0), XPGN_OK);
    expect_error(0, "File name too long");
}
END_TEST

START_TEST(progress_counts_bytes_of_all_files) {
    uint64_t done, total;
    add_text("e4 *\n");
    add_text("e5 *\nd5 *");
    open_stream(0);
    xpgn_stream_progress(stream, &done, &total);
    ck_assert(done == 0 && total == 14);
    expect_game("e4 *\n");
    expect_game("e5 *\n");
    expect_game("d5 *");
    xpgn_stream_progress(stream, &done, &total);
    ck_assert(done == 14 && total == 14);
    expect_end();
}
END_TEST

START_TEST(closing_takes_null) {
    xpgn_stream_close(NULL);
}
END_TEST

/* ---- standard input ---- */

/* A child that writes `text` to our standard input, `piece` bytes at a time. */
static pid_t feed(const char *text, size_t size, size_t piece) {
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        for (size_t at = 0; at < size; at += piece)
            if (write(ends[1], text + at, size - at < piece ? size - at : piece) < 0)
                _exit(1);
        _exit(0);
    }
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    return child;
}

START_TEST(standard_input_is_read_without_names_and_as_a_dash) {
    for (int dash = 0; dash < 2; dash++) {
        feed("e4 *\ne5 *", 9, 9);
        files[0] = "-";
        xpgn_stream_close(stream);
        ck_assert_int_eq(xpgn_stream_open(&stream, files, (size_t)dash, 0), XPGN_OK);
        expect_game("e4 *\n");
        ck_assert_str_eq(game.file, "-");
        expect_game("e5 *");
        expect_end();
        wait(NULL);
    }
}
END_TEST

START_TEST(a_slow_pipe_gives_the_same_games) {
    static const char text[] = "[Event \"a\"]\n\n1. e4 {x} 1/2-1/2\n\n[Event \"b\"]\n\n1. d4 *\n";
    for (size_t piece = 1; piece < 40; piece += 6) {
        feed(text, sizeof text - 1, piece);
        open_stream(0);
        expect_game("[Event \"a\"]\n\n1. e4 {x} 1/2-1/2\n");
        expect_game("[Event \"b\"]\n\n1. d4 *\n");
        ck_assert_uint_eq(game.line, 5);
        expect_end();
        wait(NULL);
    }
}
END_TEST

START_TEST(an_unreadable_standard_input_is_told) {
    xpgn_fault fault = {.text = ""};
    close(STDIN_FILENO);
    open_stream(0);
    ck_assert_int_eq(xpgn_stream_next(stream, &game, &fault), XPGN_IO);
    ck_assert_str_eq(game.file, "-");
    ck_assert_str_eq(fault.text, "Bad file descriptor");
    expect_end();
}
END_TEST

/* ---- compression ---- */

static char packed[1 << 20];

static size_t pack_gzip(const char *text, size_t size) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)text,
                  .avail_in = (uInt)size,
                  .next_out = (Bytef *)packed,
                  .avail_out = sizeof packed};
    ck_assert_int_eq(deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, 0), Z_OK);
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return z.total_out;
}

static size_t pack_bzip2(const char *text, size_t size) {
    unsigned used = sizeof packed;
    char *from = (char *)(uintptr_t)text;
    ck_assert_int_eq(BZ2_bzBuffToBuffCompress(packed, &used, from, (unsigned)size, 9, 0, 0), BZ_OK);
    return used;
}

static size_t pack_xz(const char *text, size_t size) {
    size_t used = 0;
    ck_assert_int_eq(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32, NULL, (const uint8_t *)text, size,
                                             (uint8_t *)packed, &used, sizeof packed),
                     LZMA_OK);
    return used;
}

/* With a checksum, as the program of that name writes it. */
static size_t pack_zstd(const char *text, size_t size) {
    ZSTD_CCtx *c = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(c, ZSTD_c_checksumFlag, 1);
    size_t used = ZSTD_compress2(c, packed, sizeof packed, text, size);
    ck_assert(!ZSTD_isError(used));
    ZSTD_freeCCtx(c);
    return used;
}

static size_t (*const filters[])(const char *, size_t) = {pack_gzip, pack_bzip2, pack_xz,
                                                          pack_zstd};
static const char *const filter_name[] = {"gzip", "bzip2", "xz", "zstd"};
enum { FILTERS = sizeof filters / sizeof filters[0] };

static size_t pack(size_t filter, const char *text, size_t size) {
    return filters[filter](text, size);
}

/* Some megabytes of games that do not compress too well. */
static char *many_games(size_t count, size_t *size) {
    xpgn_buffer b = {0};
    unsigned seed = 1;
    for (size_t i = 0; i < count; i++) {
        xpgn_buffer_printf(&b, "[Event \"%zu\"]\n\n1. e4 {", i);
        for (int k = 0; k < 40; k++)
            xpgn_buffer_printf(&b, "%u ", (seed = seed * 1103515245 + 12345) >> 8);
        xpgn_buffer_text(&b, "} e5 1-0\n\n");
    }
    *size = b.size;
    return b.data;
}

START_TEST(compressed_files_are_recognised_by_content) {
    for (size_t i = 0; i < FILTERS; i++)
        add_file(packed, pack(i, "1. e4 *\n\n1. d4 *\n", 17));
    open_stream(0);
    for (size_t i = 0; i < FILTERS; i++) {
        expect_game("1. e4 *\n");
        ck_assert(game.line == 1 && strcmp(game.file, path[i]) == 0);
        expect_game("1. d4 *\n");
        ck_assert_uint_eq(game.line, 3);
    }
    expect_end();
}
END_TEST

START_TEST(large_compressed_files_are_read_whole) {
    size_t size;
    char *text = many_games(1500, &size);
    for (size_t i = 0; i < FILTERS; i++)
        add_file(packed, pack(i, text, size));
    open_stream_ahead(_i == 1);
    for (size_t i = 0; i < FILTERS * 1500; i++) {
        ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
        ck_assert_uint_eq(game.line, i % 1500 * 4 + 1);
    }
    expect_end();
    free(text);
}
END_TEST

START_TEST(compressed_parts_one_after_the_other_are_one_file) {
    for (size_t i = 0; i < FILTERS; i++) {
        char both[1000];
        size_t first = pack(i, "1. e4 e5 ", 9);
        memcpy(both, packed, first);
        size_t second = pack(i, "2. d4 *\n", 8);
        memcpy(both + first, packed, second);
        add_file(both, first + second);
    }
    open_stream(0);
    for (size_t i = 0; i < FILTERS; i++)
        expect_game("1. e4 e5 2. d4 *\n");
    expect_end();
}
END_TEST

START_TEST(an_empty_compressed_file_holds_no_games) {
    for (size_t i = 0; i < FILTERS; i++)
        add_file(packed, pack(i, "", 0));
    open_stream(0);
    expect_end();
}
END_TEST

START_TEST(games_before_the_damage_are_delivered) {
    size_t size;
    char *text = many_games(1500, &size);
    for (size_t i = 0; i < FILTERS; i++)
        add_file(packed, pack(i, text, size) * 9 / 10);
    add_text("e4 *");
    open_stream_ahead(_i == 1);
    for (size_t i = 0; i < FILTERS; i++) {
        unsigned games = 0;
        xpgn_fault fault = {.text = ""};
        while (xpgn_stream_next(stream, &game, &fault) == XPGN_OK)
            games++;
        ck_assert_str_ne(fault.text, "");
        ck_assert_str_eq(game.file, path[i]);
        ck_assert_msg(i == 1 || games > 500, "%u games: %s", games, fault.text);
    }
    expect_game("e4 *");
    expect_end();
    free(text);
}
END_TEST

/* A reader that has enough does not wait for a writer that is silent. */
START_TEST(a_thread_that_waits_for_more_ends_with_the_stream) {
    size_t size;
    char *text = many_games(3000, &size);
    add_text("");
    unlink(path[0]);
    ck_assert_int_eq(mkfifo(path[0], 0600), 0);
    size_t packed_size = pack(0, text, size);
    free(text);
    pid_t writer = fork();
    if (writer == 0) {
        int fd = open(path[0], O_WRONLY);
        size_t part = packed_size - 1000;
        _exit(fd < 0 || write(fd, packed, part) != (ssize_t)part || pause());
    }
    open_stream_ahead(true);
    for (int i = 0; i < 2000; i++)
        ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
    xpgn_stream_close(stream);
    stream = NULL;
    kill(writer, SIGKILL);
    wait(NULL);
}
END_TEST

START_TEST(damaged_compressed_data_is_told) {
    for (size_t i = 0; i < FILTERS; i++) {
        size_t size = pack(i, "1. e4 e5 2. d4 *\n", 17);
        memset(packed + 6, 0xAA, size - 6);
        add_file(packed, size);
    }
    open_stream(0);
    for (size_t i = 0; i < FILTERS; i++) {
        xpgn_status status;
        while ((status = xpgn_stream_next(stream, &game, NULL)) == XPGN_OK)
            ;
        ck_assert_int_eq(status, XPGN_IO);
    }
    expect_end();
}
END_TEST

/* The header of an xz block says the size of its window in a byte, which a checksum covers. */
static size_t pack_xz_with_window(unsigned char window) {
    size_t size = pack(2, "1. e4 *\n", 8);
    unsigned char *block = (unsigned char *)packed + 12;
    size_t header = ((size_t)block[0] + 1) * 4;
    unsigned char *filter = block + 4; /* after two sizes of a byte each */
    ck_assert_uint_eq(block[1], 0xC0);
    ck_assert_uint_eq(filter[0], 0x21); /* LZMA2 */
    filter[2] = window;
    uint32_t sum = lzma_crc32(block, header - 4, 0);
    for (size_t i = 0; i < 4; i++)
        block[header - 4 + i] = (unsigned char)(sum >> (8 * i));
    return size;
}

/* The size of the text is unknown when the header is written, so the header has the window. */
static size_t pack_zstd_with_window(int log) {
    char text[] = "1. e4 *\n";
    ZSTD_CCtx *c = ZSTD_createCCtx();
    ZSTD_inBuffer in = {text, sizeof text - 1, 0};
    ZSTD_outBuffer out = {packed, sizeof packed, 0};
    ZSTD_CCtx_setParameter(c, ZSTD_c_windowLog, log);
    ck_assert(!ZSTD_isError(ZSTD_compressStream2(c, &out, &in, ZSTD_e_flush)));
    ck_assert(!ZSTD_isError(ZSTD_compressStream2(c, &out, &in, ZSTD_e_end)));
    ZSTD_freeCCtx(c);
    return out.pos;
}

START_TEST(a_window_beyond_the_limit_is_told) {
    add_file(packed, pack_xz_with_window(32)); /* 256 MiB */
    add_file(packed, pack_xz_with_window(33)); /* 384 MiB */
    add_file(packed, pack_zstd_with_window(27));
    add_file(packed, pack_zstd_with_window(28));
    open_stream(0);
    expect_game("1. e4 *\n");
    expect_error(1, "the window of this xz data exceeds the limit of 256 MiB");
    expect_game("1. e4 *\n");
    expect_error(3, "the window of this zstd data exceeds the limit of 128 MiB");
    expect_end();
}
END_TEST

/* The checksum of a file that still unpacks to something: it is near the end in all of them. */
START_TEST(a_wrong_checksum_is_told) {
    static const size_t from_end[] = {8, 0, 0, 4};
    for (size_t i = 0; i < FILTERS; i++) {
        size_t size = pack(i, "1. e4 e5 2. d4 *\n", 17);
        if (from_end[i] > 0) {
            packed[size - from_end[i]] ^= 1;
            add_file(packed, size);
        }
    }
    open_stream(0);
    expect_game("1. e4 e5 2. d4 *\n");
    expect_error(0, "damaged gzip data");
    expect_game("1. e4 e5 2. d4 *\n");
    expect_error(1, "damaged zstd data");
    expect_end();
}
END_TEST

/* Each byte in turn: never silence and a text that is another. */
START_TEST(no_damaged_byte_changes_a_game_unseen) {
    static const char text[] = "1. e4 e5 2. d4 d5 3. c4 {some words of a comment} *\n";
    size_t size = pack((size_t)_i, text, sizeof text - 1);
    for (size_t k = 0; k < size; k++) {
        packed[k] ^= 0x10;
        add_file(packed, size);
        packed[k] ^= 0x10;
        open_stream(0);
        bool same = false;
        xpgn_status status;
        while ((status = xpgn_stream_next(stream, &game, NULL)) == XPGN_OK)
            same = slice_is(game.text, text);
        bool head = k < 6; /* what begins otherwise is another file: plain, or of no name */
        ck_assert_msg(status == XPGN_IO || same || head, "byte %zu of %zu", k, size);
        unlink(path[--file_count]);
    }
}
END_TEST

START_TEST(a_packed_file_that_was_cut_off_is_told) {
    for (size_t i = 0; i < FILTERS; i++)
        add_file(packed, pack(i, "1. e4 e5 2. d4 *\n", 17) - 1);
    open_stream(0);
    for (size_t i = 0; i < FILTERS; i++) {
        char text[64];
        snprintf(text, sizeof text, "truncated %s data", filter_name[i]);
        xpgn_status status;
        xpgn_fault fault = {.text = ""};
        while ((status = xpgn_stream_next(stream, &game, &fault)) == XPGN_OK)
            ck_assert(slice_is(game.text, "1. e4 e5 2. d4 *\n"));
        ck_assert_int_eq(status, XPGN_IO);
        ck_assert_str_eq(fault.text, text);
    }
    expect_end();
}
END_TEST

/* Tapes pad with NULs; other bytes after the packed data are not ignored. */
START_TEST(what_follows_packed_data_is_padding_or_damage) {
    static const char *const part_name[FILTERS] = {"member", "stream", NULL, "frame"};
    size_t garbage[FILTERS];
    for (size_t i = 0; i < FILTERS; i++) {
        char padded[1000] = {0};
        size_t size = pack(i, "1. e4 e5 2. d4 *\n", 17);
        memcpy(padded, packed, size);
        add_file(padded, (size + 8) / 4 * 4); /* xz: in steps of four */
        memcpy(padded + size, "garbage garbage\n", 16);
        garbage[i] = size;
        add_file(padded, size + 16);
    }
    open_stream(0);
    for (size_t i = 0; i < FILTERS; i++) {
        expect_game("1. e4 e5 2. d4 *\n");
        char text[64];
        int n = snprintf(text, sizeof text, "damaged %s data", filter_name[i]);
        if (part_name[i] != NULL)
            snprintf(text + n, sizeof text - (size_t)n, " in the %s at byte %zu", part_name[i],
                     garbage[i]);
        expect_game("1. e4 e5 2. d4 *\n");
        expect_error(2 * i + 1, text);
    }
    expect_end();
}
END_TEST

START_TEST(a_magic_number_alone_is_damaged) {
    add_file("\x1F\x8B", 2);
    add_file("BZh", 3);
    add_file("\x28\xB5\x2F\xFD", 4);
    add_file("\xFD"
             "7zXZ\0",
             6);
    open_stream(0);
    for (size_t i = 0; i < 4; i++) {
        char text[64];
        snprintf(text, sizeof text, "truncated %s data", filter_name[i < 2 ? i : 5 - i]);
        expect_error(i, text);
    }
    expect_end();
}
END_TEST

/* ---- bytes of a program ---- */

struct upload {
    const char *bytes;
    size_t size, piece; /* `piece`: given at a time */
    bool fails;         /* at the end */
    unsigned ends;      /* calls that gave nothing */
};

static bool read_upload(void *data, char *bytes, size_t size, size_t *got) {
    struct upload *u = data;
    *got = size < u->piece ? size : u->piece;
    *got = *got < u->size ? *got : u->size;
    memcpy(bytes, u->bytes, *got);
    u->bytes += *got;
    u->size -= *got;
    u->ends += *got == 0;
    return *got > 0 || !u->fails;
}

static void open_upload(struct upload *u) {
    files[0] = "upload";
    xpgn_stream_close(stream);
    ck_assert_int_eq(xpgn_stream_from(&stream, read_upload, u, files[0], 0), XPGN_OK);
    xpgn_stream_ahead(stream, 3);
}

/* Plain, and packed in each way; at once, and a byte at a time. */
START_TEST(bytes_of_a_program_are_read_as_a_file_is) {
    static const char text[] = "\xEF\xBB\xBF\n1. e4 *\n\n1. d4 *\n";
    for (size_t i = 0; i <= FILTERS; i++) {
        size_t size = i < FILTERS ? pack(i, text, sizeof text - 1) : sizeof text - 1;
        struct upload u = {i < FILTERS ? packed : text, size, _i == 0 ? SIZE_MAX : 1, false, 0};
        open_upload(&u);
        expect_game("1. e4 *\n");
        ck_assert(game.line == 2 && game.column == 1 && strcmp(game.file, "upload") == 0);
        expect_game("1. d4 *\n");
        expect_end();
        ck_assert_uint_eq(u.ends, 1);
        ck_assert_uint_eq(xpgn_stream_bytes(stream), sizeof text - 1);
    }
}
END_TEST

START_TEST(bytes_of_a_program_may_be_many) {
    size_t size;
    char *text = many_games(1500, &size);
    struct upload u = {text, size, 1000, false, 0};
    open_upload(&u);
    for (size_t i = 0; i < 1500; i++) {
        ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
        ck_assert_uint_eq(game.line, i * 4 + 1);
    }
    expect_end();
    free(text);
}
END_TEST

START_TEST(bytes_of_a_program_in_utf16_need_a_decoder) {
    static const char text[] = "\xFF\xFE"
                               "e\0"
                               "4\0 \0*\0\n";
    struct upload u = {text, sizeof text, SIZE_MAX, false, 0};
    open_upload(&u);
    expect_error(0, "UTF-16 text; convert it: iconv -f utf-16 -t utf-8");
    expect_end();
    xpgn_decoder *decoder;
    ck_assert_int_eq(xpgn_decoder_new(&decoder), XPGN_OK);
    u = (struct upload){text, sizeof text, 1, false, 0};
    open_upload(&u);
    ck_assert_int_eq(xpgn_stream_decode(stream, decoder, NULL, NULL), XPGN_OK);
    expect_game("e4 *\n");
    expect_end();
    xpgn_decoder_free(decoder);
}
END_TEST

START_TEST(bytes_that_a_program_cannot_get_are_an_error_after_the_games_before) {
    const char *text = "1. e4 *\n\n1. d4";
    for (size_t i = 0; i < 2; i++) {
        size_t size = i == 0 ? strlen(text) : pack(0, text, strlen(text)) - 1;
        struct upload u = {i == 0 ? text : packed, size, 1, true, 0};
        open_upload(&u);
        expect_game("1. e4 *\n");
        expect_game("1. d4");
        expect_error(0, strerror(EIO));
        expect_end();
        ck_assert_uint_eq(u.ends, 1);
    }
    struct upload none = {"", 0, 1, true, 0};
    open_upload(&none);
    expect_error(0, strerror(EIO));
    expect_end();
    ck_assert_uint_eq(none.ends, 1);
}
END_TEST

/* ---- encodings ---- */

START_TEST(sixteen_and_thirty_two_bit_text_is_refused_with_a_cure) {
    static const char utf16[] = "UTF-16 text; convert it: iconv -f utf-16 -t utf-8";
    static const char utf32[] = "UTF-32 text; convert it: iconv -f utf-32 -t utf-8";
    add_file("\xFF\xFE[\0E\0", 6);
    add_file("\xFE\xFF\0[\0E", 6);
    add_file("[\0E\0v\0", 6);
    add_file("\0[\0E\0v", 6);
    add_file("\xFF\xFE\0\0[\0\0\0", 8);
    add_file("\0\0\xFE\xFF\0\0\0[", 8);
    add_file(packed, pack(0, "\xFF\xFE[\0E\0", 6));
    add_text("e4 *");
    open_stream(0);
    for (size_t i = 0; i < 7; i++)
        expect_error(i, i == 4 || i == 5 ? utf32 : utf16);
    expect_game("e4 *");
    expect_end();
}
END_TEST

START_TEST(bytes_that_are_not_utf8_are_told_once_a_file) {
    add_text("e4 {caf\xC3\xA9} *\ne5 {caf\xE9} *\nd4 {caf\xE9} *\n");
    add_text("{\xE9} e4 *\n");
    open_stream(0);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
        ck_assert_int_eq(game.latin1, i == 1 || i == 3);
    }
    expect_end();
}
END_TEST

START_TEST(a_ctrl_z_or_nuls_behind_the_last_game_are_the_end) {
    static const char nuls[300000] = "e4 *\n\n";
    add_text("e4 *\n\x1A");
    add_file("e4 *\r\n\x1A\0\n\x1A \0", 12);
    add_file(nuls, sizeof nuls);
    add_file("\0\0\x1A", 3);
    add_file("e4 *\n\0 e5 *\n", 13);
    open_stream(0);
    expect_game("e4 *\n");
    expect_game("e4 *\r\n");
    expect_game("e4 *\n");
    expect_game("e4 *\n");
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
    ck_assert(game.text.size == 7 && game.text.data[0] == '\0');
    expect_end();
}
END_TEST

/* ---- lines and columns ---- */

static void expect_place(uint64_t line, uint64_t column) {
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
    ck_assert_msg(game.line == line && game.column == column, "%.*s: %u:%u", (int)game.text.size,
                  game.text.data, (unsigned)game.line, (unsigned)game.column);
}

START_TEST(lines_and_columns_count_from_one_in_every_file) {
    add_text("\n\n  e4 * e5 *\n\td4 *");
    add_text("e4 *\r\n\r\ne5 *\r\n d4 *");
    add_text("e4 *\r\re5 *\r d4 *");
    open_stream(0);
    expect_place(3, 3);
    expect_place(3, 8);
    expect_place(4, 2);
    for (int i = 0; i < 2; i++) {
        expect_place(1, 1);
        expect_place(3, 1);
        expect_place(4, 2);
    }
    expect_end();
}
END_TEST

START_TEST(columns_count_characters_and_no_byte_order_mark) {
    add_text("\xEF\xBB\xBF{\xC3\xA9\xE2\x82\xAC} * e4 * e4 {\xE9} * e5 *");
    open_stream(0);
    expect_place(1, 1);
    expect_place(1, 8);
    expect_place(1, 13);
    expect_place(1, 22);
}
END_TEST

START_TEST(lines_are_right_wherever_the_blocks_end) {
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (size_t e = 0; e < 3; e++) {
        xpgn_buffer b = {0};
        for (unsigned i = 0; b.size < 700000; i++)
            xpgn_buffer_printf(&b, "e%u *%s%s", i, ends[e], i % 3 ? ends[e] : "");
        add_file(b.data, b.size);
        xpgn_buffer_free(&b);
    }
    open_stream(0);
    uint64_t line = 1;
    unsigned i = 0, opened = 0;
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        if (strcmp(game.file, path[opened]) != 0) {
            opened++;
            i = 0;
            line = 1;
        }
        ck_assert_uint_eq(game.line, line);
        ck_assert_uint_eq(game.column, 1);
        line += i++ % 3 ? 2 : 1;
    }
    ck_assert_uint_eq(opened, 2);
}
END_TEST

/* Line and column, by the definition: characters since the last line end before the byte. */
static void plain_locate(xpgn_slice text, size_t offset, uint64_t *line, uint64_t *column) {
    size_t begin = 0, end;
    *line = 7; /* of the first byte, at column 3 */
    for (size_t i = 0; i < offset; i++) {
        bool crlf = text.data[i] == '\r' && i + 1 < text.size && text.data[i + 1] == '\n';
        if ((text.data[i] == '\n' || (text.data[i] == '\r' && !crlf)) && i + 1 < text.size) {
            begin = i + 1;
            ++*line;
        }
    }
    for (end = begin; end < offset && text.data[end] != '\r' && text.data[end] != '\n';)
        end++;
    *column = utf8_count((xpgn_slice){text.data + begin, end - begin}) + (*line == 7 ? 3 : 1);
}

static void compare_places(xpgn_slice text) {
    xpgn_game some = {.text = text, .line = 7, .column = 3};
    xpgn_locator *l = NULL;
    ck_assert_int_eq(xpgn_locator_new(&l, &some), XPGN_OK);
    for (uint32_t i = 0; i <= text.size + 1; i++) {
        uint64_t line[3], column[3];
        xpgn_slice source[2];
        xpgn_game_locate(&some, i, &line[0], &column[0], &source[0]);
        xpgn_locator_find(l, i, &line[1], &column[1], &source[1]);
        plain_locate(text, i < text.size ? i : text.size, &line[2], &column[2]);
        ck_assert_uint_eq(line[0], line[2]);
        ck_assert_uint_eq(column[0], column[2]);
        ck_assert_uint_eq(line[1], line[2]);
        ck_assert_uint_eq(column[1], column[2]);
        ck_assert_ptr_eq(source[0].data, source[1].data);
        ck_assert_uint_eq(source[0].size, source[1].size);
    }
    xpgn_locator_free(l);
}

START_TEST(many_places_are_found_as_one_by_one) {
    static const char *const part[] = {"a",
                                       "b",
                                       "\n",
                                       "\r",
                                       "\r\n",
                                       "\n\r",
                                       "\xE9",
                                       "\xC3\xA9",
                                       "\xE2\x80\xA6",
                                       "\xF0\x9F\x98\x80",
                                       "\x80\x80\x80",
                                       "\xC3"};
    srand(1);
    for (int round = 0; round < 60; round++) {
        xpgn_buffer b = {0};
        int parts = round % 3 == 0 ? 2 : (int)(sizeof part / sizeof *part); /* long lines, too */
        for (int i = 0, n = rand() % 1800; i < n; i++)
            xpgn_buffer_text(&b, rand() % 3 == 0 ? part[rand() % parts]
                                                 : part[rand() % 50 == 0 ? 4 : 7]);
        xpgn_buffer_text(&b, "a");
        compare_places((xpgn_slice){b.data, b.size - (size_t)(round % 2)});
        xpgn_buffer_free(&b);
    }
}
END_TEST

static void expect_located(uint32_t offset, uint64_t line, uint64_t column, const char *text) {
    uint64_t l, c;
    xpgn_slice source;
    xpgn_game_locate(&game, offset, &l, &c, &source);
    ck_assert_msg(l == line && c == column && slice_is(source, text), "%u: %u:%u \"%.*s\"", offset,
                  (unsigned)l, (unsigned)c, (int)source.size, source.data);
}

START_TEST(places_in_a_game_become_lines_and_columns_of_the_file) {
    add_text("\n* (\xC3\xA9) e4\r\ne5\n\n\xE9 d4 *");
    open_stream(0);
    expect_game("*");
    expect_game("(\xC3\xA9) e4\r\ne5\n\n\xE9 d4 *");
    expect_located(0, 2, 3, "(\xC3\xA9) e4");
    expect_located(5, 2, 7, "(\xC3\xA9) e4");
    expect_located(7, 2, 9, "(\xC3\xA9) e4"); /* the CR */
    expect_located(8, 2, 9, "(\xC3\xA9) e4");
    expect_located(9, 3, 1, "e5");
    expect_located(12, 4, 1, "");
    expect_located(15, 5, 3, "\xE9 d4 *");
    expect_located(999, 5, 7, "\xE9 d4 *");
    xpgn_game_locate(&game, 0, &game.line, &game.column, NULL);
}
END_TEST

/* ---- bounds ---- */

START_TEST(a_game_past_the_bound_is_one_game_and_the_next_is_read) {
    xpgn_buffer b = {0};
    xpgn_buffer_text(&b, "[Event \"big\"]\n\n");
    while (b.size < 3000000)
        xpgn_buffer_text(&b, "1. e4 e5 [White \"x\"]\n ( {x} ");
    xpgn_buffer_text(&b, "{\n[none \"a\"]\n\n[next \"b\"]\n\n*\n\n[third \"c\"] *");
    add_file(b.data, b.size);
    open_stream(100000);
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
    ck_assert(game.too_large && game.number == 1 && game.line == 1);
    ck_assert_uint_eq(game.text.size, 100000);
    ck_assert(memcmp(game.text.data, b.data, 100000) == 0);
    size_t line = 1;
    for (const char *p = b.data; p < b.data + b.size; p++)
        line += *p == '\n';
    expect_game("[next \"b\"]\n\n*\n");
    ck_assert(game.number == 2 && game.line == line - 4);
    expect_game("[third \"c\"] *");
    expect_end();
    xpgn_buffer_free(&b);
}
END_TEST

START_TEST(one_endless_line_is_one_game_past_the_bound) {
    size_t size = 5000000;
    char *text = malloc(size);
    memset(text, 'a', size);
    add_file(text, size);
    add_text("e4 *");
    open_stream(1000000);
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
    ck_assert(game.too_large && game.text.size == 1000000);
    expect_game("e4 *");
    expect_end();
    free(text);
}
END_TEST

START_TEST(a_game_of_the_bounds_size_is_read) {
    xpgn_buffer b = {0};
    while (b.size < 999990)
        xpgn_buffer_text(&b, "1. e4 e5\n");
    while (b.size < 999998)
        xpgn_buffer_char(&b, ' ');
    xpgn_buffer_text(&b, "*\n\n[Event \"b\"]\n*\n");
    add_file(b.data, b.size);
    xpgn_buffer_free(&b);
    open_stream(1000000);
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
    ck_assert(!game.too_large && game.text.size == 1000000);
    expect_game("[Event \"b\"]\n*\n");
    expect_end();
    open_stream(999999);
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
    ck_assert(game.too_large && game.text.size == 999999);
    expect_game("[Event \"b\"]\n*\n");
    expect_end();
}
END_TEST

START_TEST(an_unclosed_comment_costs_one_game_also_past_the_bound) {
    xpgn_buffer b = {0};
    xpgn_buffer_text(&b, "[Event \"a\"]\n\n1. e4 {oops\n\n");
    for (unsigned i = 0; i < 20000; i++)
        xpgn_buffer_printf(&b, "[Event \"%u\"]\n\n1. e4 e5 *\n\n", i);
    add_file(b.data, b.size);
    xpgn_buffer_free(&b);
    open_stream(300000);
    expect_game("[Event \"a\"]\n\n1. e4 {oops\n");
    for (unsigned i = 0; i < 20000; i++) {
        ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
        ck_assert(!game.too_large);
    }
    expect_end();
}
END_TEST

START_TEST(what_follows_a_huge_game_needs_a_blank_line_before_it) {
    xpgn_buffer b = {0};
    while (b.size < 700000)
        xpgn_buffer_text(&b, "e4 ");
    xpgn_buffer_text(&b, "\n[no \"a\"]\r\n \t\r\n[yes \"b\"] *");
    add_file(b.data, b.size);
    xpgn_buffer_free(&b);
    open_stream(1000);
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
    ck_assert(game.too_large);
    expect_game("[yes \"b\"] *");
    ck_assert_uint_eq(game.line, 4);
    expect_end();
}
END_TEST

/* Offsets and sizes of all games of standard input. */
static void note_games(xpgn_buffer *b, size_t max_game) {
    open_stream(max_game);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK)
        xpgn_buffer_printf(b, "%llu+%zu%s ", (unsigned long long)game.offset, game.text.size,
                           game.too_large ? " too large" : "");
    xpgn_buffer_char(b, '\0');
    wait(NULL);
}

/* Games below, at and far past the bound, with and without tags, closed or open at their ends. */
START_TEST(games_past_the_bound_are_the_same_however_they_arrive) {
    static const char *const ends[] = {"*\n\n", "1-0\n", "{open\n\n", "\n\n\n", "* {c}\n\n"};
    xpgn_buffer text = {0}, seen = {0}, slow = {0};
    for (unsigned i = 0; i < 150; i++) {
        if (i % 3 != 0)
            xpgn_buffer_printf(&text, "[Event \"%u\"]\n\n", i);
        for (unsigned n = 0; n < i * 7 % 400; n++)
            xpgn_buffer_text(&text, "1. e4 e5 ");
        xpgn_buffer_text(&text, ends[i % 5]);
    }
    feed(text.data, text.size, text.size);
    note_games(&seen, 1000);
    ck_assert(strstr(seen.data, "too large") != NULL);
    for (size_t piece = 100; piece < 10000; piece += 777) {
        slow.size = 0;
        feed(text.data, text.size, piece);
        note_games(&slow, 1000);
        ck_assert_uint_eq(slow.size, seen.size);
        ck_assert(memcmp(slow.data, seen.data, seen.size) == 0);
    }
    xpgn_buffer_free(&text);
    xpgn_buffer_free(&seen);
    xpgn_buffer_free(&slow);
}
END_TEST

/* Numbers of the games that begin from byte `from` up to byte `to`. */
static void expect_range(uint64_t from, uint64_t to, const char *numbers) {
    char seen[64] = "";
    open_stream(0);
    xpgn_stream_range(stream, from, to);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK)
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%llu",
                 (unsigned long long)game.number);
    ck_assert_msg(strcmp(seen, numbers) == 0, "%llu:%llu: %s, not %s", (unsigned long long)from,
                  (unsigned long long)to, seen, numbers);
    expect_end();
}

/* Games begin at 3, 15 (line 3) and, in the second file, 23 + 0 and 23 + 9. */
START_TEST(a_range_goes_through_all_files) {
    add_text("\xEF\xBB\xBF"
             "1. e4 *\r\n  \r1. d4 *\n");
    add_text("1. c4 *\n 1. b4 *\n");
    expect_range(0, UINT64_MAX, "1234");
    expect_range(0, 3, "");
    expect_range(3, 15, "1");
    expect_range(4, 16, "2");
    expect_range(15, 23, "2");
    expect_range(15, 24, "23");
    expect_range(23, 32, "3");
    expect_range(32, 33, "4");
    expect_range(33, UINT64_MAX, "");
    expect_range(0, 0, "");
    open_stream(0);
    xpgn_stream_range(stream, 32, 100);
    expect_game("1. b4 *\n");
    ck_assert_uint_eq(game.line, 2);
    ck_assert_uint_eq(game.column, 2);
    ck_assert_uint_eq(game.offset, 9);
    ck_assert_uint_eq(game.before, 23);
}
END_TEST

/* % is no escape where a game is read from its place in a line. */
START_TEST(a_stream_begins_where_it_is_told) {
    add_text("1. a4 *\n");
    add_text("1. e4 *\n %x\n1. d4 *\n");
    xpgn_game place = {.number = 3, .file_index = 1, .line = 2, .column = 2, .offset = 9};
    open_stream(0);
    ck_assert_int_eq(xpgn_stream_start(stream, &place, NULL), XPGN_OK);
    expect_game("%x\n1. d4 *\n");
    ck_assert_uint_eq(game.number, 3);
    ck_assert_uint_eq(game.offset, 9);
    expect_end();
}
END_TEST

/* In any order, forwards and backwards, in files that are open or not, and after the end. */
START_TEST(a_stream_goes_to_games_in_any_order) {
    enum { GAMES = 40 };
    xpgn_game place[GAMES];
    char *text[GAMES];
    for (int file = 0; file < 2; file++) {
        xpgn_buffer b = {0};
        for (int i = 0; i < GAMES / 2; i++) /* some of which do not fit into what is read first */
            xpgn_buffer_printf(&b, "[Round \"%d\"]\n\n1. e4 {%*s\xC3\xA4} *\n\n", file * 100 + i,
                               i % 5 == 0 ? 300000 : i * 40, "");
        add_file(b.data, b.size);
        xpgn_buffer_free(&b);
    }
    open_stream(0);
    for (int i = 0; i < GAMES; i++) {
        ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
        place[i] = game;
        text[i] = strndup(game.text.data, game.text.size);
    }
    for (int n = 0, i = 7; n < 4 * GAMES; n++, i = (i * 5 + n) % GAMES) {
        if (n % 50 == 0) /* from the end */
            while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK)
                ;
        ck_assert_int_eq(xpgn_stream_start(stream, &place[i], NULL), XPGN_OK);
        for (int more = 0; more < 3 && i + more < GAMES; more++) {
            ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
            const xpgn_game *due = &place[i + more];
            ck_assert_uint_eq(game.text.size, strlen(text[i + more]));
            ck_assert(memcmp(game.text.data, text[i + more], game.text.size) == 0);
            ck_assert_uint_eq(game.number, due->number);
            ck_assert_uint_eq(game.line, due->line);
            ck_assert_uint_eq(game.offset, due->offset);
            ck_assert_uint_eq(game.before, due->before);
            ck_assert_uint_eq(game.file_index, due->file_index);
        }
    }
    for (int i = 0; i < GAMES; i++)
        free(text[i]);
}
END_TEST

START_TEST(the_bytes_of_a_game_stay_until_the_next_is_asked_for) {
    size_t size;
    char *text = many_games(3000, &size);
    add_file(text, size);
    open_stream(0);
    size_t at = 0;
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        ck_assert(memcmp(game.text.data, text + at, game.text.size) == 0);
        at += game.text.size + 1;
    }
    ck_assert_uint_eq(at, size);
    free(text);
}
END_TEST

/* ---- parts of a file, read by several ---- */

/* Pieces of text after which a game begins, or seems to. */
static const char *const odd[] = {
    "[Event \"a\"]\n\n1. e4 *\n\n",
    "[Event \"b\"]\r\n\r\n1. e4 {x\r\n\r\n[Event \"in it\"]\r\n\r\n} e5 1-0\r\n\r\n",
    "1. d4 d5 1/2-1/2 1. c4 *\n",
    "{before the tags}\n[Event \"c\"]\n[Event \"d\"]\n\n1. e4 (1. d4 *) *\n",
    "% [Event \"escaped\"]\n\n",
    "[Event \"e\"]\n\n1. e4 {open\n\n[Event \"f\"]\n\n1. d4 {y} *\n\n",
    "[Event \"\xE9t\xE9\"]\r\r1. e4 *\r\r",
    "\n\n \t\n",
    "[Event \"g\"]\n\n\n[Site \"?\"]\n\n1. e4 ; [Event\n\n[Event \"no result\"]\n\n1. c4\n\n"};

static unsigned next_random(unsigned *seed) {
    *seed = *seed * 1103515245 + 12345;
    return *seed >> 16;
}

static void add_odd_file(unsigned *seed, size_t size) {
    char *text = malloc(size + 256);
    size_t at = 0;
    while (at < size) {
        const char *part = odd[next_random(seed) % (sizeof odd / sizeof odd[0])];
        memcpy(text + at, part, strlen(part));
        at += strlen(part);
    }
    add_file(text, at);
    free(text);
}

/* The next games of the one stream are those of a part. Returns how many of them there were. */
static size_t expect_part(const xpgn_cut *part) {
    for (size_t i = 0; i < part->count; i++) {
        const xpgn_game *is = &part->game[i];
        ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
        ck_assert_msg(slice_equal(is->text, game.text), "%.*s\nis not\n%.*s", (int)is->text.size,
                      is->text.data, (int)game.text.size, game.text.data);
        ck_assert(is->number == game.number && is->line == game.line && is->column == game.column);
        ck_assert(is->offset == game.offset && is->before == game.before);
        ck_assert(is->latin1 == game.latin1 && is->file_index == game.file_index);
        ck_assert_str_eq(is->file, game.file);
    }
    return part->count;
}

/* Opens a second stream at the first game of file 1 that does not begin it; returns another one
   over its file, and the place. */
static xpgn_stream *share_second(xpgn_stream **first, xpgn_game *place) {
    xpgn_stream *shared;
    ck_assert_int_eq(xpgn_stream_open(first, files, 2, 0), XPGN_OK);
    open_stream(0);
    bool latin1 = false;
    do {
        latin1 = latin1 || place->latin1;
        ck_assert_int_eq(xpgn_stream_next(*first, place, NULL), XPGN_OK);
    } while (place->file_index == 0 || place->offset == 0);
    place->latin1 = latin1;
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK && game.number + 1 < place->number)
        continue;
    ck_assert_int_eq(xpgn_stream_share(&shared, *first), XPGN_OK);
    return shared;
}

/* Whatever is guessed, from the right byte or another, and wherever parts end. */
START_TEST(parts_have_the_games_of_the_file) {
    unsigned seed = (unsigned)_i + 1;
    xpgn_stream *first;
    xpgn_game place = {0}, from;
    xpgn_cut part = {0};
    size_t right = 0, count = 0;
    add_text("1. e4 *\n");
    add_odd_file(&seed, 100000);
    xpgn_stream *shared = share_second(&first, &place);
    from = place;
    for (bool more = true; more; place = part.next) {
        uint64_t to = place.offset + next_random(&seed) % 3000;
        unsigned guess = next_random(&seed) % 4;
        if (guess > 0)
            xpgn_stream_guess(shared, place.offset - (guess < 3 ? 2 : 30), to);
        more = xpgn_stream_cut(shared, &place, to, &part);
        ck_assert(!more || part.next.offset >= to);
        count += more ? expect_part(&part) : 0;
        right += more && part.count > 0 && part.game[0].number == place.number;
    }
    ck_assert_uint_gt(right, 30);
    ck_assert_uint_eq(place.number - from.number, count);
    ck_assert_int_eq(xpgn_stream_start(first, &place, NULL), XPGN_OK);
    xpgn_game rest;
    while (xpgn_stream_next(first, &rest, NULL) == XPGN_OK) {
        ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
        ck_assert(slice_equal(rest.text, game.text) && rest.line == game.line &&
                  rest.number == game.number && rest.latin1 == game.latin1);
    }
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_END);
    xpgn_stream_close(shared);
    xpgn_stream_close(first);
}
END_TEST

START_TEST(a_file_that_shrinks_is_left_to_the_one_stream) {
    unsigned seed = 7;
    xpgn_stream *first;
    xpgn_game place = {0}, last;
    xpgn_cut part;
    add_text("1. e4 *\n");
    add_odd_file(&seed, 400000);
    xpgn_stream *shared = share_second(&first, &place);
    ck_assert_int_eq(truncate(path[1], 150000), 0);
    ck_assert(xpgn_stream_cut(shared, &place, 100000, &part));
    ck_assert(!xpgn_stream_cut(shared, &part.next, 200000, &part) && part.count == 0);
    ck_assert(!xpgn_stream_cut(shared, &(xpgn_game){.file_index = 1, .number = 1, .offset = 300000},
                               390000, &part));
    ck_assert_int_eq(xpgn_stream_start(first, &place, NULL), XPGN_OK);
    while (xpgn_stream_next(first, &last, NULL) == XPGN_OK)
        ck_assert_uint_lt(last.offset, 150000);
    xpgn_stream_close(shared);
    xpgn_stream_close(first);
}
END_TEST

START_TEST(what_is_packed_or_no_file_is_not_shared) {
    xpgn_stream *shared;
    add_text("1. e4 *\n");
    open_stream(0);
    ck_assert_int_eq(xpgn_stream_share(&shared, stream), XPGN_INVALID); /* nothing is open */
    ck_assert_ptr_null(shared);
    add_file(packed, pack_zstd("1. e4 *\n\n1. d4 *\n", 17));
    open_stream(0);
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_stream_next(stream, &game, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_stream_share(&shared, stream), XPGN_INVALID);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("stream");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, several_files_are_one_stream);
    tcase_add_test(tcase, a_game_never_spans_files);
    tcase_add_test(tcase, the_names_are_copied);
    tcase_add_test(tcase, a_missing_file_is_told_and_the_next_one_read);
    tcase_add_test(tcase, a_directory_is_no_file);
    tcase_add_test(tcase, a_long_name_does_not_hide_the_reason);
    tcase_add_test(tcase, progress_counts_bytes_of_all_files);
    tcase_add_test(tcase, closing_takes_null);
    tcase_add_test(tcase, standard_input_is_read_without_names_and_as_a_dash);
    tcase_add_test(tcase, a_slow_pipe_gives_the_same_games);
    tcase_add_test(tcase, an_unreadable_standard_input_is_told);
    tcase_add_test(tcase, compressed_files_are_recognised_by_content);
    tcase_add_loop_test(tcase, large_compressed_files_are_read_whole, 0, 2);
    tcase_add_test(tcase, compressed_parts_one_after_the_other_are_one_file);
    tcase_add_test(tcase, an_empty_compressed_file_holds_no_games);
    tcase_add_loop_test(tcase, games_before_the_damage_are_delivered, 0, 2);
    tcase_add_test(tcase, damaged_compressed_data_is_told);
    tcase_add_test(tcase, a_window_beyond_the_limit_is_told);
    tcase_add_test(tcase, a_magic_number_alone_is_damaged);
    tcase_add_test(tcase, a_thread_that_waits_for_more_ends_with_the_stream);
    tcase_add_test(tcase, a_wrong_checksum_is_told);
    tcase_add_loop_test(tcase, no_damaged_byte_changes_a_game_unseen, 0, FILTERS);
    tcase_add_test(tcase, a_packed_file_that_was_cut_off_is_told);
    tcase_add_test(tcase, what_follows_packed_data_is_padding_or_damage);
    tcase_add_test(tcase, sixteen_and_thirty_two_bit_text_is_refused_with_a_cure);
    tcase_add_loop_test(tcase, bytes_of_a_program_are_read_as_a_file_is, 0, 2);
    tcase_add_test(tcase, bytes_of_a_program_may_be_many);
    tcase_add_test(tcase, bytes_of_a_program_in_utf16_need_a_decoder);
    tcase_add_test(tcase, bytes_that_a_program_cannot_get_are_an_error_after_the_games_before);
    tcase_add_test(tcase, bytes_that_are_not_utf8_are_told_once_a_file);
    tcase_add_test(tcase, a_ctrl_z_or_nuls_behind_the_last_game_are_the_end);
    tcase_add_test(tcase, lines_and_columns_count_from_one_in_every_file);
    tcase_add_test(tcase, columns_count_characters_and_no_byte_order_mark);
    tcase_add_test(tcase, lines_are_right_wherever_the_blocks_end);
    tcase_add_test(tcase, places_in_a_game_become_lines_and_columns_of_the_file);
    tcase_add_test(tcase, many_places_are_found_as_one_by_one);
    tcase_add_test(tcase, a_game_past_the_bound_is_one_game_and_the_next_is_read);
    tcase_add_test(tcase, one_endless_line_is_one_game_past_the_bound);
    tcase_add_test(tcase, a_game_of_the_bounds_size_is_read);
    tcase_add_test(tcase, an_unclosed_comment_costs_one_game_also_past_the_bound);
    tcase_add_test(tcase, what_follows_a_huge_game_needs_a_blank_line_before_it);
    tcase_add_test(tcase, games_past_the_bound_are_the_same_however_they_arrive);
    tcase_add_test(tcase, a_range_goes_through_all_files);
    tcase_add_test(tcase, a_stream_begins_where_it_is_told);
    tcase_add_test(tcase, a_stream_goes_to_games_in_any_order);
    tcase_add_test(tcase, the_bytes_of_a_game_stay_until_the_next_is_asked_for);
    tcase_add_loop_test(tcase, parts_have_the_games_of_the_file, 0, 20);
    tcase_add_test(tcase, a_file_that_shrinks_is_left_to_the_one_stream);
    tcase_add_test(tcase, what_is_packed_or_no_file_is_not_shared);
    RUN_MAIN("stream", tcase);
}
