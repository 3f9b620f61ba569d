/* SPDX-License-Identifier: MIT */
/* Score sheets and pasted files: corrections, import, decoding, comparing. */
#ifndef XPGN_SHEETS_H
#define XPGN_SHEETS_H

#include <xpgn/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- corrections: fixes that are made -------------------------------------------------------- */

/* The level of a fix of a finding about the game with this text. For LIKELY, a walk with the fix
   must still find no error: xpgn_fixer_run checks that. */
XPGN_API xpgn_fix_level xpgn_fix_level_of(xpgn_slice text, const xpgn_finding *f, uint32_t fix);
/* "certain", "likely", "ask" or "never"; NULL if there is no such level. Static. */
XPGN_API const char *xpgn_fix_level_name(unsigned level);

/* A row of the log of corrections: bytes that were replaced. */
typedef struct xpgn_correction {
    uint32_t number; /* of the correction, from 1, shared by its parts and its mark; 0: the tag
                        Corrected */
    uint64_t offset; /* in the text as it was after the corrections before this one */
    xpgn_slice was, is;
    const char *code; /* of the finding; "undo": this row took back the correction with this
                         number */
    const char *turn; /* "3. Nxd5"; "" in the tags */
    xpgn_fix_level level;
    double probability; /* the probability that this was meant, 0 to 1; 1: certain; 0: not known */
    bool counted;       /* it changed the meaning of the record, so the tag Corrected counts it */
    uint64_t line, column;
} xpgn_correction;

/* The corrections of a game in order; the array is the caller's. */
typedef struct xpgn_corrections {
    xpgn_correction *row;
    size_t count, capacity;
} xpgn_corrections;

typedef enum xpgn_answer_kind {
    XPGN_ANSWER_SKIP,
    XPGN_ANSWER_FIX,     /* the fix of that index */
    XPGN_ANSWER_TEXT,    /* other text for the half-move */
    XPGN_ANSWER_MISSING, /* nobody knows: {[%missing]} */
    XPGN_ANSWER_STOOD,   /* it was played: [%illegal stood] */
    XPGN_ANSWER_BACK,    /* go back to the previous question, dropping its answer and what followed
                            from it; refused at the first question */
    XPGN_ANSWER_QUIT     /* ask nothing more */
} xpgn_answer_kind;

typedef struct xpgn_answer {
    xpgn_answer_kind kind;
    uint32_t fix;
    xpgn_slice text; /* must stay valid until the next question */
} xpgn_answer;

/* A finding whose fix has to be chosen. */
typedef struct xpgn_question {
    const xpgn_game *game; /* as corrected so far */
    const xpgn_finding *finding;
    uint32_t settles;    /* half-moves that become playable with the first fix */
    const char *refused; /* why the previous answer was refused; NULL: it was not, or there was
                            none */
} xpgn_question;

typedef struct xpgn_fixer_options {
    size_t size;          /* XPGN_FIXER_OPTIONS */
    xpgn_fix_level level; /* fixes up to this level are made: CERTAIN or LIKELY */
    bool incomplete;      /* keep the fixes even if the game does not become legal */
    bool no_marks;        /* write neither {[%was TEXT]} nor the tag Corrected */
    /* Called for the other fixes; NULL: they are not made. Its answers are kept whether the game
       becomes legal or not. */
    xpgn_answer (*ask)(void *data, const xpgn_question *question);
    void *data;
} xpgn_fixer_options;
#define XPGN_FIXER_OPTIONS .size = sizeof(xpgn_fixer_options)

/* Makes the corrections of one game at a time. */
typedef struct xpgn_fixer xpgn_fixer;
/* `options` may be NULL. XPGN_INVALID: they are not valid. */
XPGN_API xpgn_status xpgn_fixer_new(xpgn_fixer **out, xpgn_catalog *catalog,
                                    const xpgn_fixer_options *options);
XPGN_API void xpgn_fixer_free(xpgn_fixer *fixer);
/*
 * Makes one fix, walks the game again, and so on, until it is legal or no fix may be made; a second
 * run changes nothing. A game that does not become legal stays as it was, unless `incomplete` is
 * set or a question was answered; a game with sealed dice always stays as it was. XPGN_INVALID: the
 * game still has errors.
 */
XPGN_API xpgn_status xpgn_fixer_run(xpgn_fixer *fixer, const xpgn_game *game);
/* The text of the game after the run; like the corrections below, valid until the next run. */
XPGN_API xpgn_slice xpgn_fixer_text(const xpgn_fixer *fixer);
/* The replacements in order; numbers and offsets count within this game. */
XPGN_API const xpgn_correction *xpgn_fixer_corrections(const xpgn_fixer *fixer, size_t *count);

