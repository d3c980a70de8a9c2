#!/usr/bin/env bash
# plan --registry: what checkpoints' own files say, hostile ones in one line and bounded memory.
. "${0%/*}/../lib.sh"
mk() { python3 "$TEST_ROOT/tests/plan/mkweights.py" "$@"; }
reg() { plan --registry "$@"; }
export -f mk reg

mkdir a; mk gguf a/toy-F16.gguf 'name=Toy 1M'; mk gguf a/toy-Q8_0.gguf 'name=Toy 1M Q8_0' type=Q8_0
t 'what a GGUF file says' '
  reg a >out && lines out 2 && j -s ".[0] | .kind==\"checkpoint\" and .id==\"toy-F16\" and .arch==\"dense\" and .quant==\"F16\" and .context==512 and .mtp==false
    and .parameters==19104 and .active_parameters==.parameters and .pinned=={} and .files[0].role==\"weights\" and .files[0].format==\"gguf\" and (.files[0].sha256|length)==64
    and .geometry.kv_elements==64 and .geometry.layers==2 and .geometry.kv_heads==2 and .geometry.head_dim_k==8" out'
t 'its hash is the file'"'"'s, its size too' 'h=$(sha256sum <a/toy-F16.gguf | cut -c1-64) n=$(stat -c %s a/toy-F16.gguf); j -s --arg h $h --argjson n $n ".[0].files[0] | .sha256==\$h and .bytes==\$n" out'
t 'bits are the mean over all weights' 'j -s ".[0].bits>16 and .[0].bits<17 and .[1].bits>8.5 and .[1].bits<9" out'
t 'the same weights at other bit widths are a family, by their norms' 'j -s ".[0].family==.[1].family and .[0].fingerprint==.[1].fingerprint" out'
t 'other weights of the same name and shape are not' 'mkdir b; cp a/toy-F16.gguf b; mk gguf b/other-F16.gguf "name=Other" seed=2; reg b >out && j -s ".[0].family!=.[1].family" out'
t 'experts: all parameters, and those active' '
  mk gguf moe.gguf experts=4 used=1; reg moe.gguf >out && j -s ".[0] | .arch==\"moe\" and (.parameters-.active_parameters)==(2*3*64*32*3)" out'
t 'an MTP head is a property of the file' '
  mk gguf mtp.gguf mtp=1; reg mtp.gguf >out && j -s ".[0] | .mtp and .geometry.layers==2" out'
t 'a split file is one checkpoint' '
  mkdir s; mk gguf s/toy split=3; reg s >out && lines out 1 && j -s ".[0] | .id==\"toy\" and (.files|length)==3 and .parameters==19104" out'
