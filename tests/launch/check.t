#!/usr/bin/env bash
# launch --check: engine files are data with a schema; no engine's or model's name stands in code.
. "${0%/*}/../lib.sh"
base='{"name":"x","find":[{"path":"x"}],"formats":["gguf"],"dialect":"openai","argv":["{program}"],"knobs":{}}'
bad() { # JQ COLUMN TEXT
  jq -c "$1" <<<"$base" >e.json
  must_exit 78 launch --check e.json >out 2>err && has err "e.json:1:$2: " && has err "$3" && lines err 1
}
export base; export -f bad

for f in "$TEST_ROOT"/pipelines/engines/*.json "$TEST_ROOT"/tests/engines/*.json; do
  export f
  t "${f##*/} is valid" 'must_exit 0 launch --check "$f"'
done
t 'no JSON: line and column' 'printf "{\"name\":\"x\",\n \"find\": [}" >e.json; must_exit 78 launch --check e.json 2>err; has err "e.json:2:11: "'
t 'an unknown field' 'bad ".colour=1" 114 "unknown field"'
t 'a field of the wrong type' 'bad ".argv=\"x\"" 80 "want an array"'
t 'a field missing' 'bad "del(.formats)" 1 "\"formats\" is missing"'
t 'an unknown variable' 'bad ".argv[1]=\"{colour}\"" 93 "unknown variable {colour}"'
t 'a brace alone' 'bad ".argv[1]=\"{port\"" 93 "without"'
t 'an unknown knob' 'bad ".knobs.colour={}" 112 "unknown knob"'
t 'a bad pattern' 'bad ".findings=[{id:\"a\",pattern:\"(\",means:\"m\",do:\"note\"}]" 137 "bad pattern"'
t 'a finding that does nothing known' 'bad ".findings=[{id:\"a\",pattern:\"a\",means:\"m\",do:\"pray\"}]" 158 "unservable"'
t 'two findings of one id' 'bad ".findings=[{id:\"a\",pattern:\"a\",means:\"m\",do:\"note\"},{id:\"a\",pattern:\"b\",means:\"m\",do:\"note\"}]" 166 "second finding"'
t 'neither url nor argv' 'bad "del(.argv)" 1 "argv"'
t 'a file of several lines: the very place' 'printf "{\n  \"name\": \"x\",\n  \"url\": \"http://a\",\n  \"formats\": [\"gguf\", 7],\n  \"dialect\": \"openai\", \"knobs\": {}\n}\n" >e.json; must_exit 78 launch --check e.json 2>err; has err "e.json:4:23: formats/1: want a string"'
t 'one that is not there is 66' 'must_exit 66 launch --check nowhere.json 2>err; has err nowhere.json'
t 'one that extends another is whole by it' '
  echo "$base" >base.json; echo "{\"name\":\"y\",\"extends\":\"base.json\"}" >e.json; must_exit 0 launch --check e.json &&
  echo "{\"name\":\"z\",\"extends\":\"e.json\"}" >f.json; must_exit 78 launch --check f.json 2>err && has err "extends"'
t "no engine's or model's name stands in plan, launch or lib" '
  ! grep -rniE "llama|vllm|smol|qwen|mistral|gemma|deepseek|ollama server" "$TEST_ROOT"/lib/engine "$TEST_ROOT"/lib/plan "$TEST_ROOT"/bin/launch.c "$TEST_ROOT"/bin/plan.c --include=*.c --include=*.h'
done_testing
