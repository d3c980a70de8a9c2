#!/usr/bin/env bash
# Random deaths, at random moments, of the server, its child, the guard, launch, the command and launch's parent: none
# leaves a process, a port, a lock or half a file. DEATHS says how many, SEED which.
. "${0%/*}/../lib.sh"
export TIERBENCH_LOCK=$trash/device.lock ENGINES=$TEST_ROOT/tests/engines FAKESERVER="child=1 loading_ms=60"
export MARK=deaths-$$-x
RANDOM=${SEED:-7}
jq -nc --arg m "$MARK" '{kind:"cell",cell:"00000000000000aa",checkpoint:"fake-model",engine:{name:"fake",version:null,sha256:null},files:[],paths:{},
  knobs:{kv:"f16",draft:null,np:1,load:1},settings:{ctx_per_slot:512,extra_argv:["--note",$m],env:{}},seed:1,replicate:0}' >cell.json

# All processes of this trial carry its mark in their environment.
of_trial() { grep -lszE "^TRIAL=$1\$" /proc/[0-9]*/environ 2>/dev/null | sed -E 's|/proc/([0-9]+)/.*|\1|'; }
running() { local p s; for p in $(of_trial "$1"); do s=$(sed -E 's/.*\) (.).*/\1/' "/proc/$p/stat" 2>/dev/null); [ -n "$s" ] && [ "$s" != Z ] && echo "$p"; done; }
named() { local p; for p in $(running "$1"); do [ "$(cat "/proc/$p/comm" 2>/dev/null)" = "$2" ] && echo "$p"; done; }
victim_of() {
  case $2 in
    server) named "$1" fakeserver | head -1 ;;
    child) named "$1" fakeserver | tail -1 ;;
    guard) named "$1" launch-guard ;;
    launch) named "$1" launch ;;
    command) named "$1" sleep | head -1 ;;
    parent) named "$1" bash | head -1 ;;
  esac
}
trial() { # N VICTIM SIGNAL DELAY_MS
  local n=trial-$$-$1 pid i
  rm -rf d whole
  TRIAL=$n setsid bash -c 'launch --engines "$ENGINES" --no-identity-check --grace 0.3 --dir d -o whole cell.json -- sleep 0.35; exit $?' >/dev/null 2>&1 &
  sleep "0.$(printf %03d "$4")"
  pid=$(victim_of "$n" "$2" | head -1)
  [ -n "$pid" ] && kill "-$3" "$pid" 2>/dev/null && struck=$((struck + 1))
  for i in $(seq 80); do [ -z "$(running "$n")" ] && break; sleep 0.05; done
  wait $! 2>/dev/null
  [ -z "$(running "$n")" ] || { echo "left after $2 by $3 at $4 ms:"; ps -o pid,ppid,stat,args -p "$(running "$n" | paste -sd,)"; return 1; }
  flock -n device.lock true && flock -n d/lock true || { echo "a lock is held after $2 by $3"; return 1; }
  [ ! -e whole ] || jq -es 'map(.kind) == ["cell","machine","launch","launch"]' whole >/dev/null || { echo "half a file after $2 by $3"; cat whole; return 1; }
}
deaths() {
  local victims=(server child guard launch command parent) signals=(KILL KILL TERM SEGV) i
  struck=0
  for i in $(seq "${DEATHS:-18}"); do
    trial "$i" "${victims[$((i % 6))]}" "${signals[$((RANDOM % 4))]}" $((RANDOM % 420 + 20)) || return 1
  done
  echo "$struck of ${DEATHS:-18} struck" >struck
  [ $((struck * 2)) -gt "${DEATHS:-18}" ]
}
t "${DEATHS:-18} random deaths leave no process, port, lock or half file" deaths
t 'and then all is well' 'rm -rf d; launch --engines "$ENGINES" --no-identity-check --dir d -o whole cell.json -- true && [ ! -e d/launch.part ]'
sed 's/^/# /' struck
done_testing
