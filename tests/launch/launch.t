#!/usr/bin/env bash
# launch against the deterministic server: the stream, the environment, the statuses, what ends what.
. "${0%/*}/../lib.sh"
export TIERBENCH_LOCK=$trash/device.lock ENGINES=$TEST_ROOT/tests/engines

# cell KEY [JQ]: a cell record for the fake engine.
cell() {
  jq -nc --arg key "$1" '{kind:"cell",cell:$key,campaign:"t",tier:"1",checkpoint:"fake-model",family:"f",arch:"dense",
    engine:{name:"fake",version:null,sha256:null},files:[],paths:{},
    knobs:{quant:"F16",kv:"f16",draft:{how:"none",depth:0},np:2,load:2,watermark:null},
    settings:{ctx_per_slot:1024,extra_argv:[],env:{}},suite:"s",seed:7,replicate:1,device:"cpu"} | '"${2:-.}"
}
go() { launch --engines "$ENGINES" --no-identity-check --grace 2 "$@"; }
# Nothing of this test's is left: each fake server is given a mark of its own.
export MARK=mark-$$-$RANDOM
left() { ! pgrep -f -- "$MARK" >/dev/null || { pgrep -fa -- "$MARK"; return 1; }; }
# held FILE: until somebody holds that lock.
held() { local i; for i in $(seq 100); do [ -e "$1" ] && ! flock -n "$1" true && return; sleep 0.05; done; return 1; }
export -f go cell left held
marked() { cell "$1" ".settings.extra_argv=[\"--note\",\"$MARK\"] | ${2:-.}"; }
export -f marked

marked 00000000000000aa >cell.json

t 'the stream: cell, machine, up, what the command prints, down' '
  go cell.json -- echo "{\"kind\":\"answer\",\"n\":1}" >out && head -1 out >first && same first cell.json &&
  j -s "map(.kind) == [\"cell\",\"machine\",\"launch\",\"answer\",\"launch\"]" out &&
  j -s ".[2].phase==\"up\" and .[4].phase==\"down\" and all(.[2,4]; .outcome==\"served\" and .attempt==1 and .cell==\"00000000000000aa\")" out && left'
t 'levels of the knobs and settings become arguments' '
  j -s ".[2].argv | index(\"-ctk\") and index(\"-np\") and .[index(\"-c\")+1]==\"2048\" and (index(\"--spec-draft-n-max\")|not)" out'
t 'memory tells its source, and the peak is at least the loaded figure' '
  j -s ".[4].memory | .source==\"vmhwm\" and .peak_mib>0 and .peak_mib>=.loaded_mib and (.processes|length)==1" out'
t 'the command sees url, model, dialect, cell, replicate, seed, load, pid' '
  go cell.json -- sh -c "env | grep ^TIERBENCH_ >&2; kill -0 \$TIERBENCH_PID" >out 2>err &&
  has err TIERBENCH_MODEL=fake-model && has err TIERBENCH_CELL=00000000000000aa && has err TIERBENCH_REPLICATE=1 &&
  has err TIERBENCH_SEED=7 && has err TIERBENCH_LOAD=2 && has err TIERBENCH_DIALECT=llama.cpp && has err "TIERBENCH_URL=http://127.0.0.1:"'
t 'its standard input is /dev/null' 'go cell.json -- sh -c "cat; echo {\\\"kind\\\":\\\"x\\\"}" <cell.json >out && lines out 5'
t 'records of other kinds pass where they stand' '
  { echo "{\"kind\":\"a\"}"; cat cell.json; echo "{\"kind\":\"b\"}"; } | go -- true >out &&
  j -s "map(.kind) == [\"a\",\"cell\",\"machine\",\"launch\",\"launch\",\"b\"]" out'
t 'two cells one after the other, each with a server of its own' '
  marked 00000000000000bb >b.json; go cell.json b.json -- true >out && j -s "[.[]|select(.kind==\"launch\")|.cell] | unique | length == 2" out && left'
