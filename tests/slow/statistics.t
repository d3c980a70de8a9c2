#!/bin/bash
# What the statistics promise: coverage, false stars, power. Exact where it says so, else simulated with a
# fixed seed (tests/bin/coverage.c).
. "${0%/*}/../lib.sh"

# all FILE FILTER: true of the array of all lines
all() { jq -es "$2" "$1" >/dev/null || { echo "not so: $2"; jq -cs 'sort_by(.coverage // .stand // .power // 0) | .[0:5][]' "$1"; return 1; }; }
mean='(map(.coverage) | add / length)'

t 'Wilson covers 92 % everywhere, 94 to 97 % on average (exact; score .05 to .98, n 50 to 1,000)' "
  coverage wilson >wilson && all wilson 'length == 564 and all(.[]; .coverage >= .92) and $mean >= .94 and $mean <= .97'"
t 'Tango covers 92.5 % everywhere with n ≥ 50, discordance ≥ .01 (exact)' "
  coverage tango >tango && all tango 'length == 120 and all(.[]; .coverage >= .925) and $mean >= .94'"
t 'where Wald covers 63 % (n 50, discordance .02, difference .01), Tango holds' "
  all tango '.[] | select(.n == 50 and .discordance == .02 and .difference == .01) | .wald < .64 and .wald > .63 and .coverage > .95'"
t 'the other paired methods: t, clustered t, bootstrap' "
  coverage paired >paired && jq -r '[.method, .n, .cluster, .coverage] | @tsv' paired && all paired 'all(.[]; .coverage >= .92) and $mean >= .94 and $mean <= .97'"
t 'the mean over tasks covers' "
  coverage mean >mean && all mean 'length == 9 and all(.[]; .coverage >= .94)'"
t 'false stars: at most 5 in 100 families without a difference' "
  coverage stars >stars && all stars 'length == 9 and all(.[]; .families <= .05)'"
t 'whole runs that scatter bring stars, which fresh replicates seldom confirm' "
  coverage grades >grades && all grades 'length == 5 and all(.[]; .stand <= .05) and .[0].starred <= .05 and .[2].starred > .3'"
t 'power at the printed MDE is 74 to 84 %, twice the MDE is found 99 % (exact)' "
  coverage power >power && all power 'length > 30 and all(.[]; .power >= .74 and .power <= .84 and (.twice == null or .twice >= .99))'"
done_testing
