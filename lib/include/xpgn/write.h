/* SPDX-License-Identifier: MIT */
/* Records, diagrams, reports and pictures as text. */
#ifndef XPGN_WRITE_H
#define XPGN_WRITE_H

#include <xpgn/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- writing records ------------------------------------------------------------------------- */

/*
 * Writes a walked game in the canonical export form (format section 7): complete rolls, canonical
 * notation, move numbers, one comment at each place, lines below 80 columns, an empty line at the
 * end. Reading and writing the output again gives the same bytes.
 *
 *     xpgn_walk_begin(walk, &game);
 *     xpgn_writer_begin(&buffer, writer, walk);
 *     while (xpgn_walk_next(walk, &step) == XPGN_OK)
 *         xpgn_writer_step(writer, step);
 *     status = xpgn_writer_end(writer);
 *
 * Not kept: escape lines (%), empty comments, empty variations, duplicates of tags that the writer
 * generates (FEN, XFEN, SetUp, XPGN), and text that the walk warned about and skipped.
 */
typedef struct xpgn_writer xpgn_writer;

/* How actions are written. All but SAN are for people and other programs: the output is not XPGN,
   though xpgn_import reads it, and the walk must not be one with XPGN_MOVES. LONG, UCI, ICCF and
   DESCRIPTIVE apply to games with chess movement; actions that they cannot express (shots, suicide
   runs, illegal actions that stood) are written as SAN, as are all actions of other games. */
typedef enum xpgn_notation {
    XPGN_NOTATION_SAN,
    XPGN_NOTATION_LONG,       /* Ng1-f3, e4xd5, e7-e8=Q, O-O */
    XPGN_NOTATION_UCI,        /* g1f3, e4d5, e7e8q, e1g1; in Chess960 castling is e1h1, onto the
                                 rook */
    XPGN_NOTATION_FIGURINE,   /* SAN with U+2654 to U+2658 instead of letters */
    XPGN_NOTATION_ICCF,       /* 7163, 5445, 57581, 5171: the squares as digits */
    XPGN_NOTATION_DESCRIPTIVE /* N-KB3, PxP, P-K8(Q), O-O, B-N5 ch, Q-B7 mate, PxP e.p. */
} xpgn_notation;

#define XPGN_WRITER_OPTIONS .size = sizeof(xpgn_writer_options)

typedef struct xpgn_writer_options {
    size_t size;        /* XPGN_WRITER_OPTIONS */
    bool comment_form;  /* write rolls in comments: {[%roll 5:2]} */
    bool minimal;       /* write only the dice of rolls; no + and # */
    bool no_comments;   /* no prose, and no commands except rolls */
    bool no_variations; /* main line only; the walk may skip variations */
    bool no_nags;
    bool digest;    /* add the tag RulesDigest, except for orthodox chess; for rulesets loaded from
                       a file it is added by default, if libsodium is installed */
    bool no_digest; /* never add it; not with `digest` */
    uint32_t width; /* maximum line width in columns; 0: 79 */
    xpgn_notation notation;
    const char *language; /* the code of the language of the piece letters, such as "de"; NULL:
                             English. With SAN and LONG only; the output is not XPGN */
} xpgn_writer_options;

/* `options` may be NULL. XPGN_INVALID: they are not valid. XPGN_NOT_FOUND: there is no such
   language. A writer can write any number of games, one after another. */
XPGN_API xpgn_status xpgn_writer_new(xpgn_writer **out, const xpgn_writer_options *options);
XPGN_API void xpgn_writer_free(xpgn_writer *writer);
/* Starts a game before its first step is taken from the walk; each step appends to the buffer. */
XPGN_API void xpgn_writer_begin(xpgn_buffer *b, xpgn_writer *writer, const xpgn_walk *walk);
/* Writes a step of the walk; call it for every step, in order. Does nothing before
   xpgn_writer_begin. */
XPGN_API void xpgn_writer_step(xpgn_writer *writer, const xpgn_step *step);
/*
 * Call it after the last step. XPGN_INVALID: the walk found errors, so the game cannot be
 * rewritten, or no game was begun; nothing was appended. XPGN_NO_MEMORY, or XPGN_NOT_FOUND (no
 * libsodium to compute the digest): discard what was appended.
 */
XPGN_API xpgn_status xpgn_writer_end(xpgn_writer *writer);
/*
 * Appends movetext without a walk, broken into lines like the writer's, with a line end after the
 * last: for what follows a missing half-move. Words that are not movetext are copied.
 */
XPGN_API xpgn_status xpgn_movetext_write(xpgn_buffer *b, xpgn_slice text);

/* ---- languages ------------------------------------------------------------------------------- */

/* A language that people write games in. */
typedef struct xpgn_language {
    char code[8];               /* "de" (ISO 639-1) */
    char name[24];              /* "German" */
    char letter[XPGN_TYPES][8]; /* [xpgn_type]: the letters of the pieces, UTF-8 */
    bool has_words;             /* captions are translated: formats/words.tsv */
} xpgn_language;

