/* SPDX-License-Identifier: MIT */
/* Names of tags that the walk uses or whose values are checked. One table for both, searched for
   every tag of every game. */
#ifndef XPGN_FORMS_TAGNAME_H
#define XPGN_FORMS_TAGNAME_H

#include "core/base/slice.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The seven tag roster, in its order. */
enum { SEVEN_TAGS = 7 };
extern const xpgn_slice seven_tags[SEVEN_TAGS];

/* The tags that the walk itself uses. */
enum known_tag {
    KNOWN_PLY_COUNT,
    KNOWN_XPGN,
    KNOWN_RESULT,
    KNOWN_VARIANT,
    KNOWN_OPTIONS,
    KNOWN_DIGEST,
    KNOWN_FIRST_ROLL,
    KNOWN_FEN,
    KNOWN_XFEN,
    KNOWN_SETUP,
    KNOWN_DICE_COMMIT,
    KNOWN_DICE_OPEN,
    KNOWN_TERMINATION,
    KNOWN_ICC_RESULT,
    KNOWN_CURRENT_POSITION,
    KNOWN_COUNT
};

enum tag_kind {
    TAG_FREE,    /* any value */
    TAG_DATE,    /* YYYY.MM.DD with ? for unknown digits, a day that exists */
    TAG_ECO,     /* A00 to E99, with any suffix: B33c, B33/02 */
    TAG_ELO,     /* 0 to 9999, perhaps followed by ? */
    TAG_TIME,    /* 14:30:00 or 14:30, and anything after it */
    TAG_CONTROL, /* 40/7200:3600, 300+5, *180; or prose */
    TAG_PLIES    /* a number, which the walk compares with the game */
};

enum { TAG_NAME_ROOM = 16 }; /* bytes of a name that are compared; none in the table is longer */

/* A name of at most TAG_NAME_ROOM bytes, padded with zeros, in memory order. */
struct tag_key {
    uint64_t first, second;
};

struct tag_name {
    char text[TAG_NAME_ROOM];
    uint8_t known; /* enum known_tag; KNOWN_COUNT: none */
    uint8_t kind;  /* enum tag_kind */
};

/* The slot of a name is the top bits of its mixed key times a factor: the first in a sequence,
   found by the unit tests, that gives each name its own slot. */
enum { TAG_NAMES = 64, TAG_NAME_SHIFT = 58 };
#define TAG_NAME_FACTOR 0xE84ED4DAD860A881u
/* [slot]: the name with that slot; "" if there is none. */
extern const struct tag_name tag_names[TAG_NAMES];

/* The key of a name of 1 to TAG_NAME_ROOM bytes; TAG_NAME_ROOM can be read from its start. */
static inline struct tag_key tag_key_of(const char *name, size_t size) {
    static const char keep[2 * TAG_NAME_ROOM] = "\xff\xff\xff\xff\xff\xff\xff\xff"
                                                "\xff\xff\xff\xff\xff\xff\xff\xff";
    struct tag_key key, mask;
    memcpy(&key, name, sizeof key);
    memcpy(&mask, keep + TAG_NAME_ROOM - size, sizeof mask);
    key.first &= mask.first;
    key.second &= mask.second;
    return key;
}

/* A hash of the key, different for nearly all names. */
static inline uint64_t tag_key_mix(struct tag_key key) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    key.first = __builtin_bswap64(key.first);
    key.second = __builtin_bswap64(key.second);
#endif
    return key.first ^ key.second * 0x9E3779B97F4A7C15u;
}

/* Below TAG_NAMES; no two names in the table, nor other common ones, have the same slot. */
static inline unsigned tag_name_slot(uint64_t mixed) {
    return (unsigned)(mixed * TAG_NAME_FACTOR >> TAG_NAME_SHIFT);
}

/* The name with that key; NULL if its slot has another name. */
static inline const struct tag_name *tag_name_at(struct tag_key key, unsigned slot) {
    struct tag_key there;
    memcpy(&there, tag_names[slot].text, sizeof there);
    bool same = there.first == key.first && there.second == key.second;
    return same ? &tag_names[slot] : NULL;
}

/* The name of a known tag that differs only in case; NULL if there is none, or the name is
   right. */
const char *tag_name_meant(const char *name, size_t size);
/* The entry for any name; NULL if it is not in the table. */
const struct tag_name *tag_name_find(const char *name, size_t size);

#endif