t 'a command that fails: its status, and no file' '
  must_exit 3 go -o whole --dir d1 cell.json -- sh -c "echo {}; exit 3" 2>err && [ ! -e whole ] && has err "not finished: the command ended with 3" && [ ! -e whole.?????? ] && left'
t 'the next attempt has the earlier records and counts on; then the parts are gone' '
  : >d1/answers.part; go -o whole --dir d1 cell.json -- true && j -s "[.[]|select(.kind==\"launch\")|.attempt] == [1,1,2,2]" whole &&
  j -s "[.[]|select(.kind==\"launch\")|.command_status] == [null,3,null,0]" whole && [ ! -e d1/launch.part ] && [ ! -e d1/answers.part ]'
t 'a finished cell is not measured again' 'go -o whole --dir d1 cell.json -- touch again 2>err && [ ! -e again ] && has err "is finished"'
t 'a torn line of an earlier attempt is dropped' '
  mkdir -p d9; { echo "{\"kind\":\"launch\",\"attempt\":4}"; printf "{\"kind\":\"lau"; } >d9/launch.part
  go -o w9 --dir d9 cell.json -- true && j -s "[.[]|select(.kind==\"launch\")|.attempt] == [4,5,5]" w9'
t 'a command killed by a signal is 128 + n' 'must_exit 137 go cell.json -- sh -c "kill -9 \$\$" >out && left'
t 'a command that is not there is 127, one that can not be executed 126, and no server starts' '
  must_exit 127 go cell.json -- no-such-command >out 2>err && lines out 1 && echo x >plain &&
  must_exit 126 go cell.json -- ./plain >out 2>err && lines out 1'
t 'a time-out of the command is 124' 'must_exit 124 go --timeout 0.3 --grace 0.3 cell.json -- sleep 60 >out 2>err && j -s ".[-1].outcome==\"timeout\"" out && left'
t 'a server that dies at the start: 125, signal or status and the last lines of its log' '
  FAKESERVER="fail=boom" must_exit 125 go cell.json -- true >out 2>err &&
  j -s ".[-1] | .phase==\"up\" and .outcome==\"died\" and .exit==1 and (.log_tail[-1]|contains(\"boom\"))" out && has err "exit status 1"'
t 'the log tail is the last 20 lines, in order' '
  seq 100 | sed "s/^/line /" >say; FAKESERVER="say=$trash/say fail=x" must_exit 125 go cell.json -- true >out 2>err &&
  j -s ".[-1].log_tail | length==20 and .[0]==\"line 82\" and .[18]==\"line 100\"" out'
t 'a server that dies while the command runs: 125, no file, the signal in the record' '
  must_exit 125 go --dir d2 -o w2 cell.json -- sh -c "kill -SEGV \$TIERBENCH_PID; sleep 0.2" 2>err && [ ! -e w2 ] &&
  j -s ".[-1] | .outcome==\"died\" and .signal==\"SEGV\" and .phase==\"down\"" d2/launch.part && has err "signal SEGV" && left'
t 'a command that waits for a dead server is ended' '
  must_exit 125 go --grace 0.2 cell.json -- sh -c "kill -9 \$TIERBENCH_PID; exec sleep 60" >out 2>err && left'
t 'unservable and does-not-fit are results: 0, the file is whole, the findings say what was seen' '
  echo "E: out of memory" >oom; FAKESERVER="say=$trash/oom fail=x" go --dir d3 -o w3 cell.json -- true 2>err &&
  j -s "any(.[]; .kind==\"launch\" and .outcome==\"does-not-fit\" and .findings[0].id==\"fake-does-not-fit\")" w3 &&
  j -s "any(.[]; .kind==\"finding\" and .seen.where==\"server.log:1\" and .seen.line==\"E: out of memory\" and .did==\"does-not-fit\")" w3'
