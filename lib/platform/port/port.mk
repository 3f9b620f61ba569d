# SPDX-License-Identifier: MIT
# Builds all tools as one program for a platform for which Debian has no libraries, by compiling the sources of the
# libraries too. lib/platform/wasi/Makefile, musl.mk and windows.mk set these variables and include this file:
#   LABEL OUT               the label of printed lines, the output folder
#   PORT_CC FLAGS DEFINES INC  the compiler and its options for all files; OWN_FLAGS: further ones for our own
#   REPLACED OWN            our files that the platform cannot have, and their replacements
#   LIBRARIES               which of the libraries below are compiled
# `make wasm`, `make musl` and `make windows` call it with the lists of our sources. Generated tables and texts are taken
# from the native build.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:

OBJ = $(OUT)/obj
SRC = $(BUILD)/src
# Layers that every byte and every action passes through; compiled for speed even where the rest is compiled for size.
FAST = core/base io core/board core/play core/forms core/text core/game core/walk
LIB = $(filter-out $(REPLACED),$(LIB_SRCS))
TOOLS = $(filter-out $(REPLACED),$(ONE_SRCS))
RECIPE = $(firstword $(MAKEFILE_LIST)) lib/platform/port/port.mk

# ---- the libraries: their files and options

files_of = $(patsubst $(SRC)/$(1)/%.c,%,$(sort $(wildcard $(2:%=$(SRC)/$(1)/%))))
FILES_libyaml = $(addprefix src/,api reader scanner parser loader writer emitter dumper)
OPTIONS_libyaml = -Iinclude -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 \
	'-DYAML_VERSION_STRING="0.2.5"' -DYAML_DECLARE_STATIC
FILES_pcre2 = $(addprefix src/pcre2_,auto_possess chartables compile config context error extuni find_bracket jit_compile \
	maketables match match_data newline ord2utf pattern_info script_run serialize string_utils study substring tables ucd \
	valid_utf xclass)
OPTIONS_pcre2 = -DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DSUPPORT_UNICODE -DPCRE2_STATIC -Isrc
FILES_libsodium = $(patsubst $(SRC)/libsodium/%.c,%,$(sort $(shell find $(SRC)/libsodium/src/libsodium -name '*.c')))
OPTIONS_libsodium = -DCONFIGURED=1 -DSODIUM_STATIC $(SODIUM_HAS) -I$(abspath $(OUT))/include -I$(abspath $(OUT))/include/sodium \
	-Isrc/libsodium/include/sodium/private
