#!/bin/bash
. "${0%/*}/../lib.sh"
. "$TEST_ROOT/tests/ci/planted.sh"

cell A f16 0 t='[1]x7000' u='10.e1' v='[1]x164' >a.jsonl
aggregate a.jsonl >a.out
# r TASK FILTER
r() { jq -e --arg t "$1" 'select(.kind == "row" and .task == $t)' a.out | jq -e "$2" >/dev/null || { echo "not so: $2"; cat a.out; return 1; }; }

t 'a row a task and the mean' '
  jq -es "[.[].task] == [\"t\", \"u\", \"v\", \"mean\"]" a.out && r mean ".over == [\"t\", \"u\", \"v\"]"'
t 'what was not judged and what failed is counted beside, never scored' '
  r u ".n == 3 and (.score - 2 / 3 | fabs) < 1e-12 and .counts == {passed: 2, failed: 1, no_answer: 0, not_judged: 1, cut: 0, errors: {timeout: 1}}"'
t 'Wilson' '
  r v ".score == 1 and .hi == 1 and (.lo - .97711 | fabs) < 5e-6 and .method == \"wilson\" and .se == 0"'
t 'the mean is unweighted' 'r mean "(.score - (1 + 2 / 3 + 1) / 3 | fabs) < 1e-12 and .n == 7167"'
t 'what the cell was comes along' '
  r t ".cell == \"A\" and .checkpoint == \"m-f16\" and .knobs.quant == \"f16\" and .engine.name == \"e\" and .replicate == 0"'
t 'memory is that of the end of the run' 'r t ".memory == {peak_mib: 120, source: \"pss\"}"'
t 'speeds' '
  r v "(.speed.decode_tps.p50 - 20 | fabs) < 1e-6 and (.speed.ttft_ms.p99 - 500 | fabs) < 1e-9 and (.speed.e2e_s.mean - .9 | fabs) < 1e-9 and .speed.decode_tps.n == 164"'
t 'order of records does not matter' 'sort -r a.jsonl | aggregate >out && same out a.out'
t 'graded scores by Student, clusters by clusters' '
  printf "{\"kind\":\"verdict\",\"task\":\"g\",\"id\":\"%s\",\"cluster\":\"%s\",\"verdict\":{\"pass\":true,\"score\":%s}}\n" 1 a 0.5 2 a 0.75 3 b 1 4 c 0.25 >in &&
  aggregate in >a.out && r g ".method == \"clustered-t\" and (.score - .625 | fabs) < 1e-12 and (.se - .16237976320958225 | fabs) < 1e-9" &&
  sed "s/\"cluster\":\"[a-c]\",//" in | aggregate >a.out && r g ".method == \"t\" and (.se - .16137430609197570 | fabs) < 1e-12 and (.lo - 0.11143494 | fabs) < 1e-6"'
t 'answers without verdicts have speeds' '
  sed "s/,\"verdict\":.*/}/; s/\"kind\":\"verdict\"/\"kind\":\"answer\"/" a.jsonl | aggregate >a.out &&
  r v ".n == 0 and (has(\"score\") | not) and .counts.not_judged == 164 and .speed.decode_tps.n == 164"'
t 'an outcome that is a result passes, so do findings and unknown kinds' '
  printf "%s\n" "{\"kind\":\"cell\",\"cell\":\"Z\"}" "{\"kind\":\"launch\",\"cell\":\"Z\",\"outcome\":\"unservable\" }" "{\"kind\":\"finding\", \"id\":\"f\"}" "{\"kind\":\"wat\"}" >in &&
  aggregate in >out && tail -3 in >want && same out want'
