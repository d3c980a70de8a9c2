#!/bin/bash
# models.sh DEPS STAMP: derive DEPS/models/*.gguf, each with the bytes that models.sha256 names, then touch
# STAMP. The list's first line is the source, in the virtual environment; the others are named
# STEM-TYPE.gguf. A file that has the right bytes already is left as it is.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/models"
exec 9>"$1/lock"
flock 9
rm -f "$1"/models/*.new.*

has_bytes() {
	[ -e "$2" ] && sha256sum --quiet -c - <<<"$1  $2" >/dev/null 2>&1
}

{
	read -r sum name
	source=$(echo "$1"/venv/lib/python3*/site-packages/*/"$name")
	if ! has_bytes "$sum" "$source"; then
		echo "deps: $source is not the file that models.sha256 names" >&2
		exit 78
	fi
	while read -r sum name; do
		model=$1/models/$name
		if has_bytes "$sum" "$model"; then
			continue
		fi
		type=${name##*-}
		echo "deps: deriving $model" >&2
		"$1/venv/bin/python" "$here/requant.py" "$source" "$model.new.ours" "${type%.gguf}"
		if ! has_bytes "$sum" "$model.new.ours"; then
			echo "deps: $model came out with other bytes than models.sha256 names" >&2
			exit 70
		fi
		mv "$model.new.ours" "$model"
	done
} <"$here/models.sha256"
rm -f "$1"/models/.ok-*
touch "$2"
