/* SPDX-License-Identifier: MIT */
/* Records, diagrams, charts and pictures, beyond what xpgn/write.h has. */
#ifndef XPGN_INTERNAL_WRITERS_H
#define XPGN_INTERNAL_WRITERS_H

#include <xpgn/write.h>

typedef struct xpgn_entry xpgn_entry; /* xpgn/record.h */

/* ---- records --------------------------------------------------------------------------------- */

/*
 * Call it after the last step: finds the last turn of the main line in the text written. *kept is
 * the number of bytes before its move number, *from the offset of its first action or turn roll.
 * False if there is no turn.
 */
bool xpgn_writer_turn(const xpgn_writer *writer, size_t *kept, size_t *from);
/*
 * Starts writing a walk begun with xpgn_walk_resume, instead of xpgn_writer_begin. It writes what
 * follows the first *kept bytes (xpgn_writer_turn) of `before`, a writer with the same options.
 * XPGN_NOT_FOUND: `before` has no turn.
 */
xpgn_status xpgn_writer_resume(xpgn_buffer *b, xpgn_writer *writer, const xpgn_writer *before,
                               const xpgn_walk *walk);
/* The tag pairs to be written instead of those of the walk, whose last step has come. */
typedef const xpgn_tag *(*xpgn_tag_edit)(void *data, const xpgn_walk *walk, size_t *count);
/* From the next game on the writer asks `edit` for the tag pairs, at the last step of a game, so
   that they may say what is known at its end; NULL: it writes those of the record. They may differ
   from these only in what neither the rules nor the start position depend on. */
void xpgn_writer_edit_tags(xpgn_writer *writer, xpgn_tag_edit edit, void *data);
/* Replaces the contents of `to` by a copy of `from`. */
xpgn_status xpgn_record_copy(xpgn_record *to, const xpgn_record *from);
/* Removes an action that does not count, and keeps its dice as an annulled entry. XPGN_INVALID also
   if it has no dice. */
xpgn_status xpgn_record_annul(xpgn_record *record, size_t entry);

/* The colour of a letter in [%csl Gd4], "green"; NULL if it is none. */
const char *xpgn_mark_color_name(char letter);
/* Appends an entry as it is written in a record: number, turn roll, action, roll, prisoner, NAGs,
   comments; nothing if its `size` is not set. */
void xpgn_entry_write(xpgn_buffer *b, const xpgn_entry *entry);
/* Appends the action of `facts` as it is written in a record, with its complete roll: "<4> exd5
   <5+2=9:2+2=5x>". `p` is any position of the game. */
void xpgn_facts_write(xpgn_buffer *b, const xpgn_position *p, const xpgn_facts *facts);
/* Appends the last part of an action that frees a prisoner, "B@b1"; nothing for other actions. */
void xpgn_freed_write(xpgn_buffer *b, const xpgn_position *p, const xpgn_action *action);

/* Appends a sentence about an entry or a sheet, such as why an action is refused, in a language
   with words for captions (NULL: English). One that has no words there, or a part that is several
   words without any, remains as it is. */
void xpgn_sentence_translate(xpgn_buffer *b, xpgn_slice english, const xpgn_language *language);

/* ---- diagrams and reports -------------------------------------------------------------------- */

/* Appends diagrams (or any blocks of lines) side by side, separated by three spaces. */
void xpgn_diagram_join(xpgn_buffer *b, const xpgn_slice *diagrams, size_t count);
/*
 * Appends what a side of a combat (0 attacker, 1 defender) adds to its dice, its own value and its
 * supporters in order: "pawn e5 2 + knight c6 1 + bishop b6 1". With `p` NULL the supporters are
 * one number. A piece without a value has no number (xpgn_combatant_has_value). Nothing if there is
 * no such side.
 */
void xpgn_combatant_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                          const xpgn_facts *facts, unsigned side);
/* True if a side of a combat, 0 or 1, adds a value of its piece to its dice. False where other
   things decide (hit points alone, a number that is needed), and for a piece that has dice of its
   own only. */
bool xpgn_combatant_has_value(const xpgn_ruleset *rs, const xpgn_facts *facts, unsigned side);
/* Appends the dice before an action that say who may act in its turn, and a blank, "<5,1,3> ";
   nothing if there are none. */
void xpgn_actors_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_facts *facts);
/* Appends the dice that are left for the turn after an action, "dice left: 5,3", in that language;
   nothing if there are none. */
void xpgn_dice_left_write(xpgn_buffer *b, const xpgn_facts *facts, const xpgn_language *language);
/* Appends what xpgn_report_write does without a number, as cells in a language with words for
   captions (NULL: English). */
void xpgn_report_cells(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                       const xpgn_facts *facts, const char *language);
/* Appends what xpgn_attributes_write does as a Markdown table under its title, with the characters
 * of the style. */
bool xpgn_attributes_markdown(xpgn_buffer *b, const xpgn_ruleset *rs, xpgn_diagram_style style,
                              const char *language);

/* Forms of documents. */
typedef enum xpgn_document {
    XPGN_DOCUMENT_HTML,
    XPGN_DOCUMENT_LATEX,
    XPGN_DOCUMENT_MARKDOWN
} xpgn_document;
/* Appends the sum of the combat of these options, as text below a diagram says it, as a table for a
   document; nothing if they have none. */
