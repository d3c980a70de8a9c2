#!/usr/bin/env bash
# By hand, on a machine with an NVIDIA GPU: a known amount of memory is measured as what it is.
. "${0%/*}/../lib.sh"
gpualloc 1 ready & p=$!; for i in $(seq 100); do [ -e ready ] && break; sleep 0.1; done; kill $p 2>/dev/null || skip_all 'no NVIDIA GPU'
wait $p 2>/dev/null
cell='{"kind":"cell","cell":"00000000000000aa","checkpoint":"fake-model","engine":{"name":"gpualloc","version":null,"sha256":null},"files":[],"paths":{},"knobs":{"kv":"f16","draft":null,"np":1,"load":1},"settings":{"ctx_per_slot":512,"extra_argv":[],"env":{}},"seed":1,"replicate":0}'
echo "$cell" >cell.json
for mib in 0 1024 4096; do
  GPU_MIB=$mib launch --engines "$TEST_ROOT/tests/engines" --no-identity-check cell.json -- sleep 2 >out.$mib || { cat out.$mib; exit 1; }
  sed -n 's/^/# /;2p;$p' out.$mib
done
figure() { grep -oE '"phase":"down".*' "out.$1" | python3 -c 'import json,sys; d=json.loads("{"+sys.stdin.read()); m=d["memory"]; m["nvml-process"]=m if m["source"]=="nvml-process" else m["also"]["nvml-process"]; print(m["nvml-process" if sys.argv[1]=="p" else "also"]["peak_mib"] if sys.argv[1]=="p" else m["also"]["nvml-device"]["peak_mib"])' "$2"; }
export -f figure
t 'by process: 3 GiB more are 3072 MiB more' 'a=$(figure 1024 p) b=$(figure 4096 p); echo "$a $b"; [ "$(python3 -c "print($b-$a)")" = 3072.0 ]'
t 'by device likewise' 'a=$(figure 1024 d) b=$(figure 4096 d); echo "$a $b"; [ "$(python3 -c "print(abs($b-$a-3072) <= 2)")" = True ]'
t 'a context alone is what it is: under 1 GiB, and not nothing' 'a=$(figure 0 p); echo "$a"; [ "$(python3 -c "print(100 < $a < 1024)")" = True ]'
for mib in 0 1024 4096; do echo "# $mib MiB asked: by process $(figure $mib p), by device $(figure $mib d)"; done
done_testing
