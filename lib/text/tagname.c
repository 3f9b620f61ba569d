/* SPDX-License-Identifier: MIT */
#include "text/tagname.h"

/* The multiplier of tag_name_slot was looked for until no two of these, nor of Event, Site, Round,
   White, Black, Opening, Termination, WhiteTitle and BlackTitle, had the same slot.  Who adds a
   name looks for another, unless its slot is free; the unit tests know. */
const struct tag_name tag_names[TAG_NAMES] = {
    [0] = {"XPGN", KNOWN_XPGN, TAG_FREE},
    [1] = {"UTCDate", KNOWN_COUNT, TAG_DATE},
    [4] = {"ECO", KNOWN_COUNT, TAG_ECO},
    [5] = {"EndDate", KNOWN_COUNT, TAG_DATE},
    [7] = {"SetUp", KNOWN_SETUP, TAG_FREE},
    [9] = {"XFEN", KNOWN_XFEN, TAG_FREE},
    [17] = {"RuleOptions", KNOWN_OPTIONS, TAG_FREE},
    [18] = {"FEN", KNOWN_FEN, TAG_FREE},
    [27] = {"StartTime", KNOWN_COUNT, TAG_TIME},
    [30] = {"TimeControl", KNOWN_COUNT, TAG_CONTROL},
    [31] = {"PlyCount", KNOWN_PLY_COUNT, TAG_PLIES},
    [34] = {"Variant", KNOWN_VARIANT, TAG_FREE},
    [37] = {"Date", KNOWN_COUNT, TAG_DATE},
    [39] = {"BlackElo", KNOWN_COUNT, TAG_ELO},
    [41] = {"Time", KNOWN_COUNT, TAG_TIME},
    [43] = {"WhiteElo", KNOWN_COUNT, TAG_ELO},
    [52] = {"Result", KNOWN_RESULT, TAG_FREE},
    [55] = {"FirstRoll", KNOWN_FIRST_ROLL, TAG_FREE},
    [56] = {"RulesDigest", KNOWN_DIGEST, TAG_FREE},
    [57] = {"UTCTime", KNOWN_COUNT, TAG_TIME},
    [59] = {"EventDate", KNOWN_COUNT, TAG_DATE},
    [62] = {"EndTime", KNOWN_COUNT, TAG_TIME},
};

const struct tag_name *tag_name_find(const char *name, size_t size) {
    char text[TAG_NAME_ROOM] = {0};
    if (size == 0 || size > TAG_NAME_ROOM)
        return NULL;
    memcpy(text, name, size);
    struct tag_key key = tag_key_of(text, size);
    return tag_name_at(key, tag_name_slot(tag_key_mix(key)));
}
