#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the bill of materials of a release, SPDX 2.3 as JSON: its files, and the libraries whose code is in them.
#     sbom.sh VERSION SOURCES FOLDER
# SOURCES has the archives of the libraries as lib/platform/port/debian.sh gets them, FOLDER the files.
# Environment: SOURCE_DATE_EPOCH, the time of the release.
set -eu
version=$1
sources=$2
folder=$3

# licence NAME: as SPDX names it, of the parts that are compiled
licence() {
    case $1 in
    libyaml | musl) echo MIT ;;
    pcre2 | libzstd) echo BSD-3-Clause ;;
    libsodium) echo ISC ;;
    zlib) echo Zlib ;;
    bzip2) echo bzip2-1.0.6 ;;
    xz-utils) echo LicenseRef-Public-Domain ;;
    wasi-libc) echo 'Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT' ;;
    compiler-rt) echo 'Apache-2.0 WITH LLVM-exception' ;;
    libgcc) echo 'GPL-3.0-or-later WITH GCC-exception-3.1' ;;
    *) echo NOASSERTION ;;
    esac
}

# package NAME VERSION SHA256 PLACE
package() {
    sums=
    if [ "$3" ]; then
        sums=", \"checksums\": [{\"algorithm\": \"SHA256\", \"checksumValue\": \"$3\"}]"
    fi
    printf ',\n  {"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", "downloadLocation": "%s", "filesAnalyzed": false,\n' \
        "$1" "$1" "$2" "$4"
    printf '   "licenseConcluded": "%s", "licenseDeclared": "%s", "copyrightText": "NOASSERTION"%s}' "$(licence "$1")" "$(licence "$1")" "$sums"
}

related='' files=''
relate() {
    related="$related,
  {\"spdxElementId\": \"SPDXRef-$1\", \"relationshipType\": \"$2\", \"relatedSpdxElement\": \"SPDXRef-$3\"}"
}

sum=$(sha256sum "$folder/xpgn-$version.tar.gz" | cut -c 1-64)
cat <<END
{"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "xpgn-$version",
 "documentNamespace": "https://spdx.org/spdxdocs/xpgn-$version-$sum",
 "creationInfo": {"created": "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)", "creators": ["Tool: sbom.sh-$version"]},
 "hasExtractedLicensingInfos": [{"licenseId": "LicenseRef-Public-Domain", "extractedText": "liblzma is in the public domain."}],
 "packages": [
  {"SPDXID": "SPDXRef-xpgn", "name": "xpgn", "versionInfo": "$version", "downloadLocation": "NOASSERTION", "filesAnalyzed": false,
   "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "NOASSERTION",
   "checksums": [{"algorithm": "SHA256", "checksumValue": "$sum"}]}$(
    for archive in "$sources"/*.orig.tar.*; do
        case $archive in *.asc) continue ;; esac
        name=${archive##*/}
        rest=${name#*_}
        package "${name%%_*}" "${rest%.orig.tar.*}" "$(sha256sum "$archive" | cut -c 1-64)" "http://deb.debian.org/debian"
    done
    package musl "$(dpkg-query -W -f='${Version}' musl-dev)" '' 'http://deb.debian.org/debian'
    package wasi-libc "$(dpkg-query -W -f='${Version}' wasi-libc)" '' 'http://deb.debian.org/debian'
    package compiler-rt "$(dpkg-query -W -f='${Version}' libclang-rt-14-dev-wasm32)" '' 'http://deb.debian.org/debian'
    package libgcc "$(gcc -dumpfullversion)" '' 'http://deb.debian.org/debian'
    package mingw-w64 "$(dpkg-query -W -f='${Version}' mingw-w64-x86-64-dev)" '' 'http://deb.debian.org/debian'
)
 ],
 "files": [
END
module='libyaml pcre2 libsodium wasi-libc compiler-rt'
all='libyaml pcre2 libsodium zlib bzip2 xz-utils libzstd'
relate DOCUMENT DESCRIBES xpgn
for file in "$folder"/*; do
    name=${file##*/}
    id=$(echo "$name" | tr -c 'A-Za-z0-9.\n' -)
    files="$files,
  {\"SPDXID\": \"SPDXRef-file-$id\", \"fileName\": \"./$name\", \"licenseConcluded\": \"NOASSERTION\", \"copyrightText\": \"NOASSERTION\",
   \"checksums\": [{\"algorithm\": \"SHA1\", \"checksumValue\": \"$(sha1sum "$file" | cut -c 1-40)\"},
    {\"algorithm\": \"SHA256\", \"checksumValue\": \"$(sha256sum "$file" | cut -c 1-64)\"}]}"
    relate "file-$id" GENERATED_FROM xpgn
    case $name in
    *-linux-*) inside="$all musl libgcc" ;;
    *.exe) inside="$all mingw-w64 libgcc" ;;
    *.wasm | *.tgz) inside=$module ;;
    *.html) inside='libyaml libsodium wasi-libc compiler-rt' ;;
    *) inside= ;;
    esac
    for part in $inside; do
        relate "file-$id" CONTAINS "$part"
    done
done
printf '%s\n ],\n "relationships": [%s\n ]\n}\n' "${files#,?}" "${related#,}"