/* The languages in order, English first. Both return false if there is no such index or code. */
XPGN_API bool xpgn_language_at(size_t index, xpgn_language *out);
XPGN_API bool xpgn_language_find(const char *code, xpgn_language *out);
/* Appends a caption such as "White to move" in that language, or in English if it is not
   translated. */
XPGN_API void xpgn_word_translate(xpgn_buffer *b, const char *english,
                                  const xpgn_language *language);

/* ---- diagrams -------------------------------------------------------------------------------- */

typedef enum xpgn_diagram_style {
    XPGN_DIAGRAM_PLAIN,   /* a grid of + - |; ASCII only if captions are ASCII and in English */
    XPGN_DIAGRAM_BOX,     /* a grid of box-drawing characters */
    XPGN_DIAGRAM_UNICODE, /* the same with chess symbols for the pieces */
    XPGN_DIAGRAM_COMPACT  /* one line per rank, one character and a gap per square */
} xpgn_diagram_style;

typedef struct xpgn_arrow {
    xpgn_square from, to;
} xpgn_arrow;

#define XPGN_DIAGRAM_OPTIONS .size = sizeof(xpgn_diagram_options)

/* How to draw a diagram. The default is plain, with coordinates, held pieces and the side to
   move. */
typedef struct xpgn_diagram_options {
    size_t size; /* XPGN_DIAGRAM_OPTIONS */
    xpgn_diagram_style style;
    bool flip;                /* show the board from Black's side */
    bool no_coordinates;      /* no file letters, no rank numbers */
    bool no_turn;             /* no line with the side to move */
    bool no_held;             /* no removed pieces or prisoners beside the board */
    const xpgn_square *marks; /* squares to mark; squares off the board are ignored */
    size_t mark_count;
    const xpgn_arrow *arrows; /* drawn if they are straight, and always listed below the board */
    size_t arrow_count;
    const xpgn_facts *combat; /* a combat fought from this position, or NULL */
    const char *number;       /* "12...", printed before the combat's action; or NULL */
    const char *caption;      /* UTF-8 text below the board, with ' ' between lines; or NULL */
    const char *mark_signs;   /* one sign for each mark, printable ASCII; NULL: [ for all */
    const xpgn_square *crop;  /* two opposite corners of the part of the board to draw; the whole
                                 board if NULL or if one is off the board */
    const char *language;     /* the code of the language of all words and piece letters, such as
                                 "de"; it must have xpgn_language.has_words. NULL: English */
    bool color;     /* for terminals: pieces in the colours of their seats, marked squares in
                       reverse video (ECMA-48 SGR) */
    bool no_report; /* no report of the combat below the board */
    bool narrow;    /* compact style: signs go into the gaps between pieces, which is less clear */
    unsigned width; /* the most columns of lines below the board; 0: any */
    const char
        *mark_colors; /* one letter for each mark, and for each arrow, as records have them */
    const char *arrow_colors; /* in [%csl Gd4] and [%cal Gd2d4]: G green, R red, Y yellow, B blue,
                                 C cyan, O orange; any other: none. A color has its own sign, !
                                 + ? = ( or [, in place of mark_signs. NULL: none */
    const xpgn_square *tints; /* squares of pictures with a tint over their colour */
    size_t tint_count;
} xpgn_diagram_options;

/*
 * Appends a diagram: lines that end with LF and have the same width in characters (code points). A
 * `*` follows a wounded piece, and the hit points left a piece that has lost some. Marked squares
 * are shown as [e4] (box and unicode: in a heavy frame), the ends of an arrow as <e> and >d<,
 * supporters of the combat as (e). Other mark signs are written on both sides of their square,
 * except `.` (a dot) and digits, which go into the middle of an empty one. A part of a board has no
 * pieces beside it. The report of the combat (xpgn_combat_write) follows below the board. `options`
 * may be NULL. False, and nothing is appended, if they are not valid or the position is on another
 * board.
 */
XPGN_API bool xpgn_diagram_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                 const xpgn_diagram_options *options);

/* ---- reports --------------------------------------------------------------------------------- */

/*
 * Appends the report of a combat: attacker and defender, the sum of each side with every supporter,
 * the fates and the rule. `p` is the position before it, `number` as above. Lines end with LF and
 * are not padded. Appends nothing if there was no combat. If the dice have not fallen (no exchanges
 * in facts->roll) only the sums are written. `p` may be NULL: a combat without a position.
 */
XPGN_API void xpgn_combat_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                const xpgn_facts *facts, const char *number);
/* The form of reports: aligned columns, or, for programs, rows of three cells (label, text, total
   or rule) separated by tabs, with headings as single cells. */
typedef enum xpgn_report_form { XPGN_REPORT_LINES, XPGN_REPORT_CELLS } xpgn_report_form;
/*
 * Appends the report of an action of any kind: its turn roll, combat, teleport, escape attempt and
 * promotion; nothing if it has none of these.
 */
XPGN_API void xpgn_report_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                const xpgn_facts *facts, const char *number, xpgn_report_form form);
/* Appends who won and by which rule; nothing if the game did not end by the rules. `p` is any
   position of the game. */
