#!/bin/sh
# A server that holds GPU_MIB of GPU memory in a child, as an engine's worker does.
ready=$(mktemp -u)
"${HELPERS:?}/gpualloc" "${GPU_MIB:?}" "$ready" & child=$!
while [ ! -e "$ready" ]; do
  kill -0 $child 2>/dev/null || { echo "gpualloc: failed"; exit 1; }
  sleep 0.05
done
rm -f "$ready"
exec "$HELPERS/fakeserver" "$@"