t 'a part that is missing is said' 'mkdir s2; cp s/toy-0000[12]* s2; must_exit 65 reg s2 >out 2>err; lines err 1 && has err "toy-00003-of-00003.gguf: No such file"'
t 'a folder of safetensors, sharded' '
  mk hf h/toy-hf shards=3; reg h >out && lines out 1 && j -s ".[0] | .id==\"toy-hf\" and .quant==\"F16\" and .bits==16 and .parameters==19104 and .geometry.kv_elements==64 and .context==512
    and ([.files[].role]|sort)==[\"config\",\"tokenizer\",\"weights\",\"weights\",\"weights\"]" out'
t 'experts there' 'mk hf hm/moe-hf experts=4 used=1; reg hm >out && j -s ".[0] | .arch==\"moe\" and (.parameters-.active_parameters)==(2*3*64*32*3)" out'
t 'a pinned KV type is seen, with its line' 'mk hf hp/pin pin=ct; reg hp >out && j -s ".[0].pinned | .kv==\"fp8\" and (.where|startswith(\"config.json:\"))" out'
t 'the two formats of the same weights are a family, and twins not yet verified' '
  reg a h >out && j -s ".[2].id==\"toy-hf\" and .[2].family==.[0].family and .[0].twin=={id:\"toy-hf\",same_weights:null} and .[2].twin.id==\"toy-F16\" and .[1].twin==null" out'
t 'the template is hashed alike in both' 'j -s ".[0].template_sha256==.[2].template_sha256 and (.[0].template_sha256|length)==64" out'
t 'a cache of links into blobs' '
  d=hub/models--org--toy; mkdir -p $d/snapshots/abc $d/blobs; for f in h/toy-hf/*; do cp $f $d/blobs/${f##*/}.blob; ln -s ../../blobs/${f##*/}.blob $d/snapshots/abc/${f##*/}; done
  reg hub >out && lines out 1 && j -s ".[0].id==\"org/toy\"" out'
t 'a store of manifests and blobs' '
  m=store/manifests/registry.example/library/toy; mkdir -p $m store/blobs; h=$(sha256sum <a/toy-F16.gguf | cut -c1-64); cp a/toy-F16.gguf store/blobs/sha256-$h
  echo "{\"layers\":[{\"mediaType\":\"application/vnd.x.image.model\",\"digest\":\"sha256:$h\"},{\"mediaType\":\"application/vnd.x.image.license\",\"digest\":\"sha256:0\"}]}" >$m/1m
  reg store >out && lines out 1 && j -s ".[0].id==\"toy:1m\"" out'
t 'two of one name are told apart' 'mkdir -p d1 d2; cp a/toy-F16.gguf d1; cp moe.gguf d2/toy-F16.gguf; reg d1 d2 >out && j -s "map(.id)==[\"toy-F16\",\"d2/toy-F16\"]" out'
t 'a hash is taken once for a path, size, time and inode' '
  reg --cache cache.json a >one && echo "$(jq ".files|length" cache.json)" | grep -qx 2 &&
  jq -c "(.files[] | select(.size>0) | .sha256) |= (\"f\"*64)" cache.json >c2 && mv c2 cache.json && reg --cache cache.json a >two && j -s "all(.[]; .files[0].sha256==(\"f\"*64))" two &&
  touch -d "2001-01-01" a/toy-F16.gguf && reg --cache cache.json a >three && j -s --arg h $(sha256sum <a/toy-F16.gguf | cut -c1-64) ".[0].files[0].sha256==\$h and .[1].files[0].sha256==(\"f\"*64)" three'
for what in counts string array tensor; do
  export what
  t "hostile $what of 2^60: one line, 65, in bounded memory" '
    mk hostile x.gguf what=$what; must_exit 65 python3 -c "
import resource, subprocess, sys
s = subprocess.run([\"plan\", \"--registry\", \"x.gguf\"], stderr=open(\"err\", \"w\")).returncode
assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 200000
sys.exit(s)" && lines err 1 && has err "x.gguf: "'
done
t 'big-endian is refused clearly' 'mk gguf big.gguf big=1; must_exit 65 reg big.gguf 2>err; has err big-endian'
t 'a truncated file is' 'mk gguf cut.gguf cut=5000; must_exit 65 reg cut.gguf 2>err; has err "truncated"; mk hf cut-hf cut=100; must_exit 65 reg cut-hf 2>err; has err "truncated"'
t 'no such path is 66, no such file format 65' 'must_exit 66 reg nowhere 2>err; echo hello world, this is text >x.gguf; must_exit 65 reg x.gguf 2>err; has err "no GGUF file"'
t 'a folder without any is empty, and no fault' 'mkdir none; reg none >out && [ ! -s out ]'
t 'a running server tells its models' '
  fakeserver --port 0 --alias fake-model --fake port_file=port & f=$!; for i in 1 2 3 4 5 6 7 8 9; do [ -s port ] && break; sleep 0.1; done
  s=0; reg http://127.0.0.1:$(cat port) >out || s=1; kill $f; [ $s = 0 ] && j -s ".[0] | .id==\"fake-model\" and .files[0].format==\"remote\"" out; must_exit 69 reg http://127.0.0.1:1 2>err'
done_testing
