/* SPDX-License-Identifier: MIT */
/*
 * Dice in any form that people write: (5:1), [5-1], <5 v 1>, «5;1», /5:1/, (5 x 1), 5:1, A5 D1,
 * dice 5 against 1, pips, tallies. What they mean is written as the format does; the referee checks
 * faces and fields.
 */
#ifndef XPGN_FORMS_DICE_FORM_H
#define XPGN_FORMS_DICE_FORM_H

#include <xpgn/base.h>

enum dice_sign_form {
    DICE_SIGN_NONE,   /* one side only: (4) */
    DICE_SIGN_COLON,  /* 5:1 */
    DICE_SIGN_DASH,   /* 5-1, with any dash */
    DICE_SIGN_VERSUS, /* 5 v 1, 5 vs 1, 5 gegen 1, 5 to 1, 5 x 1 */
    DICE_SIGN_MORE,   /* 5 > 1, (1 < 5) */
    DICE_SIGN_BLANK,  /* (5 1); bare of one digit each: 5 1 */
    DICE_SIGN_SLASH,  /* 5/1, of one digit each where it is bare; (5|1), (5;1) */
    DICE_SIGN_NAMES   /* A5 D1, att 5 def 1 */
};
enum dice_face_form { DICE_FACE_DIGITS, DICE_FACE_TOGETHER, DICE_FACE_PIPS, DICE_FACE_TALLIES };

struct dice_form {
    size_t size;    /* bytes at p, with the brackets */
    char open;      /* ( [ { < or '\0'; « and ⟨ are <, ` is ( */
    bool bare;      /* no brackets: the caller decides whether dice can stand here */
    bool exact;     /* <...> as the format writes it */
    bool two_sides; /* false: a turn roll, (4) */
    bool clock;     /* it may be a time as well: 5:10, 05:01 */
    bool half;      /* a face is not there or cannot be read: <6:?>, (6:) */
    uint8_t exchanges;
    uint8_t dice[2];           /* number of dice of each side in the first exchange */
    enum dice_sign_form sign;  /* between the sides */
    enum dice_face_form faces; /* of all */
    uint32_t
        form; /* bracket, sign and faces as one number: two rolls with the same are of one form */
    size_t length;  /* of `text` */
    char text[160]; /* as the format writes it, NUL-terminated: <5,3:2>, <6:?>, <5+2=9:2+2=5x> */
};

/*
 * Reads dice at p, where a word begins. Never takes a result (1-0, 0:1), a time (1:22, 0:45,
 * 1:22:05), a number of a move (12. 1...) or a date. A bare form ends where a word ends, and is
 * never one number alone. Faces up to 20 are read as they stand, and more digits as a die each:
 * <12:5>, but <123:45> is <1,2,3:4,5>. The caller knows which faces the game has.
 */
bool dice_form_read(const char *p, const char *end, struct dice_form *out);
/* With the largest face of the game: <14:45> is <1,4:4,5> where dice end at 6. */
bool dice_form_read_up_to(const char *p, const char *end, unsigned largest, struct dice_form *out);
/* Joins the dice of a side in brackets, which were read at p, with those of the other side behind
   them: (5) (1), [5]:[1]. Not where a turn has a die. */
void dice_form_join(const char *p, const char *end, unsigned largest, struct dice_form *form);
/* The same in brackets, where only turns have dice, so that one side has all: (5 1 3), [5-1-3],
   (513). */
bool dice_form_read_turn(const char *p, const char *end, unsigned largest, struct dice_form *out);
/* The die of a turn with a sign of its own: 4:, ⚃, die 4, d=4, {4}. */
bool dice_form_read_die(const char *p, const char *end, unsigned largest, struct dice_form *out);

#endif
