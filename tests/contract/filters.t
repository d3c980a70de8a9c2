#!/usr/bin/env bash
# What a user may assume of every tool.
. "${0%/*}/../lib.sh"

# How each tool is run so that it reads records from standard input.
cat >campaign.json <<'J'
{"campaign":"x","engine":"fake","tasks":["items.jsonl"],"tiers":[{"tier":"1"}]}
J
echo '{"kind":"item","task":"t","id":"1","messages":[],"scoring":{"scorer":"exact","gold":"a","rule":"strip"}}' >items.jsonl
run() {
  local tool=$1
  shift
  case $tool in
    plan) plan -t campaign.json --device x --engines "$TEST_ROOT/tests/engines" "$@" ;;
    launch) launch --engines "$TEST_ROOT/tests/engines" "$@" -- true ;;
    query) query -u http://127.0.0.1:9 "$@" ;;
    render) render -f text "$@" ;;
    *) "$tool" "$@" ;;
  esac
}
# query closes with a record of its own.
not_run() { grep -av '^{"kind":"run"' "$1"; }
export -f run not_run
tools="plan launch query score aggregate ci render"

for tool in $tools; do
  export tool
  t "$tool: --help fits a screen and goes to standard output" '
    must_exit 0 $tool --help >out 2>err && [ ! -s err ] && [ "$(wc -l <out)" -le 40 ] && has out "example:"'
  t "$tool: no line of --help is over 110 columns" '
    $tool --help >out && ! grep -nE "^.{111,}" out'
  t "$tool: --version" 'must_exit 0 $tool --version >out && has out "$tool (tierbench) "'
  t "$tool: a wrong option is 64 with one line" '
    must_exit 64 $tool --no-such-option >out 2>err </dev/null && lines err 1 && has err "$tool: " && [ ! -s out ]'
  t "$tool: every option of --help is in the page and the other way round" '
    $tool --help | grep -oE -- "--[a-z][a-z-]*" | sort -u >help.txt
    mandoc -T utf8 -O width=200 "$TEST_ROOT/bin/$tool.1" | col -b >page.txt
    sed -n "/^OPTIONS/,/^[A-Z]/p" page.txt | grep -oE "^ {5}[^ ].*" | grep -oE -- "--[a-z][a-z-]*" | sort -u >page.opts
    for o in $(cat help.txt); do grep -q -- "$o" page.txt || { echo "$o is not in the page"; exit 1; }; done
    for o in $(cat page.opts); do grep -qx -- "$o" help.txt || { echo "$o is not in --help"; exit 1; }; done'
  t "$tool: a bad line is named by file, line and column, exit 65" '
    printf "%s\n" "{\"kind\":\"x\"}" "{\"kind\":y}" >in
    must_exit 65 run $tool in >out 2>err && has err "$tool: in:2:9: "'
  t "$tool: from standard input it is <stdin>" '
    printf "{" >in
    must_exit 65 run $tool <in >out 2>err && has err "$tool: <stdin>:1:"'
  t "$tool: a blank line is a bad line" '
    printf "\n" | must_exit 65 run $tool >out 2>err && has err "<stdin>:1:1: "'
  t "$tool: duplicate keys are refused" '
    echo "{\"kind\":\"x\",\"a\":1,\"a\":2}" | must_exit 65 run $tool >out 2>err && has err "duplicate key"'
  t "$tool: --keep-going puts an error record in place of a bad line, exit 65" '
    [ $tool = render ] && exit 0
    printf "%s\n" "{\"kind\":\"x\"}" "nonsense" "{\"kind\":\"y\"}" >in
    must_exit 65 run $tool --keep-going in >out 2>err && j -s "any(.[]; .kind==\"error\" and .line==2 and .src==\"in\")" out'
  t "$tool: a file that is not there is 66" '
    must_exit 66 run $tool not-there >out 2>err && has err "$tool: not-there"'
  t "$tool: empty input is no fault" 'must_exit 0 run $tool </dev/null >out 2>err'
  t "$tool: - is standard input, and files are read in order" '
    echo "{\"kind\":\"x\",\"n\":1}" >a; echo "{\"kind\":\"x\",\"n\":2}" | must_exit 0 run $tool a - >out'
  t "$tool: records of an unknown kind pass byte for byte" '
    case $tool in render) exit 0 ;; esac
    printf "%s\n" "{ \"kind\" : \"unheard-of\", \"x\":1.500, \"y\":\"\\u00e9\\/\" }" >in
    must_exit 0 run $tool in >all && not_run all >out && same in out'
  t "$tool: a CR before the LF is a blank" '
    printf "{\"kind\":\"x\"}\r\n" | must_exit 0 run $tool >out'
  t "$tool: a last line without LF is read" '
    printf "{\"kind\":\"x\"}" | must_exit 0 run $tool >out'
  t "$tool: a full disk is 74" '
    for i in $(seq 2000); do echo "{\"kind\":\"x\",\"filler\":\"$i----------------------------------------------\"}"; done >in
    [ $tool != render ] || echo "{\"kind\":\"row\",\"cell\":\"adhoc\",\"task\":\"x\",\"n\":4,\"score\":0.5}" >in
    must_exit 74 run $tool in >/dev/full 2>err && has err "$tool: "'
  t "$tool: a reader that went away ends it by SIGPIPE" '
    case $tool in aggregate|ci|plan|score|query|launch) ;; *) exit 0 ;; esac
    for i in $(seq 20000); do echo "{\"kind\":\"x\",\"filler\":\"$i----------------------------------------------\"}"; done >in
    set +e; run $tool in 2>err | head -1 >/dev/null; s=${PIPESTATUS[0]}; set -e; [ $s = 141 ] || { echo "status $s"; cat err; exit 1; }'
  t "$tool: a line of 64 MiB passes, one byte more is refused" '
    case $tool in render|launch) exit 0 ;; esac
    head -c $((64*1024*1024-26)) /dev/zero | tr "\0" x >fill
    { printf "{\"kind\":\"x\",\"filler\":\""; cat fill; printf "ab\"}\n"; } >in
    [ $(wc -c <in) = $((64*1024*1024+1)) ] || { wc -c in; exit 1; }
    must_exit 0 run $tool in >all && not_run all >out && same in out &&
    { printf "{\"kind\":\"x\",\"filler\":\"a"; cat fill; printf "ab\"}\n"; } >in
    must_exit 65 run $tool in >out 2>err && has err "over 64 MiB"'
done
done_testing