/*
 * Undoes correction `number` in `text`, the result of the corrections in *list, and appends the
 * text without it to *b. The tag Corrected is lowered to match, unless it was changed by hand. Rows
 * that record the undoing are added to the list, whose capacity must be at least 3 * count + 2.
 * Other parts of the text may have been changed since. XPGN_INVALID: there is no such correction,
 * it was already undone, its bytes are no longer there, or the list has no room; *fault has the
 * place and the reason, and nothing is appended or added. Slices of the new rows are those of the
 * list, or point into *b.
 */
XPGN_API xpgn_status xpgn_correction_undo(xpgn_buffer *b, xpgn_corrections *list, uint32_t number,
                                          xpgn_slice text, xpgn_fault *fault);

/* ---- import: what people write --------------------------------------------------------------- */

/* A reader of games as people write them, for one game at a time. */
typedef struct xpgn_import xpgn_import;

/*
 * `language`: the code of the language in which all games are written ("de"); NULL: it is inferred
 * for each game from all its words. XPGN_NOT_FOUND: there is no such language.
 */
XPGN_API xpgn_status xpgn_import_new(xpgn_import **out, xpgn_catalog *catalog,
                                     const char *language);
XPGN_API void xpgn_import_free(xpgn_import *import);
/*
 * Reads a game, which must stay valid. A game without errors is taken as it is. XPGN_OK: it can be
 * read to its end in exactly one way. XPGN_INVALID: it cannot, or different readings are possible,
 * as *fault (may be NULL) says; what could be read is available nonetheless.
 */
XPGN_API xpgn_status xpgn_import_read(xpgn_import *import, const xpgn_game *game,
                                      xpgn_fault *fault);
/*
 * Lets a walk read games as people write them: if a game has an error in its actions and the import
 * can read it, the walk takes the imported game. One finding (M-18) for each form reports this,
 * with all its words as fixes. Places of findings refer to the game as written, steps and tags to
 * the game as read. With XPGN_VERDICT other games cost nothing extra; with steps each is played
 * twice. Findings are complete after the last step. The import must outlive the walk's last game
 * and must not be used otherwise meanwhile; pass NULL to detach it.
 */
XPGN_API void xpgn_walk_import(xpgn_walk *walk, xpgn_import *import);
/* The game in the notation of the format, with everything else as it was; valid until the next
   game. */
XPGN_API xpgn_game xpgn_import_game(const xpgn_import *import);

/* ---- decoding: from pasted files to text ----------------------------------------------------- */

/* What a decoder replaces or removes, and what is counted of it. */
typedef enum xpgn_decoded {
    XPGN_DECODED_UTF16,      /* 1: the file is UTF-16 */
    XPGN_DECODED_ENTITIES,   /* entities of HTML */
    XPGN_DECODED_MARKUP,     /* tags of HTML that were left out */
    XPGN_DECODED_QUOTES,     /* tag pairs with typographic quotes or brackets */
    XPGN_DECODED_WIDE,       /* full-width characters */
    XPGN_DECODED_ZERO_WIDTH, /* zero-width characters */
    XPGN_DECODED_MAIL,       /* lines quoted with > */
    XPGN_DECODED_FENCES,     /* records in Markdown code fences */
    XPGN_DECODED_LEFT_OUT,   /* lines around fences or quoted text that were left out */
    XPGN_DECODED_ROWS,       /* rows of moves in a table */
    XPGN_DECODED_LATEX,      /* escapes of LaTeX: \\# */
    XPGN_DECODED_TURNS,      /* turns of a game in JSON, as a server has it */
    XPGN_DECODED_NO_RECORD,  /* the file is no record: an xpgn_no_record */
    XPGN_DECODEDS
} xpgn_decoded;