t 'cached prompts, load by others and throttling are marked' '
  sed "s/\"prompt\":5/\"prompt\":5,\"cached\":2/; s/\"load_by_others\":false/\"load_by_others\":true/; s/\"phase\":\"down\"/&,\"clocks\":{\"throttled\":true}/" a.jsonl | aggregate >a.out &&
  r v ".speed.marked == [\"load by others\", \"throttled\", \"cached prompt tokens\"]" &&
  sed "s/\"load_by_others\":false/\"load_by_others\":0.2,\"marked\":[\"busy-host\",\"late\"]/" a.jsonl | aggregate >a.out && r v ".speed.marked == [\"load by others\", \"late\"]" &&
  sed "s/\"load_by_others\":false/\"load_by_others\":0.05/" a.jsonl | aggregate >a.out && r v ".speed | has(\"marked\") | not"'
t 'a resumed cell is marked, its rates are over the time that query summed up' '
  sed "s/\"load_by_others\":false/\"attempt\":2,\"wall_s\":1000/" a.jsonl | aggregate >a.out &&
  r v ".speed.marked == [\"resumed\"] and (.speed.requests_s - 7.168 | fabs) < 1e-9 and (.speed.output_tps.mean - 7.168 * 9 | fabs) < 1e-9"'
t 'goodput counts what is within the slo' '
  sed "/\"id\":\"v/s/\"sent_s\":/\"due_s\":0,\"sent_s\":/; s/\"load_by_others\":false/\"slo\":{\"ttft_ms\":500,\"itl_ms\":60}/" a.jsonl | aggregate >a.out &&
  r t "(.speed.goodput * 6999.9 - 7004 | fabs) < 1e-6"'
t 'pooled by a knob: counts and percentiles are those of all the verdicts together' '
  { cell X f16 0 t="[10]x6000" u="11.e"; cell Y f16 1 t="[1]x5000[0]x500" u="0001"; } >xy &&
  sed "s/\"cell\":\"Y\"/\"cell\":\"X\"/; /\"kind\":\"cell\"/s/\"replicate\":1/\"replicate\":0/" xy | aggregate >one && aggregate --by knobs.quant,task xy >pooled &&
  jq -es "map(select(.task == \"t\") | [.n, .score, .counts, .tokens, .speed.decode_tps, .speed.e2e_s, .speed.ttft_ms])" one >1 &&
  jq -es "map(select(.task == \"t\") | [.n, .score, .counts, .tokens, .speed.decode_tps, .speed.e2e_s, .speed.ttft_ms])" pooled >2 && same 1 2 &&
  jq -es "length == 2 and .[0].by == {\"knobs.quant\": \"f16\", task: \"t\"} and .[0].cells == 2 and .[0].no_interval == \"pooled over cells that share items\" and (.[0] | has(\"cell\") or has(\"lo\") | not)" pooled'
t 'pooled by cell and task are the rows themselves' '
  aggregate a.jsonl | jq -c "select(.task != \"mean\") | [.task, .score, .lo, .hi, .counts]" >1 &&
  aggregate --by cell,task a.jsonl | jq -c "[.task, .score, .lo, .hi, .counts]" >2 && same 1 2'
t 'pooled without task is the mean over tasks' '
  aggregate --by checkpoint a.jsonl >out && jq -es "length == 1 and .[0].task == \"mean\" and .[0].over == [\"t\", \"u\", \"v\"]" out &&
  aggregate --by nosuch a.jsonl >out && jq -es ".[0].by == {nosuch: null}" out && must_exit 64 aggregate --by task,, a.jsonl'
t 'files in any order, in one or in parts' '
  head -3000 a.jsonl >p1 && tail -n +3001 a.jsonl >p2 && aggregate p2 p1 >out && aggregate a.jsonl >want && same out want'
t 'csv and md' '
  aggregate -f csv a.jsonl >out && lines out 5 && has out "A,m-f16,0,v,164,1.0," && aggregate -f md a.jsonl >out && lines out 6'
t 'nothing in, nothing out' 'aggregate </dev/null >out && lines out 0'
t 'a bad line is named by file and line' '
  printf "{\"kind\":\"verdict\",\"task\":\"t\",\"id\":\"1\",\"verdict\":{\"pass\":true,\"score\":2}}\n" >in &&
  must_exit 65 aggregate in 2>err && has err "aggregate: in:1:" && has err "score outside"'
done_testing
