#!/bin/bash
# venv.sh DEPS NAME: make the virtual environment DEPS/NAME, whole when DEPS/NAME/ok is there, and point
# DEPS/venv at it. Takes DEPS/lock, so that two makes at once do it once.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
exec 9>lock
flock 9
if [ -e "$2/ok" ]; then
	exit 0
fi
echo "deps: making $1/venv (wheels of some 180 MB)" >&2
rm -rf "$2"
"${PYTHON3:-/usr/bin/python3}" -m venv "$2"
pip=("$2/bin/python" -m pip install --quiet --disable-pip-version-check --no-input
	--require-hashes --only-binary :all:)
"${pip[@]}" -r "$here/requirements.txt"
"${pip[@]}" --no-deps -r "$here/requirements-model.txt"
ln -sfn "$2" venv.new
mv -T venv.new venv
touch "$2/ok"
for old in venv-*; do
	[ "$old" = "$2" ] || rm -rf "$old"
done