XPGN_API void xpgn_outcome_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                                 const xpgn_outcome *outcome, xpgn_report_form form);
/* Appends the attribute table of a ruleset, in a language that diagrams know (NULL: English).
   False, and nothing is appended, if it has none or there is no such style or language. */
XPGN_API bool xpgn_attributes_write(xpgn_buffer *b, const xpgn_ruleset *rs,
                                    xpgn_diagram_style style, const char *language);

/* ---- pictures -------------------------------------------------------------------------------- */

/*
 * Themes define colours, patterns that tell the sides apart without colour, and the font. The names
 * of the built-in themes (`index` from 0), NULL past the last; and the text of a theme, as in
 * formats/themes, data NULL if there is no theme with that name.
 */
XPGN_API const char *xpgn_theme_name(size_t index);
XPGN_API xpgn_slice xpgn_theme_text(const char *name);

typedef enum xpgn_svg_border {
    XPGN_SVG_LINE, /* a thin line around the board */
    XPGN_SVG_THICK,
    XPGN_SVG_NO_BORDER
} xpgn_svg_border;

#define XPGN_SVG_OPTIONS .size = sizeof(xpgn_svg_options)

/* Options for pictures. Lengths are in hundredths of a millimetre. */
typedef struct xpgn_svg_options {
    size_t size;      /* XPGN_SVG_OPTIONS */
    xpgn_slice theme; /* the text of a theme; size 0: the theme `print` */
    uint32_t square;  /* the side of a square, from 300 to 5000; 0: 900, or on a sheet what fits */
    uint32_t columns; /* figures side by side; 0: 1 */
    xpgn_svg_border border;
    bool inside;    /* coordinates in the squares at the edge instead of beside the board */
    bool corners;   /* the attributes of each piece in the corners of its square */
    bool element;   /* each picture is an element for an HTML page: without an XML declaration, and
                       without the definitions that all pictures of the page share */
    uint32_t sheet; /* if not 0: the width of a sheet on which the figures are numbered and
                       arranged in columns (two if `columns` is 0), each with its caption
                       below it */
    const char *language; /* of the word before the numbers on a sheet, as in
                             xpgn_diagram_options */
    uint32_t step;  /* if not 0: the figures are the steps of an animation in one place, each shown
                       for this many hundredths of a second, at most 360000; not with `sheet` or
                       `element` */
    uint32_t still; /* the step shown where animations do not run, counted back from the last (0) */
    bool fragment;  /* as `element`, but the page has the title and description; no ids, size, paper
                       or font, and colours are properties of its CSS: --diagram-light, the theme's
                       if it does not set that */
    xpgn_slice pieces; /* a file of drawings like formats/pieces.svg, which precede the built-in
                          ones; it must stay as long as the picture. Size 0: none */
    const char *font;  /* instead of the theme's: "Helvetica, sans-serif"; "inherit" is the font of
                          the page that the picture is part of: text has its colour then, and there
                          is no paper. NULL: the theme's. It must stay as long as the picture */
} xpgn_svg_options;

/*
 * A picture as SVG 1.1: figures in rows, sized in millimetres. Text stays text; each figure has a
 * title and a description for those who cannot see it.
 */
typedef struct xpgn_svg xpgn_svg;

/* `options` may be NULL. XPGN_INVALID: they are not valid. Faults in a theme are not a failure:
   they are returned by xpgn_svg_findings, and the faulty values are taken from the theme
   `print`. */
XPGN_API xpgn_status xpgn_svg_new(xpgn_svg **out, const xpgn_svg_options *options);
XPGN_API void xpgn_svg_free(xpgn_svg *svg);
/* The findings about the theme, all errors, with places in its text. */
XPGN_API const xpgn_finding *xpgn_svg_findings(const xpgn_svg *svg, size_t *count);
/* Adds a diagram. `options` may be NULL; their style is ignored. False, and nothing is added, if
   they are not valid or the position is on another board. */
XPGN_API bool xpgn_svg_diagram(xpgn_svg *svg, const xpgn_ruleset *rs, const xpgn_position *p,
                               const xpgn_diagram_options *options);
/* Adds the attribute table of a ruleset, in a language as in xpgn_diagram_options (NULL: English).
   False, and nothing is added, if it has none or there is no such language. */
XPGN_API bool xpgn_svg_attributes(xpgn_svg *svg, const xpgn_ruleset *rs, const char *language);
/* The next figure begins a new row. */
XPGN_API void xpgn_svg_end_row(xpgn_svg *svg);
/* Appends a picture of the figures added so far and forgets them; nothing if there are none. */
XPGN_API void xpgn_svg_write(xpgn_buffer *b, xpgn_svg *svg);

/* ---- options without designated initializers ------------------------------------------------- */

xpgn_init_of(xpgn_writer_options) xpgn_init_of(xpgn_diagram_options) xpgn_init_of(xpgn_svg_options)

#ifdef __cplusplus
}
#endif

#endif
