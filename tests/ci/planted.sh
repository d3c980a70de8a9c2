# Sourced by tests/ci/*.t: cells with planted outcomes.
#	cell KEY QUANT REPLICATE TASK=PATTERN …
# A pattern holds a character an item: 1 right, 0 wrong, . not judged, e an error, and x3 behind a
# part in brackets repeats it: '[1]x20[01]x5'.
expand_pattern() {
  awk -v p="$1" 'BEGIN {
    while (match(p, /\[[^]]*\]x[0-9]+/)) {
      s = substr(p, RSTART, RLENGTH); split(s, part, "]x"); body = substr(part[1], 2); out = ""
      for (i = 0; i < part[2]; i++) out = out body
      p = substr(p, 1, RSTART - 1) out substr(p, RSTART + RLENGTH)
    }
    print p
  }'
}
cell() {
  local key=$1 quant=$2 replicate=$3
  shift 3
  printf '{"kind":"cell","cell":"%s","checkpoint":"m-%s","family":"m","arch":"dense","engine":{"name":"e","version":"1"},"files":[{"role":"weights","sha256":"%s"}],"knobs":{"quant":"%s","kv":"f16","draft":null,"np":1,"load":1,"watermark":null},"settings":{},"suite":"s","seed":7,"replicate":%s,"device":"d"}\n' \
    "$key" "$quant" "$quant" "$quant" "$replicate"
  printf '{"kind":"launch","cell":"%s","attempt":1,"phase":"up","outcome":"served","memory":{"peak_mib":100,"source":"pss"}}\n' "$key"
  for task in "$@"; do
    expand_pattern "${task#*=}" | awk -v key="$key" -v task="${task%%=*}" '{
      for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1); pass = c == "1" ? "true" : c == "0" ? "false" : "null"
        error = c == "e" ? "{\"kind\":\"timeout\",\"message\":\"m\"}" : "null"
        score = c == "1" ? ",\"score\":1" : c == "0" ? ",\"score\":0" : ""
        why = c == "." ? ",\"why\":\"not-judged: no scorer\"" : ""
        printf "{\"kind\":\"verdict\",\"task\":\"%s\",\"id\":\"%s/%03d\",\"cell\":\"%s\",\"answer\":{\"text\":\"%s%s\",\"finish\":\"stop\",\"error\":%s,\"tokens\":{\"prompt\":5,\"completion\":9,\"first_chunk\":1},\"sent_s\":%d,\"first_token_s\":%d.5,\"last_token_s\":%d.9},\"verdict\":{\"pass\":%s%s%s}}\n", task, task, i, key, c, i, error, i, i, i, pass, score, why
      }
    }'
  done
  printf '{"kind":"run","cell":"%s","load":1,"in_flight":1,"load_by_others":false}\n' "$key"
  printf '{"kind":"launch","cell":"%s","attempt":1,"phase":"down","outcome":"served","memory":{"peak_mib":120,"source":"pss"}}\n' "$key"
}
# contrast NAME A B [MARGIN]
contrast() {
  printf '{"kind":"contrast","contrast":"%s","knob":"quant","a":"%s","b":"%s","isolates":"bits","changed":["quant"],"family":"quant","margin":%s}\n' \
    "$1" "$2" "$3" "${4:-null}"
}
# g FILE TASK FILTER: the score gap of that task is as the filter says.
g() {
  jq --arg t "$2" 'select(.kind == "gap" and .metric == "score" and .task == $t)' "$1" >gap.json &&
    jq -e "$3" gap.json >/dev/null || { echo "not so: $3"; jq -c . gap.json; return 1; }
}