t 'a finding with an override is tried once more with it' '
  echo "it wants an override" >o; FAKESERVER="say=$trash/o fail=x" go cell.json -- true >out 2>err;
  j -s "[.[]|select(.kind==\"launch\")|.outcome] == [\"died\",\"served\",\"served\"]" out &&
  j -s "any(.[]; .kind==\"finding\" and .did==\"tried once more with an override\")" out && left'
t 'an impossible cell is a result without a try' '
  marked 00000000000000cc ".impossible=\"no MTP head\"" | go -- touch tried >out 2>err && [ ! -e tried ] &&
  j -s ".[-1] | .outcome==\"unservable\" and .why==\"no MTP head\"" out'
t 'what says it is healthy while it loads is not believed' '
  FAKESERVER="loading_ms=400 health_lies=1" go cell.json -- true >out && j -s ".[2].load_s >= 0.4" out'
t 'a server that lists another model is not ours to measure' '
  FAKESERVER="model=another" must_exit 125 go cell.json -- touch asked >out 2>err && has err "lists '"'another', not 'fake-model'"'" && [ ! -e asked ] && left'
t 'a start that takes too long is 124; so is one that moves nothing' '
  FAKESERVER="loading_ms=60000" must_exit 124 go --start-timeout 0.5 cell.json -- true >out 2>err && has err "not ready within" &&
  FAKESERVER="loading_ms=60000" must_exit 124 go --idle-timeout 0.5 cell.json -- true >out 2>err && has err "neither log nor memory moved" && left'
t 'a child of the server in a session of its own, and one that ignores TERM, are ended' '
  FAKESERVER="child=1 ignore_term=1" go --grace 0.3 cell.json -- true >out && left'
t 'a server and a command that were stopped are ended all the same' '
  go --timeout 0.3 cell.json -- sh -c "kill -STOP \$TIERBENCH_PID \$\$" >out 2>err; j -s ".[-1].outcome==\"timeout\"" out && left'
t 'what the command leaves behind is ended' '
  go cell.json -- sh -c "setsid sleep 987654 >/dev/null 2>&1 & exit 0" >out && ! pgrep -f "^sleep 987654"'
t 'the device is locked: its holder is named to who waits' '
  go cell.json -- sleep 2 >a & held $trash/device.lock; go cell.json -- true >b 2>err; wait; has err "waiting for $trash/device.lock, held by launch, pid " && has err "cell 00000000000000aa" && j -s "length==4" b'
t 'with --no-wait a held device is 75' '
  go cell.json -- sleep 2 >a & held $trash/device.lock; s=0; must_exit 75 go --no-wait cell.json -- true >b 2>err || s=1; wait; [ $s = 0 ] && has err "is held by launch, pid"'
t 'the cell'"'"'s own lock is 75 at once' '
  go --dir d4 cell.json -- sleep 2 >a & held d4/lock; s=0; TIERBENCH_LOCK=$trash/other must_exit 75 go --dir d4 cell.json -- true >b 2>err || s=1; wait; [ $s = 0 ] && has err "d4/lock is held by launch"'
t 'a launch within a launch does not wait for its own device' 'go cell.json -- launch --engines "$ENGINES" --no-identity-check cell.json -- true >out && [ $(grep -c "\"kind\":\"launch\"" out) = 4 ]'
t 'TERM ends server and command, and launch by that signal' '
  launch --engines "$ENGINES" --no-identity-check --grace 2 --dir d5 -o w5 cell.json -- sleep 60 & p=$!
  for i in $(seq 100); do [ -s d5/launch.part ] && break; sleep 0.05; done; sleep 0.1; kill -TERM $p; s=0; wait $p || s=$?; [ $s = 143 ] && left && [ ! -e w5 ] && j -s ".[-1].interrupted==\"TERM\"" d5/launch.part'
