#!/usr/bin/env bash
# Sourced by .ci/run: the Node of the container image, beside the oldest one that the service runs on. It comes from npm's registry.

node_24_install() {
  node_24=$PWD/.cache/node-24/node_modules/node-linux-$(node -p process.arch)/bin
  [ -x "$node_24/node" ] ||
    npm install --silent --no-audit --no-fund --no-save --prefix .cache/node-24 "node-linux-$(node -p process.arch)@24" >/dev/null
  [ "$("$node_24/node" -p 'process.version.split(".")[0]')" = v24 ]
}

# Where it could not be installed, on the Node of this machine.
with_node_24() { PATH="$node_24:$PATH" "$@"; }