void xpgn_combat_document(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                          const xpgn_diagram_options *how, xpgn_document form);

/* ---- pictures -------------------------------------------------------------------------------- */

/* The drawing of a piece type. */
typedef struct xpgn_drawing {
    const char *name;  /* "knight", "dragon": the id of the shapes */
    xpgn_slice shapes; /* an SVG element <g id="knight">, 100 units wide and high */
} xpgn_drawing;

/*
 * The drawing of a piece type in a ruleset: the one with the name that the piece has there, or else
 * the one for its type. Outlines inherit `fill` and `stroke` from the element around them, inner
 * lines `color`; for a black piece use black, black and white. Static. False if there is no such
 * type.
 */
bool xpgn_piece_drawing(const xpgn_ruleset *rs, unsigned type, xpgn_drawing *out);
/* Is the text a list of names of fonts, as a theme may have? Names with spaces are in single
   quotes. */
bool xpgn_font_allowed(const char *text);
/* Does a file of drawings have groups, with nothing but shapes in them? No file at all does. */
bool xpgn_drawings_plain(xpgn_slice file);
/* A value of a chart. Its texts are copied when it is added. */
typedef struct xpgn_datum {
    xpgn_slice label;
    xpgn_slice text; /* of a row: its numbers, in columns separated by tabs; without any, and with
                        NAN as value, the row is the heading of those below */
    double value;
    double low, high; /* its interval, or the band of a line there; low > high: none is known */
    double expected;  /* where a line crosses the row; NAN: nothing is expected */
    double turn;      /* of a line: set from the chart when it is added */
} xpgn_datum;
#define XPGN_DATUM .low = 1, .high = 0, .expected = NAN

/* A chart being made. Initialize with {0}, and free with xpgn_chart_free. The caller owns title,
   note and words until the chart is drawn. */
typedef struct xpgn_chart {
    xpgn_slice title, note;         /* note: what is shown, with its unit */
    double low, high;               /* the axis has at least these values, and 0 */
    bool percent;                   /* the values are shares; the axis has percent */
    bool sign;                      /* the numbers of the axis have a sign */
    xpgn_slice above, below, turns; /* of a line: what its sides mean, and the word for turns */
    double begin, now, end; /* of a line, in turns: where it begins, where the next value comes,
                               and where it ends */
    xpgn_buffer data, texts;
} xpgn_chart;

/* The interval of luck in standard deviations on both sides of 0: about 95 of 100 replays. */
#define XPGN_LUCK_BAND 1.96

void xpgn_chart_add(xpgn_chart *chart, const xpgn_datum *datum);
/* Goes on to a step of the main line: what is added next comes amid its turn, and the line goes to
   the end of it. */
void xpgn_chart_turn(xpgn_chart *chart, const struct xpgn_step *step);
/*
 * Add a chart as a figure, and remove what was added to it: rows of values with their intervals,
 * or a line that begins at 0, over turns. They add nothing if the chart is empty, has a value that
 * is NAN or beyond +-1e12, or has more than 100,000 values.
 */
void xpgn_svg_rows(xpgn_svg *svg, xpgn_chart *chart);
void xpgn_svg_line(xpgn_svg *svg, xpgn_chart *chart);
void xpgn_chart_free(xpgn_chart *chart);
/* Adds charts of a tally: for each ruleset (and tag value) results and lengths, dice and combats;
   or, if `what` is XPGN_TALLY_LUCK, the luck of each side and player; or, if it is
   XPGN_TALLY_FAIRNESS, the faces, the questions and what they could detect. Charts of what was
   not counted are left out. */
xpgn_status xpgn_svg_tally(xpgn_svg *svg, const struct xpgn_tally *tally, unsigned what);
/* The number of figures that were added since the last picture was written. */
size_t xpgn_svg_figures(const xpgn_svg *svg);
/* Appends what xpgn_svg_write does as LaTeX, a `picture` environment for each figure, which
   pdflatex accepts without packages: text is set in LaTeX's fonts, patterns become greys, and
   clipping is left out. */
void xpgn_svg_latex(xpgn_buffer *b, xpgn_svg *svg);
/* Sets the caption of the next figure of a sheet that is not a diagram; diagrams have one in their
   options. */
void xpgn_svg_caption(xpgn_svg *svg, const char *caption);
/* The figure that was added last to a picture with the option `fragment`: plain text, and where the
   board is in a picture of this figure alone. */
typedef struct xpgn_svg_shown {
    xpgn_slice title, description;
    int x, y, square; /* upper left corner of the board and side of a square; 0, 0, 0: no board */
    unsigned files, ranks; /* of the board that are drawn */
} xpgn_svg_shown;
/* Valid until the next figure is added. */
xpgn_svg_shown xpgn_svg_last(const xpgn_svg *svg);
/* The size of the picture of the figures added so far, in hundredths of a millimetre. */
void xpgn_svg_measure(const xpgn_svg *svg, int64_t *width, int64_t *height);
/* Appends an SVG element of size 0 for an HTML page: all shapes and patterns that pictures with the
   option `element` and this theme refer to. */
void xpgn_svg_definitions(xpgn_buffer *b, const xpgn_svg *svg);

#endif
