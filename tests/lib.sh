# Sourced by every tests/**/*.t: TAP, a trash folder of one's own, a clean environment.
#	. "${0%/*}/../lib.sh"
#	t 'what must hold' 'commands && …'     (run in the trash folder, in a subshell)
#	done_testing
set -u
TEST_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BIN=${TIERBENCH_BIN:-$TEST_ROOT/bin}
HELPERS=${TIERBENCH_HELPERS:-$TEST_ROOT/build/tests/bin}
case $BIN in /*) ;; *) BIN=$TEST_ROOT/$BIN ;; esac
case $HELPERS in /*) ;; *) HELPERS=$TEST_ROOT/$HELPERS ;; esac
export TEST_ROOT BIN HELPERS LC_ALL=C TZ=UTC
export PATH="$BIN:$HELPERS:$PATH"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES NO_COLOR ${!TIERBENCH_*} LLAMA_SERVER DATA_MIRROR
trash=$(mktemp -d "${TMPDIR:-/tmp}/tierbench-test.XXXXXX")
export HOME=$trash
cd "$trash" || exit 1
trap 'rm -rf "$trash"' EXIT
test_count=0
test_failed=0

# t TITLE BODY: one TAP line; on failure what it printed stands behind '#'.
t() {
  test_count=$((test_count + 1))
  if ( set -u; eval "$2" ) >"$trash/.log" 2>&1; then
    echo "ok $test_count - $1"
  else
    test_failed=$((test_failed + 1))
    echo "not ok $test_count - $1"
    sed 's/^/# /' "$trash/.log" | head -40
  fi
}
# skip TITLE WHY
skip() {
  test_count=$((test_count + 1))
  echo "ok $test_count - $1 # SKIP $2"
}
skip_all() {
  echo "1..0 # SKIP $1"
  exit 0
}
done_testing() {
  echo "1..$test_count"
  [ "$test_failed" = 0 ]
  exit
}
# must_exit STATUS COMMAND…: the very status, so that a crash is no pass.
must_exit() {
  local want=$1 got=0
  shift
  "$@" || got=$?
  [ "$got" = "$want" ] || { echo "exit $got, want $want: $*"; return 1; }
}
# has FILE TEXT: the text stands in the file.
has() { grep -qF -- "$2" "$1" || { echo "no '$2' in $1:"; head -20 "$1"; return 1; }; }
has_not() { ! grep -qF -- "$2" "$1" || { echo "'$2' in $1:"; head -20 "$1"; return 1; }; }
# lines FILE N
lines() {
  local n
  n=$(wc -l <"$1")
  [ "$n" -eq "$2" ] || { echo "$1 has $n lines, want $2"; head -20 "$1"; return 1; }
}
# same A B: byte for byte.
same() { cmp "$1" "$2" || { diff "$1" "$2" | head -20; return 1; }; }
# j FILTER FILE…: jq -e, whose last value must be neither false nor null.
j() { jq -e "$@" >/dev/null || { echo "not so: $1"; shift; head -c 2000 "$@"; return 1; }; }
