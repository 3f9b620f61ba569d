# SPDX-License-Identifier: MIT
# Builds all tools as one program for any Linux on this processor, $(OUT)/xpgn, linked statically with musl. Sessions of
# xpgn-record leave the editing of lines to the terminal.
LABEL = MUSL
OUT = $(BUILD)/musl
PORT_CC = $(if $(shell command -v ccache),ccache) musl-gcc
FLAGS = $(LEVEL) -std=gnu11 -pthread
LEVEL = -O2
PEXT_FLAGS = -mssse3 -mbmi -mbmi2
DEFINES = -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -DXPGN_VERSION='"$(VERSION)"' -DLINKED_PACKERS
INC = -include lib/platform/port/musl_posix.h
OWN_FLAGS = -Wall -Wextra $(if $(WERROR),-Werror)
LIBRARIES = libyaml pcre2 libsodium zlib bzip2 xz-utils libzstd
REPLACED = lib/core/base/dynamic_library.c tools/record/line_editor.c
OWN = lib/platform/port/no_library.c lib/platform/port/no_line_editor.c

$(OUT)/xpgn:

include lib/platform/port/port.mk

$(OUT)/xpgn: $(OBJS)
	$(file >$(OUT)/objects,$(OBJS))
	$(say)$(PORT_CC) -static -s -pthread -o $@ @$(OUT)/objects -lm
