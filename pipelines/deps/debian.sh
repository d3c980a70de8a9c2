#!/bin/bash
# debian.sh [--missing]: install the packages of debian.txt that are missing, or only name them.
set -euo pipefail
list=$(dirname "$0")/debian.txt

missing() {
	comm -23 <(sort -u "$list") <(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $(<"$list") \
		2>/dev/null | awk '$2 == "installed" { print $1 }' | sort -u)
}

if ! command -v dpkg-query >/dev/null; then
	[ "${1-}" = --missing ] && exit 0
	echo "deps: not Debian, so nothing was installed: it is yours to have what $list names" >&2
	exit 0
fi
packages=$(missing | tr '\n' ' ')
if [ "${1-}" = --missing ] || [ -z "$packages" ]; then
	echo "$packages"
	exit 0
fi
if [ "$(id -u)" = 0 ]; then
	root=
elif command -v sudo >/dev/null; then
	root=sudo
else
	echo "deps: these Debian packages are missing, and there is neither root nor sudo to install them:" >&2
	echo "  apt-get install $packages" >&2
	exit 78
fi
echo "deps: installing $packages" >&2
$root apt-get -q update >&2 || echo "deps: apt-get update failed; trying with the lists that are here" >&2
$root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends $packages >&2
