#!/usr/bin/env bash
# A text of 1 MiB, made to be bad, for each of the 83 types: no type may be quadratic in it. The bar of
# 50 ms is if_speed's own on a quiet machine; here it is wide enough for a busy one.
. "${0%/*}/../lib.sh"
[ -e "$TEST_ROOT/.deps/language/language.bin" ] || skip_all 'no language data: make language-data'
t 'each type takes time linear in the text' 'if_speed -m 1000 >out 2>err || { cat out err; false; }; [ "$(wc -l <out)" = 83 ]'
done_testing
