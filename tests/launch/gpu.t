#!/usr/bin/env bash
# Memory, energy, clocks and locks of a GPU, by a library that answers as NVIDIA's does.
. "${0%/*}/../lib.sh"
${CC:-gcc} -shared -fPIC -o "$trash/libfake.so" "$TEST_ROOT/tests/launch/nvml.c" || skip_all 'no compiler'
export TIERBENCH_NVML=$trash/libfake.so FAKE_NVML=$trash/nvml ENGINES=$TEST_ROOT/tests/engines
mkdir "$FAKE_NVML"
jq -nc '{kind:"cell",cell:"00000000000000aa",checkpoint:"fake-model",engine:{name:"fake",version:null,sha256:null},files:[],paths:{},
  knobs:{kv:"f16",draft:null,np:1,load:1},settings:{ctx_per_slot:512,extra_argv:[],env:{}},seed:1,replicate:0}' >cell.json
export TIERBENCH_LOCK=$trash/lock
go() { launch --engines "$ENGINES" --no-identity-check cell.json -- "$@"; }
export -f go

t 'the machine tells its GPU, driver and compute capability' '
  go true >out && j -s ".[1] | .kind==\"machine\" and .gpu==[{\"name\":\"Fake GPU\",\"memory_mib\":16384,\"driver\":\"570.00\",\"compute_capability\":\"12.0\"}]" out'
t 'by process, and by device with what was in use before taken off' '
  go sh -c "echo 5000 >\$FAKE_NVML/used; echo \$TIERBENCH_PID 4200 >\$FAKE_NVML/processes; sleep 0.2; echo 3600 >\$FAKE_NVML/used; echo \$TIERBENCH_PID 2800 >\$FAKE_NVML/processes; sleep 0.2; echo 600 >\$FAKE_NVML/used" >out &&
  j -s ".[-1].memory | .source==\"nvml-process\" and .peak_mib==4200 and .rest_mib==600 and .also[\"nvml-device\"].peak_mib==4400" out'
t 'where processes can not be told apart, the device speaks' '
  rm -f nvml/processes; go sh -c "echo 2600 >\$FAKE_NVML/used; sleep 0.2; echo 600 >\$FAKE_NVML/used" >out &&
  j -s ".[-1].memory | .source==\"nvml-device\" and .peak_mib==2000 and .also.vmhwm.peak_mib>0" out'
t 'a server that takes nothing of the GPU is measured by its resident set' 'go true >out && j -s ".[-1].memory.source==\"vmhwm\"" out'
t 'processes of others on the GPU are counted' 'echo "1 700" >nvml/processes; go sleep 0.2 >out && j -s ".[-1].load.gpu_processes==1" out; rm nvml/processes'
t 'energy of the run' 'echo 1000000 >nvml/energy; go sh -c "echo 1250000 >\$FAKE_NVML/energy" >out && j -s ".[-1] | .energy_j==250 and .energy_source==\"nvml\"" out'
t 'clocks, and a power cap at the default is no throttling' '
  echo 4 >nvml/reasons; go true >out && j -s ".[-1].clocks | .sm_mhz.mean==1500 and .throttled==false and .reasons==[\"power cap\"]" out'
t 'heat is' 'echo 64 >nvml/reasons; go true >out && j -s ".[-1].clocks | .throttled and .reasons==[\"heat (hardware)\"]" out; rm nvml/reasons'
t 'each GPU is a lock, and a launch waits for any of its own' '
  unset TIERBENCH_LOCK; [ -w /run/lock ] || exit 0; echo 2 >nvml/gpus
  flock /run/lock/tierbench-gpu1.lock true; exec 9>>/run/lock/tierbench-gpu1.lock; flock -n 9 || exit 0
  s=0; must_exit 75 launch --no-wait --engines "$ENGINES" --no-identity-check cell.json -- true >out 2>err || s=1; CUDA_VISIBLE_DEVICES=0 go true >out 2>>err || s=1; exec 9>&-; echo 1 >nvml/gpus; [ $s = 0 ] && has err "tierbench-gpu1.lock is held"'
t 'memory that does not come back is waited for, and said' '
  ( sleep 1; echo 600 >nvml/used ) & s=$(date +%s%N); go sh -c "echo 3000 >\$FAKE_NVML/used" >out 2>err; e=$(date +%s%N); [ $((e-s)) -gt 900000000 ]'
done_testing
