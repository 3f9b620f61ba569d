# SPDX-License-Identifier: MIT
# Builds all tools as one program for Windows, $(OUT)/xpgn.exe, with Debian's mingw-w64.
LABEL = WIN
OUT = $(BUILD)/windows
HOST = x86_64-w64-mingw32
PORT_CC = $(if $(shell command -v ccache),ccache) $(HOST)-gcc-posix
FLAGS = $(LEVEL) -std=gnu11 -D_FILE_OFFSET_BITS=64 -D__USE_MINGW_ANSI_STDIO=1
LEVEL = -O2
PEXT_FLAGS = -mssse3 -mbmi -mbmi2
DEFINES = -D_POSIX_C_SOURCE=200809L -D_CRT_RAND_S -D_WIN32_WINNT=0x0A00 -DXPGN_VERSION='"$(VERSION)"' -DLINKED_PACKERS \
	-DSODIUM_STATIC -DYAML_DECLARE_STATIC -DPCRE2_STATIC -DLZMA_API_STATIC
INC = -Ilib/platform/port/windows/include -Ilib/platform/port/include -include windows_posix.h
OWN_FLAGS = -Wall -Wextra -Wno-format $(if $(WERROR),-Werror)
LIBRARIES = libyaml pcre2 libsodium zlib bzip2 xz-utils libzstd

# Files that Windows cannot have, and their replacements.
REPLACED = lib/core/base/dynamic_library.c tools/shared/answers/text_diff.c tools/frame/disk_calls.c tools/frame/file_paths.c tools/record/line_editor.c tools/replay/replay_animate.c
OWN = lib/platform/port/no_library.c lib/platform/port/ported_files.c lib/platform/port/no_diff.c lib/platform/port/no_line_editor.c lib/platform/port/no_animation.c \
	$(addprefix lib/platform/port/windows/windows_,files.c paths.c calls.c)

$(OUT)/xpgn.exe:

include lib/platform/port/port.mk

$(OUT)/manifest.o: lib/platform/port/windows/xpgn.rc lib/platform/port/windows/xpgn.manifest
	@mkdir -p $(@D)
	$(say)$(HOST)-windres -I $(<D) -O coff -i $< -o $@

$(OUT)/xpgn.exe: $(OBJS) $(OUT)/manifest.o
	$(file >$(OUT)/objects,$^)
	$(say)$(PORT_CC) -static -s -Wl,--no-insert-timestamp -o $@ @$(OUT)/objects -lm
