/* SPDX-License-Identifier: MIT */
#include "core/text/command_text.h"

#include "internal/text_out.h"

/* True if the text needs no escapes: only matching brackets, and nothing that could end the command
   or comment. */
static bool is_plain_text(xpgn_slice was) {
    int depth = 0;
    for (size_t i = 0; i < was.size; i++) {
        bool command = was.data[i] == '[' && i + 1 < was.size && was.data[i + 1] == '%';
        depth += (was.data[i] == '[') - (was.data[i] == ']');
        if (depth < 0 || command)
            return false;
    }
    return depth == 0;
}

void command_write(xpgn_buffer *b, const char *name, xpgn_slice text) {
    bool plain = is_plain_text(text);
    xpgn_buffer_printf(b, "{[%%%s ", name);
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (c == '\\')
            xpgn_buffer_text(b, "\\\\");
        else if (c == '}' || (unsigned char)c < ' ' || (!plain && (c == '[' || c == ']')))
            xpgn_buffer_printf(b, "\\%02x", (unsigned char)c);
        else
            xpgn_buffer_char(b, c);
    }
    xpgn_buffer_text(b, "]}");
}
