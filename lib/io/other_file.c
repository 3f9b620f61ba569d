/* SPDX-License-Identifier: MIT */
#include "io/other_file.h"
#include "internal/meant.h"

#include "core/base/slice.h"
#include "core/forms/scan.h"

#include <string.h>
#include <strings.h>

/* What each kind is, and what can be done about it; NULL: nothing but to leave it out. */
static const struct {
    const char *name, *cure;
} kinds[XPGN_NO_RECORDS] = {
    [XPGN_NO_RECORD_TEXT] = {"text with neither tags nor half-moves", NULL},
    [XPGN_NO_RECORD_JSON] = {"JSON", NULL},
    [XPGN_NO_RECORD_TABLE] = {"a table without half-moves, or about files", NULL},
    [XPGN_NO_RECORD_PNG] = {"a PNG image", NULL},
    [XPGN_NO_RECORD_JPEG] = {"a JPEG image", NULL},
    [XPGN_NO_RECORD_GIF] = {"a GIF image", NULL},
    [XPGN_NO_RECORD_IMAGE] = {"an image", NULL},
    [XPGN_NO_RECORD_PDF] = {"a PDF document", "copy its text into a file"},
    [XPGN_NO_RECORD_ZIP] = {"a ZIP archive", "unpack it first"},
    [XPGN_NO_RECORD_WORKBOOK] = {"a workbook of Excel or LibreOffice",
                                 "save it as CSV; xpgn-fmt --import reads that"},
    [XPGN_NO_RECORD_WORD] = {"a document of Word or LibreOffice",
                             "save it as plain text; xpgn-fmt --import reads that"},
    [XPGN_NO_RECORD_RTF] = {"a formatted document (RTF)",
                            "save it as plain text; xpgn-fmt --import reads that"},
    [XPGN_NO_RECORD_OFFICE] = {"an old document of Word or Excel",
                               "save it as plain text or CSV; xpgn-fmt --import reads these"},
    [XPGN_NO_RECORD_ARCHIVE] = {"an archive of files", "unpack it first"},
    [XPGN_NO_RECORD_SQLITE] = {"a database (SQLite)", "export its games as PGN"},
    [XPGN_NO_RECORD_SCID] = {"a database of Scid", "export its games as PGN"},
    [XPGN_NO_RECORD_CHESSBASE] = {"a database of ChessBase", "export its games as PGN"},
    [XPGN_NO_RECORD_BINARY] = {"binary data", NULL},
    [XPGN_NO_RECORD_SGF] = {"a game tree in SGF, not chess", NULL},
    [XPGN_NO_RECORD_BACKGAMMON] = {"a match of backgammon", NULL},
    [XPGN_NO_RECORD_HTML] = {"a web page without tags of games",
                             "xpgn-fmt --import reads half-moves in a page"},
    [XPGN_NO_RECORD_XML] = {"XML", NULL}};

const char *xpgn_no_record_name(xpgn_no_record kind) {
    return kind < XPGN_NO_RECORDS ? kinds[kind].name : NULL;
}

const char *xpgn_no_record_cure(xpgn_no_record kind) {
    return kind < XPGN_NO_RECORDS ? kinds[kind].cure : NULL;
}

/* ---- by signatures --------------------------------------------------------------------------- */

static const struct {
    const char *bytes;
    xpgn_no_record kind;
    uint16_t at, size;
} signatures[] = {{"\x89PNG", XPGN_NO_RECORD_PNG, 0, 4},
                  {"\xFF\xD8\xFF", XPGN_NO_RECORD_JPEG, 0, 3},
                  {"GIF8", XPGN_NO_RECORD_GIF, 0, 4},
                  {"WEBP", XPGN_NO_RECORD_IMAGE, 8, 4},
                  {"ftypheic", XPGN_NO_RECORD_IMAGE, 4, 8},
                  {"ftypavif", XPGN_NO_RECORD_IMAGE, 4, 8},
                  {"II*\0", XPGN_NO_RECORD_IMAGE, 0, 4}, /* TIFF */
                  {"MM\0*", XPGN_NO_RECORD_IMAGE, 0, 4},
                  {"%PDF-", XPGN_NO_RECORD_PDF, 0, 5},
                  {"PK\x03\x04", XPGN_NO_RECORD_ZIP, 0, 4},
                  {"PK\x05\x06", XPGN_NO_RECORD_ZIP, 0, 4}, /* an empty one */
                  {"{\\rtf", XPGN_NO_RECORD_RTF, 0, 5},
                  {"\xD0\xCF\x11\xE0", XPGN_NO_RECORD_OFFICE, 0, 4},
                  {"7z\xBC\xAF\x27\x1C", XPGN_NO_RECORD_ARCHIVE, 0, 6},
                  {"Rar!\x1A\x07", XPGN_NO_RECORD_ARCHIVE, 0, 6},
                  {"ustar", XPGN_NO_RECORD_ARCHIVE, 257, 5},
                  {"SQLite format 3", XPGN_NO_RECORD_SQLITE, 0, 15},
                  {"Scid.si", XPGN_NO_RECORD_SCID, 0, 7},                 /* the index, .si4 */
                  {"Scid.sn", XPGN_NO_RECORD_SCID, 0, 7},                 /* the names, .sn4 */
                  {"\0\0\x24\0\x2E\x01", XPGN_NO_RECORD_CHESSBASE, 0, 6}, /* .cbh */
                  {"\0\0\x2C\0\x2E\x01", XPGN_NO_RECORD_CHESSBASE, 0, 6},
                  {"\x7F"
                   "ELF",
                   XPGN_NO_RECORD_BINARY, 0, 4}};

