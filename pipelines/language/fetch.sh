#!/bin/bash
# fetch.sh SOURCE FOLDER: brings the files that SOURCE lists into FOLDER, unpacked, each verified by its
# SHA-256. From the folder that DATA_MIRROR names (laid out as NAME/_nlp/FILE or FILE.gz) where it is set,
# else from its address, each of which is fetched once.
set -euo pipefail
source=$1 folder=$2
tmp=$folder.tmp
rm -rf "$tmp"
mkdir -p "$tmp/.down"

from_mirror() {
	local at=$DATA_MIRROR/_nlp/$1
	if [[ -e $at.gz ]]; then gzip -dc "$at.gz"; else cat "$at"; fi
}
from_address() {
	local down=$tmp/.down/$(sha256sum <<<"$2" | cut -c 1-16)
	[[ -e $down ]] || curl -fsSL --retry 3 --proto =https -o "$down" "$2"
	python3 pipelines/language/derive.py "$1" "$down"
}

while IFS=$'\t' read -r file sha256 licence how address; do
	[[ $file == \#* || -z $file ]] && continue
	mkdir -p "$(dirname "$tmp/$file")"
	if [[ -n ${DATA_MIRROR:-} ]]; then
		from_mirror "$file" >"$tmp/$file" || { echo "fetch.sh: $DATA_MIRROR has no _nlp/$file" >&2; exit 66; }
	else
		from_address "$how" "$address" >"$tmp/$file" || { echo "fetch.sh: cannot fetch $address" >&2; exit 69; }
	fi
	got=$(sha256sum <"$tmp/$file" | cut -d ' ' -f 1)
	if [[ $got != "$sha256" ]]; then
		echo "fetch.sh: $file: SHA-256 is $got, want $sha256 ($licence)" >&2
		exit 65
	fi
done <"$source"
rm -rf "$folder" "$tmp/.down"
mv "$tmp" "$folder"
