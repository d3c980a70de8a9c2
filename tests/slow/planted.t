#!/usr/bin/env bash
# Effects planted in verdicts, over many seeds: twice the MDE is told, and few families tell anything false.
. "${0%/*}/../lib.sh"
t '2 x MDE is told, at most 5 % of families tell something false' '
	plant 40 500 manifest >records && ci records -o gaps && grep -h "\"kind\":\"\(cell\|contrast\)\"" records >plan &&
	render -f md -s says plan gaps >says && python3 "$TEST_ROOT/tests/render/planted.py" manifest says'
done_testing