/* What a file is that is no record; nothing of it is decoded. */
typedef enum xpgn_no_record {
    XPGN_NO_RECORD_NOT,  /* it may be one */
    XPGN_NO_RECORD_TEXT, /* text with neither tags nor half-moves */
    XPGN_NO_RECORD_JSON,
    XPGN_NO_RECORD_TABLE, /* a table without half-moves, or one about files */
    XPGN_NO_RECORD_PNG,
    XPGN_NO_RECORD_JPEG,
    XPGN_NO_RECORD_GIF,
    XPGN_NO_RECORD_PDF,
    XPGN_NO_RECORD_ZIP,
    XPGN_NO_RECORD_RTF,
    XPGN_NO_RECORD_OFFICE, /* old Word and Excel */
    XPGN_NO_RECORD_BINARY, /* NUL bytes */
    XPGN_NO_RECORD_IMAGE,  /* of another format */
    XPGN_NO_RECORD_WORKBOOK,
    XPGN_NO_RECORD_WORD,
    XPGN_NO_RECORD_ARCHIVE,
    XPGN_NO_RECORD_SQLITE,
    XPGN_NO_RECORD_SCID,
    XPGN_NO_RECORD_CHESSBASE,
    XPGN_NO_RECORD_SGF,
    XPGN_NO_RECORD_BACKGAMMON,
    XPGN_NO_RECORD_HTML, /* without games, as far as can be seen */
    XPGN_NO_RECORD_XML,
    XPGN_NO_RECORDS
} xpgn_no_record;

/* Turns files as people paste and save them into text that a stream can read: xpgn-notations(7). */
typedef struct xpgn_decoder xpgn_decoder;
XPGN_API xpgn_status xpgn_decoder_new(xpgn_decoder **out);
XPGN_API void xpgn_decoder_free(xpgn_decoder *d);
/* The kind of a file. */
typedef enum xpgn_source {
    XPGN_FROM_AUTO,  /* decided for each file by its contents */
    XPGN_FROM_PGN,   /* records */
    XPGN_FROM_TABLE, /* rows of moves: CSV, with commas, semicolons or tabs */
    XPGN_FROM_ANY    /* as AUTO, but a record whose first lines need no decoding is read as it is,
                        and keeps its places */
} xpgn_source;
/* Sets the kind of the files to come; the default is AUTO. */
XPGN_API void xpgn_decoder_from(xpgn_decoder *d, xpgn_source from);
/*
 * Decodes the next bytes of a file and appends the result, which may lag behind until the end of a
 * line. `last`: the file ends, and the next call begins another. A file with nothing to decode
 * comes out byte for byte; a table comes out at its end, each row on its line. If memory runs out,
 * out->failed is set.
 */
XPGN_API void xpgn_decoder_put(xpgn_buffer *out, xpgn_decoder *d, xpgn_slice bytes, bool last);
/* The counts for the current file so far, indexed by xpgn_decoded; they stay until the first bytes
   of the next file. */
XPGN_API const uint64_t *xpgn_decoder_counts(const xpgn_decoder *d);
/*
 * Lets a stream read its files through a decoder, which must outlive it. Call it before the first
 * game; later it does nothing. Line numbers are still those of the files, offsets are not, and
 * xpgn_stream_start is not possible. `done`, which may be NULL, is called after the last game of
 * each file, with `data` and the name of the file. XPGN_NO_MEMORY is the only failure.
 */
XPGN_API xpgn_status xpgn_stream_decode(xpgn_stream *s, xpgn_decoder *d,
                                        void (*done)(void *data, const char *file), void *data);

/* ---- comparing: several records of one game -------------------------------------------------- */

/*
 * Compares the score sheets of one game, written by several people, with each other and with the
 * rules. It looks for the legal record from which the sheets differ by the least costly slips of
 * the pen: half-moves misread, left out, doubled or exchanged with the next, dice misread or
 * exchanged, wrong counts, totals and fates, shifted move numbers, another result. The costs are
 * those of the search for the most probable mistake (the option `repair` of a walk).
 *
 *     xpgn_merge_compare(sheets, games, 2, &fault);
 *     list = xpgn_merge_differences(sheets, &count);
 *     xpgn_merge_write(&text, sheets);               a record that xpgn_walk finds legal
 *
 * The effort is limited: at each point of the sheets the best 96 positions are followed, and the
 * best 4 once 200,000 actions have been played. The result depends on the sheets only.
 */
typedef struct xpgn_merge xpgn_merge;

enum { XPGN_MAX_SHEETS = 8 };

/* What happened to a half-move on its way into a sheet. */
typedef enum xpgn_slip {
    XPGN_SLIP_NONE,
    XPGN_SLIP_ACTION,   /* misread */
    XPGN_SLIP_DICE,     /* a die misread, dice exchanged, the roll left out */
    XPGN_SLIP_FIELD,    /* a count, total, loss, fate or castle that contradicts the dice */
    XPGN_SLIP_NUMBER,   /* its move number is wrong, missing or superfluous */
    XPGN_SLIP_LEFT_OUT, /* the sheet does not have it */
    XPGN_SLIP_TOO_MUCH, /* only the sheet has it: written twice, or never played */
    XPGN_SLIP_ORDER,    /* exchanged with the next one */
    XPGN_SLIP_RESULT,   /* another result, or none */
    XPGN_SLIP_TAG       /* another value of a tag */
} xpgn_slip;

