#!/usr/bin/env bash
# Each tool has its three: program, page, tests; and the pages are clean.
. "${0%/*}/../lib.sh"
cd "$TEST_ROOT" || exit 1
for c in bin/*.c; do
  export tool=$(basename "$c" .c)
  t "$tool has a page, and tests" '[ -f bin/$tool.1 ] && ls tests/$tool/*.t >/dev/null'
  t "$tool.1 has the sections that people look for" '
    for s in NAME SYNOPSIS DESCRIPTION OPTIONS "EXIT STATUS" EXAMPLES "SEE ALSO"; do
      grep -q "^\.Sh $s" bin/$tool.1 || { echo "no $s"; exit 1; }; done'
done
for p in bin/*.[0-9]; do
  export p
  t "$p is clean" 'mandoc -T lint -W warning $p'
done
t "nothing in lib or bin prints by locale, parses unchecked or copies unbounded" '
  ! grep -nE "\b(strcpy|strcat|sprintf|gets|strtok|atoi|atof|setlocale)\(" lib bin -r --include=*.c --include=*.h'
t "no function of the library is defined twice" '
  nm -A --defined-only build/libtierbench.a | awk "\$2 ~ /[TDBR]/ {print \$3}" | sort | uniq -d >$trash/twice; [ ! -s $trash/twice ] || { cat $trash/twice; exit 1; }'
done_testing
