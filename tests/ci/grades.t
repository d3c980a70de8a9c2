#!/bin/bash
. "${0%/*}/../lib.sh"
. "$TEST_ROOT/tests/ci/planted.sh"

base='[1]x40[0]x20'
# run 0 loses 15 of 60; replicates of either side flip a little
{
  contrast stands A0 B0
  cell A0 f16 0 t="$base"
  cell A1 f16 1 t='[1]x39[0]x21'
  cell A2 f16 2 t='[1]x40[0]x20'
  cell A3 f16 3 t='[1]x41[0]x19'
  cell B0 q4 0 t='[1]x25[0]x35'
  cell B1 q4 1 t='[1]x26[0]x34'
  cell B2 q4 2 t='[1]x25[0]x35'
  cell B3 q4 3 t='[1]x24[0]x36'
} >stands.jsonl
# the same run 0, but fresh runs of b scatter round the baseline
{
  contrast noisy A0 B0
  cell A0 f16 0 t="$base"
  cell A1 f16 1 t='[1]x39[0]x21'
  cell A2 f16 2 t='[1]x40[0]x20'
  cell A3 f16 3 t='[1]x41[0]x19'
  cell B0 q4 0 t='[1]x25[0]x35'
  cell B1 q4 1 t='[1]x30[0]x30'
  cell B2 q4 2 t='[1]x45[0]x15'
  cell B3 q4 3 t='[1]x38[0]x22'
} >noisy.jsonl
{ contrast bare A0 B0; cell A0 f16 0 t="$base"; cell B0 q4 0 t='[1]x25[0]x35'; } >bare.jsonl
{ contrast small A0 B0 0.01; cell A0 f16 0 t="$base"; cell B0 q4 0 t='[1]x38[0]x20[1]x2'; } >small.jsonl
{
  contrast even A0 B0 0.05
  cell A0 f16 0 t='[1]x300[0]x200'
  cell B0 q4 0 t='0[1]x300[0]x199'
} >even.jsonl
{ contrast same A0 B0 0.05; cell A0 f16 0 t="$base"; cell B0 q4 0 t="$base"; } >same.jsonl

t 'a star that fresh replicates confirm stands' '
  ci stands.jsonl >out && g out t ".starred and .grade == \"stands\" and .r_a == 3 and .r_b == 3" &&
  g out t ".first == -.25 and (.diff + .25 | fabs) < 1e-12 and .floor > 0 and .floor < .1 and .p_holm < .001"'
t 'its floor is t·√(s²/R + s²/R), from the noise records' '
  ci stands.jsonl >out && jq -es "
    [.[] | select(.kind == \"noise\" and .task == \"t\")] as \$n |
    [.[] | select(.kind == \"gap\" and .task == \"t\" and .metric == \"score\")][0] as \$g |
    (\$n | length) == 2 and all(\$n[]; .R == 3 and .n == 60 and (.s_m * 60 - 1 | fabs) < 1e-9) and
    (\$g.floor - 2.7764451051977934 * (2 / 3 | sqrt) / 60 | fabs) < 1e-9" out'
t 'a star that fresh replicates do not confirm is inside the noise' '
  ci noisy.jsonl >out && g out t ".starred and .grade == \"inside-noise\" and .first == -.25" &&
  g out t "(.diff | fabs) <= .floor"'
t 'a star without replicates is ungraded, and says what it needs' '
  ci bare.jsonl >out && g out t ".starred and .grade == \"ungraded\" and .r_a == 0 and (has(\"floor\") | not)" &&
  g out t ".needs | startswith(\"3 fresh replicates\")"'
t 'no star is unresolved where the margin is not excluded' '
  ci small.jsonl >out && g out t "(.starred | not) and .grade == \"unresolved\" and (.noninferior | not) and .mde > 0"'
t 'no star is no deficit where it is' '
  ci even.jsonl >out && g out t "(.starred | not) and .grade == \"no-deficit\" and .noninferior and .equivalent"'
t 'no flip has a width and no grade' '
  ci same.jsonl >out && g out t ".se == 0 and .grade == \"ungraded\" and .p == 1 and (.starred | not)" &&
  g out t "(.hi - 3.841458820694124 / 63.841458820694124 | fabs) < 1e-12 and .lo == -.hi and .same_text == 1"'
t 'flips, Tango and McNemar are those of the run compared' '
  ci bare.jsonl >out && g out t ".flips == {b: 15, c: 0, rate: .25} and .p == 2 / 32768 and .method == \"tango+mcnemar\""'
t 'identical replicates give floor 0 and say so' '
  { contrast c A0 B0; for r in 0 1 2 3; do cell A$r f16 $r t="$base"; cell B$r q4 $r t="[1]x25[0]x35"; done; } >in &&
  ci in >out && g out t ".floor == 0 and .identical and .grade == \"stands\"" &&
  jq -es "[.[] | select(.kind == \"noise\" and .task == \"t\") | select(.identical and .s_m == 0 and (has(\"F\") | not) and (.flip_upper - (1 - pow(.05; 1 / 60)) | fabs) < 1e-12)] | length == 2" out'
t 'a gap that turned round does not stand' '
  { contrast c A0 B0; for r in 0 1 2 3; do cell A$r f16 $r t="$base"; done
    cell B0 q4 0 t="[1]x25[0]x35"; for r in 1 2 3; do cell B$r q4 $r t="[1]x55[0]x5"; done; } >in &&
  ci in >out && g out t ".starred and .grade == \"inside-noise\" and .first < 0 and .diff > 0"'
t 'two replicates beside the run are too few' '
  grep -v "\"cell\":\"[AB]3\"" stands.jsonl >in && ci in >out &&
  g out t ".starred and .grade == \"ungraded\" and .r_a == 2 and .diff == -.25"'
t 'among many stars of one contrast, standing asks for more' '
  tasks() { for i in 1 2 3 4 5 6 7 8; do echo "t$i=$1"; done; }
  { contrast c A0 B0; cell A0 f16 0 $(tasks "$base"); cell A1 f16 1 $(tasks "[1]x36[0]x24"); cell A2 f16 2 $(tasks "$base"); cell A3 f16 3 $(tasks "[1]x44[0]x16")
    cell B0 q4 0 $(tasks "[1]x25[0]x35"); cell B1 q4 1 $(tasks "[1]x25[0]x35"); cell B2 q4 2 $(tasks "[1]x29[0]x31"); cell B3 q4 3 $(tasks "[1]x33[0]x27"); } >in &&
  ci in >out && g out t1 ".starred and .floor < .183 and (.diff + .18333333 | fabs) < 1e-6 and .family_floor > .19 and .grade == \"inside-noise\""'
done_testing