/* What is in an archive, by the names of its first files. */
static xpgn_no_record kind_of_zip(xpgn_slice head) {
    if (slice_contains(head, "xl/") || slice_contains(head, "opendocument.spreadsheet"))
        return XPGN_NO_RECORD_WORKBOOK;
    bool word = slice_contains(head, "word/") || slice_contains(head, "opendocument.text");
    return word ? XPGN_NO_RECORD_WORD : XPGN_NO_RECORD_ZIP;
}

/* ---- by the form of a text ------------------------------------------------------------------- */

/* (;GM[1]FF[4] */
static bool is_sgf(const char *p, const char *end) {
    xpgn_slice near = {p, (size_t)(end - p) < 200 ? (size_t)(end - p) : 200};
    return near.size > 2 && *p == '(' && *scan_white(p + 1, end - 1) == ';' &&
           (slice_contains(near, "GM[") || slice_contains(near, "FF["));
}

/* "7 point match", below remarks that begin with a semicolon. */
static bool is_backgammon(const char *p, const char *end) {
    while (p < end && *p == ';')
        p = scan_white(scan_line(p, end), end);
    const char *q = scan_digits(p, end);
    return q > p && q - p < 4 && end - q > 12 && memcmp(q, " point match", 12) == 0;
}

static bool begins_with(const char *p, const char *end, const char *text) {
    size_t size = strlen(text);
    return (size_t)(end - p) >= size && strncasecmp(p, text, size) == 0;
}

static xpgn_no_record kind_of_text(xpgn_slice head) {
    const char *end = head.data + head.size, *p = head.data;
    p = scan_white(p + (begins_with(p, end, "\xEF\xBB\xBF") ? 3 : 0), end);
    if (p == end)
        return XPGN_NO_RECORD_NOT;
    if (is_sgf(p, end))
        return XPGN_NO_RECORD_SGF;
    return is_backgammon(p, end) ? XPGN_NO_RECORD_BACKGAMMON : XPGN_NO_RECORD_NOT;
}

xpgn_no_record other_file(xpgn_slice head) {
    head.size = head.size < OTHER_FILE_HEAD ? head.size : OTHER_FILE_HEAD;
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        size_t at = signatures[i].at, size = signatures[i].size;
        xpgn_no_record kind = signatures[i].kind;
        if (head.size >= at + size && memcmp(head.data + at, signatures[i].bytes, size) == 0)
            return kind == XPGN_NO_RECORD_ZIP ? kind_of_zip(head) : kind;
    }
    return kind_of_text(head);
}

/* {"a": or [{"a": or ["a" */
static bool is_json(const char *p, const char *end) {
    const char *q = scan_white(p + 1, end);
    if (*p == '[' && q < end && *q == '{')
        q = scan_white(q + 1, end);
    const char *close = q + 1 < end && *q == '"' ? memchr(q + 1, '"', (size_t)(end - q - 1)) : NULL;
    const char *next = close != NULL ? scan_white(close + 1, end) : end;
    return next < end && (*next == ':' || (*p == '[' && *next == ','));
}

/* True if there are tags of a game, written plainly. */
static bool has_tags(xpgn_slice head) {
    return slice_contains(head, "[Event ") || slice_contains(head, "[White ") ||
           slice_contains(head, "[Result ");
}

xpgn_no_record other_file_undecoded(xpgn_slice head) {
    xpgn_no_record kind = other_file(head);
    const char *end = head.data + head.size, *p = scan_white(head.data, end);
    if (kind != XPGN_NO_RECORD_NOT || p == end || (*p != '<' && *p != '{' && *p != '['))
        return kind;
    if ((*p != '<' && !is_json(p, end)) || has_tags(head))
        return XPGN_NO_RECORD_NOT;
    if (*p != '<')
        return XPGN_NO_RECORD_JSON;
    if (begins_with(p, end, "<!doctype html") || begins_with(p, end, "<html"))
        return XPGN_NO_RECORD_HTML;
    bool xml = begins_with(p, end, "<?xml") || begins_with(p, end, "<svg");
    return xml ? XPGN_NO_RECORD_XML : XPGN_NO_RECORD_NOT;
}
