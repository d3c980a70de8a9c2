# Sourced after tests/lib.sh: a fake server and items for it.
# serve NAME ARGS…: starts one; its address is in $url, its requests in NAME.log, its pid in $server.
serve() {
  local name=$1 i
  shift
  rm -f "$name.port" "$name.log"
  fakeserver --port 0 --fake port_file="$name.port" --fake log="$name.log" "$@" >/dev/null 2>"$name.err" &
  server=$!
  servers="${servers:-} $server"
  for i in $(seq 500); do
    [ -s "$name.port" ] && break
    sleep .01
  done
  url=http://127.0.0.1:$(cat "$name.port")
}
trap 'for s in ${servers:-}; do kill "$s" 2>/dev/null; done; rm -rf "$trash"' EXIT
# items N TASK…: N items of each task.
items() {
  local n=$1 task i
  shift
  for task in "$@"; do
    for i in $(seq 0 $((n - 1))); do
      printf '{"kind":"item","task":"%s","id":"%s%d","messages":[{"role":"user","content":"question %d of %s"}],"sampling":{"temperature":0,"top_p":1,"seed":7},"limits":{"max_tokens":64,"timeout_s":20},"scoring":{"scorer":"exact","gold":"x","rule":"strip"},"extra":{"b":1.50}}\n' \
        "$task" "$task" "$i" "$i" "$task"
    done
  done
}
# item ID CONTENT [MORE]: one item.
item() {
  printf '{"kind":"item","task":"t","id":"%s","messages":[{"role":"user","content":"%s"}],"limits":{"max_tokens":64,"timeout_s":20}%s}\n' "$1" "$2" "${3:-}"
}
# asked NAME: how many completions a server was asked for.
asked() { grep -c '"event":"request"' "$1.log"; }