# Compression libraries: only what decompresses.
FILES_zlib = adler32 crc32 inffast inflate inftrees zutil
FILES_bzip2 = blocksort bzlib compress crctable decompress huffman randtable
FILES_libzstd = $(call files_of,libzstd,lib/common/*.c lib/decompress/*.c)
OPTIONS_libzstd = -DZSTD_DISABLE_ASM
FILES_xz-utils = $(filter-out %encoder %encoder_mt %tablegen %_small %_mt %outqueue %/easy_encoder_memusage %/easy_decoder_memusage %/easy_preset %/lz_encoder_mf \
	%/lzip_decoder %/string_conversion %/hardware_cputhreads %/hardware_physmem,$(call files_of,xz-utils,$(addprefix src/liblzma/,check/*.c \
	common/*.c delta/*.c lz/*.c lzma/*decoder.c simple/*.c)))
OPTIONS_xz-utils = -DHAVE_STDBOOL_H -DHAVE_STDINT_H -DHAVE_INTTYPES_H -DHAVE_DECODERS $(addprefix -DHAVE_DECODER_,LZMA1 LZMA2 \
	DELTA X86 POWERPC IA64 ARM ARMTHUMB ARM64 SPARC) $(addprefix -DHAVE_CHECK_,CRC32 CRC64 SHA256) -DTUKLIB_SYMBOL_PREFIX=lzma_ \
	-DPACKAGE_NAME='"xz"' -DLZMA_API_STATIC -Isrc/common $(addprefix -Isrc/liblzma/,api check common delta lz lzma rangecoder \
	simple)
# Their headers, which the code that links them in includes.
HEADERS_zlib = zlib.h zconf.h
HEADERS_bzip2 = bzlib.h
HEADERS_libzstd = lib/zstd.h lib/zstd_errors.h
HEADERS_xz-utils = src/liblzma/api/lzma.h src/liblzma/api/lzma

OBJS = $(LIB:%.c=$(OBJ)/%.o) $(TOOLS:%.c=$(OBJ)/%.o) $(OWN:%.c=$(OBJ)/%.o) $(GEN:%=$(OBJ)/gen/%.o) \
	$(ONE_MAINS:%.c=$(OBJ)/one/%.o) $(foreach name,$(LIBRARIES),$(FILES_$(name):%=$(OBJ)/$(name)/%.o))

# ---- compiling; prints a short line for each command, as the main Makefile does

say = $(if $(V),,@printf '  %-4s %s\n' '$(LABEL)' '$@';)
# The same bytes in whatever folder it is built.
PLACE = -ffile-prefix-map=$(CURDIR)=.
own = $(say)$(PORT_CC) $(FLAGS) $(PLACE) $(OWN_FLAGS) $(DEFINES) $(INC) -I$(OUT)/include

main_name = $(subst -,_,$(basename $(notdir $(1))))_main
$(OBJ)/one/%.o: %.c $(RECIPE) | $(OUT)/include
	@mkdir -p $(@D)
	$(own) -Dmain=$(call main_name,$*) -Ilib/include -Itools -MMD -MP -c -o $@ $<
$(OBJ)/tools/%.o $(filter-out %/no_library.o,$(OWN:%.c=$(OBJ)/%.o)): TREE = -Ilib/include -Itools
$(filter %_pext.o,$(OBJS)): FLAGS += $(PEXT_FLAGS)
$(OBJ)/lib/%.o: TREE = -Ilib -Ilib/include
$(foreach layer,$(FAST),$(OBJ)/lib/$(layer)/%.o): LEVEL = -O2
$(OBJ)/%.o: %.c $(RECIPE) | $(OUT)/include
	@mkdir -p $(@D)
	$(own) $(TREE) -MMD -MP -c -o $@ $<
$(OBJ)/gen/%.o: $(BUILD)/gen/%.c $(RECIPE) | $(OUT)/include
	@mkdir -p $(@D)
	$(own) -Ilib -Ilib/include -Itools -c -o $@ $<

# Compiles in the folder of the library, as its own build does.
define library_rule
$(OBJ)/$(1)/%.o: $(RECIPE) | $(OUT)/include
	@mkdir -p $$(@D)
	$$(say)cd $(SRC)/$(1) && $(PORT_CC) $$(FLAGS) $(PLACE) -w $(OPTIONS_$(1)) -c -o $$(abspath $$@) $$*.c
endef
$(foreach name,$(LIBRARIES),$(eval $(call library_rule,$(name))))

# The headers of the libraries, generated as their own builds generate them.
$(OUT)/include: $(RECIPE)
	@mkdir -p $@
	cp $(SRC)/libyaml/include/yaml.h $@
	cp $(SRC)/pcre2/src/pcre2.h.generic $(SRC)/pcre2/src/pcre2.h
	cp $(SRC)/pcre2/src/config.h.generic $(SRC)/pcre2/src/config.h
	cp $(SRC)/pcre2/src/pcre2_chartables.c.dist $(SRC)/pcre2/src/pcre2_chartables.c
	cp $(SRC)/pcre2/src/pcre2.h $@
	cp -r $(SRC)/libsodium/src/libsodium/include/sodium.h $(SRC)/libsodium/src/libsodium/include/sodium $@
	sed -e 's/@VERSION@/1.0.18/' -e 's/@SODIUM_LIBRARY_VERSION_MAJOR@/10/' -e 's/@SODIUM_LIBRARY_VERSION_MINOR@/3/' \
		-e 's/@SODIUM_LIBRARY_MINIMAL_DEF@//' $@/sodium/version.h.in >$@/sodium/version.h
	$(foreach name,$(LIBRARIES),$(if $(HEADERS_$(name)),cp -r $(addprefix $(SRC)/$(name)/,$(HEADERS_$(name))) $@;))
	@touch $@

-include $(patsubst %.o,%.d,$(OBJS))
