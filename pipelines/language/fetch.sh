#!/bin/bash
# fetch.sh SOURCE FOLDER: brings the files that SOURCE lists into FOLDER, unpacked, each verified by its
# SHA-256. From the folder that DATA_MIRROR names (laid out as NAME/_nlp/FILE or FILE.gz) where it is set.
set -euo pipefail
source=$1 folder=$2
tmp=$folder.tmp
rm -rf "$tmp"
mkdir -p "$tmp"

from_mirror() {
	local at=$DATA_MIRROR/_nlp/$1
	if [[ -e $at.gz ]]; then
		gzip -dc "$at.gz"
	else
		cat "$at"
	fi
}

while IFS=$'\t' read -r file sha256 licence how address; do
	[[ $file == \#* || -z $file ]] && continue
	mkdir -p "$tmp/$(dirname "$file")"
	if [[ -n ${DATA_MIRROR:-} ]]; then
		from_mirror "$file"
	else
		pipelines/language/"$how" "$address"
	fi >"$tmp/$file" || { echo "fetch.sh: $file: cannot be fetched" >&2; exit 69; }
	got=$(sha256sum <"$tmp/$file" | cut -d ' ' -f 1)
	if [[ $got != "$sha256" ]]; then
		echo "fetch.sh: $file: SHA-256 is $got, want $sha256 ($licence)" >&2
		exit 65
	fi
done <"$source"
rm -rf "$folder"
mv "$tmp" "$folder"