/* What a sheet has at a difference. */
typedef struct xpgn_reading {
    xpgn_slip slip;    /* NONE: what the record has */
    xpgn_place place;  /* in the sheet; length 0: where the missing text belongs */
    const char *text;  /* as written, with its roll; "" if the sheet has nothing here */
    bool allowed;      /* with this reading the record is legal to its end, or to the first
                          half-move that is missing in it */
    const char *until; /* if not `allowed`: the first turn that is illegal, "7... Bg4"; NULL if
                          allowed, or if it cannot be said, after a missing half-move */
    const char *read;  /* the text in the notation of the format */
} xpgn_reading;

/* A place where at least one sheet differs from the record. */
typedef struct xpgn_difference {
    uint32_t ply;       /* the turn, from 1; 0: a tag */
    const char *turn;   /* "5. Nf3" as in the record, "5." if that has nothing here, the name of a
                           tag, or "result" */
    const char *text;   /* what the record has, with its roll: "exd5 <5:2>"; "": nothing */
    const char *tied;   /* another reading of equal cost: "Nd2", "nothing"; NULL: none */
    const char *was;    /* what a sheet has, if no sheet has what the record has, but this is one
                           slip away, and no action that the rest allows is nearer; else NULL */
    bool guess;         /* no sheet supports it, but nothing else can be played there; only if
                           guesses are enabled */
    bool missing;       /* no sheet supports it: "{[%missing]}" */
    bool stop;          /* what the sheets have from here on is not explained */
    bool mixed;         /* no sheet has all of it: the action is from one sheet, the dice from
                           another */
    uint32_t choices;   /* guess: the number of legal actions there; the rest of the game fits only
                           one */
    double probability; /* the probability that this was played, judged by its support; 0: it is not
                           written, or is not a half-move */
    uint8_t witnesses;  /* bit per sheet (bit 0 the first) that has this with its dice, even if
                           number, counts, totals, fates or order are wrong */
    xpgn_reading reading[XPGN_MAX_SHEETS];
} xpgn_difference;

XPGN_API xpgn_status xpgn_merge_new(xpgn_merge **out, xpgn_catalog *catalog);
XPGN_API void xpgn_merge_free(xpgn_merge *sheets);
/* Sets, for later comparisons, whether a half-move that no sheet supports is filled in where the
   rest of the game fits only one action. By default it is not: it is marked as missing. */
XPGN_API void xpgn_merge_guess(xpgn_merge *sheets, bool guess);
/*
 * Compares `count` sheets (2 to XPGN_MAX_SHEETS), whose texts must stay valid. A sheet without the
 * tag Variant or a start position takes those of the others. XPGN_INVALID: they are not records of
 * one game, or no legal record was found; *fault (may be NULL) says why. If only the first part of
 * the sheets can be explained, the record ends there with a missing half-move (`stop`).
 */
XPGN_API xpgn_status xpgn_merge_compare(xpgn_merge *sheets, const xpgn_game *games, size_t count,
                                        xpgn_fault *fault);
/* The differences in the order of the game, valid until the next comparison. */
XPGN_API const xpgn_difference *xpgn_merge_differences(const xpgn_merge *sheets, size_t *count);
/*
 * Appends the record, with the tags, comments and NAGs of the first sheet that has them. Comments
 * mark a tie ("tie: or Nd2"), a half-move that no sheet supports ("guess: one of 23", the number of
 * legal actions there), the text of a sheet for a half-move that none has ("[%was Nh3]"), the
 * beginning and end of a stretch that only one sheet has ("one sheet from here", then "both sheets
 * from here", with more than two "several sheets from here"), and dice from a sheet that does not
 * have the action ("dice of another sheet"). A half-move that no sheet supports is "{[%missing]}"
 * unless it is guessed; what follows is copied from the sheets. The text is not in export form: use
 * xpgn_writer for that.
 */
XPGN_API void xpgn_merge_write(xpgn_buffer *b, const xpgn_merge *sheets);

/* ---- options without designated initializers ------------------------------------------------- */

xpgn_init_of(xpgn_fixer_options)

#ifdef __cplusplus
}
#endif

#endif