t 'KILL of launch leaves nothing, and the next takes its place at once' '
  launch --engines "$ENGINES" --no-identity-check --grace 2 --dir d6 -o w6 cell.json -- sleep 60 & p=$!
  for i in $(seq 100); do [ -s d6/launch.part ] && break; sleep 0.05; done; kill -KILL $p; wait $p 2>/dev/null; go --dir d6 -o w6 cell.json -- true && left'
t 'another server on the port is found out' '
  [ -x "$HELPERS/fakeserver" ] || exit 0
  cat >steal.json <<J
{"name":"thief","find":[{"path":"steal"}],"formats":["gguf"],"dialect":"openai","argv":["{program}","{port}","{model}"],"knobs":{"kv":{"levels":{"f16":{"argv":[]}}},"np":{},"load":{}}}
J
  printf "#!/bin/sh\nn=\$(cat count 2>/dev/null || echo 0); echo \$((n+1)) >count\n[ \$n = 0 ] && exec sleep 30\nexec fakeserver --port \$1 --alias \$2\n" >steal; chmod +x steal
  # a stranger answers on every port that the first try could get: simulated by starting it there
  printf "#!/bin/sh\nn=\$(cat count 2>/dev/null || echo 0); echo \$((n+1)) >count\nif [ \$n = 0 ]; then setsid -f sh -c \"exec fakeserver --port \$1 --alias \$2 --note stranger\" </dev/null >/dev/null 2>&1; fi\nexec fakeserver --port \$1 --alias \$2\n" >steal
  marked 00000000000000dd ".engine.name=\"thief\" | .settings.extra_argv=[]" >thief.json
  PATH=$trash:$PATH launch --engines . --no-identity-check thief.json -- true >out 2>err; j -s "[.[]|select(.kind==\"launch\")|.outcome] | all(.==\"served\")" out'
t 'the engine must be the one that the cell was planned for' '
  marked 00000000000000ee ".engine.version=\"1\" | .engine.sha256=\"00\"" >other.json
  must_exit 78 launch --engines "$ENGINES" other.json -- true >out 2>err && has err "plan again"'
t 'an engine that nobody knows is 78' 'marked 00000000000000ff ".engine.name=\"none-such\"" | must_exit 78 go -- true >out 2>err && has err "no engine file"'
t 'a level that the engine has not is 78' 'marked 00000000000000ab ".knobs.kv=\"fp8\"" | must_exit 78 go -- true >out 2>err && has err "kv fp8 is no level"'
t 'weights that are not those of the key are 78, where hashes are compared' '
  echo weights >w; h=$(sha256sum <w | cut -c1-64); marked 00000000000000ac ".paths.weights=\"w\" | .files=[{role:\"weights\",sha256:\"$h\"}]" >w.json
  go --hashes h.json w.json -- true >out && echo other >w && must_exit 78 go --hashes h.json w.json -- true >out 2>err && has err "not the file that it was planned with"'
t 'weights that are not there are 78' 'marked 00000000000000ac ".paths.weights=\"nowhere\"" | must_exit 78 go -- true >out 2>err && has err nowhere'
t 'a server that somebody else runs: url and key from the environment' '
  fakeserver --port 0 --alias fake-model --fake port_file=port & f=$!; for i in 1 2 3 4 5 6 7 8 9; do [ -s port ] && break; sleep 0.1; done
  marked 00000000000000ad ".engine.name=\"openai\" | .knobs.kv=null" >url.json; s=0
  OPENAI_BASE_URL=http://127.0.0.1:$(cat port)/v1 launch --engines "$TEST_ROOT/pipelines/engines" url.json -- sh -c "echo \"{\\\"kind\\\":\\\"x\\\",\\\"pid\\\":\$TIERBENCH_PID}\"" >out || s=1; kill $f; [ $s = 0 ] && j -s "any(.[]; .kind==\"x\" and .pid==0) and (.[-1].outcome==\"served\")" out'
done_testing
