#!/bin/bash
. "${0%/*}/../lib.sh"
. "$TEST_ROOT/tests/ci/planted.sh"

{
  cell A f16 0 t='[1]x40[0]x20' u='[10]x25' v='[1]x30[0]x70'
  cell B q4 0 t='[1]x25[0]x35' u='[01]x25' v='[1]x28[0]x72'
} >two.jsonl
contrast c A B >contrasts.jsonl
ci --contrasts contrasts.jsonl two.jsonl >two.out

t 'a gap for each task and for the mean' '
  jq -e -s "[.[] | select(.metric == \"score\") | .task] == [\"t\", \"u\", \"v\", \"mean\"]" two.out'
t 'Holm over the tasks, the mean outside' '
  g two.out t ".m == 3 and (.p_holm - 3 * .p | fabs) < 1e-12" &&
  g two.out v ".p_holm == 1" && g two.out mean ".m == 1 and .p == .p_holm"'
t 'the mean is unweighted, with SE = √ΣSE²/T' '
  jq -es "[.[] | select(.metric == \"score\")] | .[0:3] as \$t | .[3] as \$m |
    ((\$t | map(.diff) | add / 3) - \$m.diff | fabs) < 1e-12 and
    ((\$t | map(.se * .se) | add | sqrt / 3) - \$m.se | fabs) < 1e-12 and
    \$m.over == [\"t\", \"u\", \"v\"] and \$m.lo < \$m.diff and \$m.diff < \$m.hi" two.out'
t 'the order of records and of files does not matter' '
  grep -v contrast two.jsonl | sort >sorted && sort -r two.jsonl >reversed &&
  ci --contrasts contrasts.jsonl sorted >1 && ci --contrasts contrasts.jsonl reversed >2 &&
  grep "\"A\"" two.jsonl >a && grep "\"B\"" two.jsonl >b && ci b contrasts.jsonl a >3 &&
  same two.out 1 && same two.out 2 && same two.out 3'
t 'swapping the sides negates' '
  contrast c B A >swap && ci --contrasts swap two.jsonl >out && jq -es "
    [.[] | select(.metric == \"score\")] | [.[] | [.diff, .lo, .hi, .se, .p, .flips.b, .flips.c]]" two.out >1 &&
  jq -es "[.[] | select(.metric == \"score\")] | [.[] | [0 - .diff, 0 - .hi, 0 - .lo, .se, .p, .flips.c, .flips.b]]" out >2 && same 1 2'
t 'an item judged on one side only is missing from both, and counted' '
  { cell A f16 0 t="[1]x100[0]x100"; cell B q4 0 t=".e[1]x98[0]x100"; } >in &&
  ci --contrasts contrasts.jsonl in >out &&
  g out t ".n == 198 and .missing == 2 and (.worst.lo + .01 | fabs) < 1e-12 and (.worst.hi | fabs) < 1e-12"'
t 'more than two in a hundred missing is refused, without a number' '
  { cell A f16 0 t="[1]x100"; cell B q4 0 t="...[1]x97"; } >in && ci --contrasts contrasts.jsonl in >out &&
  g out t ".refused == \"incomplete\" and .missing == 3 and (has(\"diff\") or has(\"p\") or has(\"lo\") | not)"'
t 'different items are refused' '
  { cell A f16 0 t="[1]x100"; cell B q4 0 t="[1]x99"; } >in && ci --contrasts contrasts.jsonl in >out &&
  g out t ".refused == \"different items\" and (has(\"diff\") | not)" && g out mean "has(\"refused\")"'
t 'a refused task still counts in the family' '
  { cell A f16 0 t="[1]x40[0]x20" u="1"; cell B q4 0 t="[1]x25[0]x35" u="."; } >in &&
  ci --contrasts contrasts.jsonl in >out && g out t ".m == 2 and .p_holm == 2 * .p" && g out mean ".over == [\"t\"]"'
t 'two knobs changed are refused' '
  sed "/\"cell\":\"B\"/s/\"kv\":\"f16\"/\"kv\":\"q8_0\"/" two.jsonl >in && ci --contrasts contrasts.jsonl in >out &&
  g out mean ".refused == \"two knobs changed: quant, kv\""'
t 'other seeds are refused' '
  sed "/\"cell\":\"B\"/s/\"seed\":7/\"seed\":8/" two.jsonl >in && ci --contrasts contrasts.jsonl in >out &&
  g out mean ".refused == \"seeds differ\""'
t 'a cell that is not there is refused' '
  contrast c A Z >c && ci --contrasts c two.jsonl >out && g out mean ".refused == \"not measured: b\"" && lines out 1'
t 'a load that was not held is refused' '
  sed "s/\"quant\":\"q4\"/\"quant\":\"f16\"/; /\"cell\":\"B\"/{s/\"load\":1/\"load\":4/;s/\"in_flight\":1/\"in_flight\":3.5/}" two.jsonl >in &&
  sed "s/\"quant\"/\"load\"/g" contrasts.jsonl >c && ci --contrasts c in >out && g out mean ".refused == \"load not held: b 3.5 of 4\""'
t 'one cluster is refused, several give clustered errors' '
  sed "s/\"kind\":\"verdict\"/&,\"cluster\":\"k\"/" two.jsonl >in && ci --contrasts contrasts.jsonl in >out &&
  g out t ".refused == \"fewer than two clusters\"" &&
  awk "{ if (match(\$0, /\\/[0-9]+\"/)) sub(/\"kind\":\"verdict\"/, \"&,\\\"cluster\\\":\\\"k\" int(substr(\$0, RSTART + 1, 3) / 4) \"\\\"\") } 1" two.jsonl >in &&
  ci --contrasts contrasts.jsonl in >out && g out t ".method == \"clustered-t\" and .df == 15 and .se > 0"'
t 'graded scores by Student' '
  sed "/\"cell\":\"B\"/s/\"score\":1/\"score\":0.75/" two.jsonl >in && ci --contrasts contrasts.jsonl in >out &&
  g out t ".method == \"t\" and .df == 59 and (.diff + .35416666666666 | fabs) < 1e-9 and (has(\"flips\") | not)"'
t 'speeds and memory have ratios and no stars' '
  sed "/\"cell\":\"B\"/s/\"peak_mib\":120/\"peak_mib\":90/" two.jsonl >in && ci --contrasts contrasts.jsonl in >out &&
  jq -es "[.[] | select(.metric == \"memory_mib\")] == [{kind: \"gap\", contrast: \"c\", knob: \"quant\", cell_a: \"A\", cell_b: \"B\", task: \"mean\", metric: \"memory_mib\", n: 1, a: 120, b: 90, diff: -30, method: \"one-run\", ratio: .75, r_a: 1, r_b: 1}]" out &&
  jq -es "[.[] | select(.metric == \"decode_tps\" and .task == \"t\" and .ratio == 1 and (has(\"starred\") | not))] | length == 1" out'
t 'the file of a cell given twice is refused' '
  cat two.jsonl two.jsonl >in && ci --contrasts contrasts.jsonl in >out && g out t ".refused == \"duplicate items\""'
t 'a task out of the mean has no score gap' '
  sed "/\"task\":\"v\"/s/\"kind\":\"verdict\"/&,\"in_mean\":false/" two.jsonl >in && ci --contrasts contrasts.jsonl in >out &&
  jq -es "[.[] | select(.metric == \"score\") | .task] == [\"t\", \"u\", \"mean\"]" out && g out t ".m == 2"'
t 'unknown kinds pass byte for byte' '
  printf "%s\n" "{\"kind\":\"finding\", \"id\":\"x\" }" >>two.jsonl && ci --contrasts contrasts.jsonl two.jsonl >out &&
  head -1 out >1 && tail -1 two.jsonl >2 && same 1 2'
t 'a table for people' '
  ci -f text --contrasts contrasts.jsonl two.jsonl >out && has out "grade" && has out "ungraded" && lines out 7 &&
  tail -1 out >last && has last "Of 3 gaps, 1 starred (0 stand, 0 inside the noise, 1 without enough replicates)"'
t 'nothing in, nothing out' 'ci </dev/null >out && lines out 0'
t 'a bad line is named' '
  printf "{\"kind\":\"verdict\",\"task\":3}\n" >in && must_exit 65 ci in 2>err && has err "ci: in:1:"'
done_testing
