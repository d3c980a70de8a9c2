#!/usr/bin/env bash
# A hundred deaths: see tests/launch/deaths.t.
DEATHS=${DEATHS:-100} exec bash "${0%/*}/../launch/deaths.t"
