#!/usr/bin/env bash
# `npm ci && npm start` from a fresh clone, with nothing but Node: as this user, where npm runs no scripts, and, when this user
# is root, as an ordinary one. Each has to answer a login and a read, and where npm runs scripts, npm ci builds.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT

free_port() { node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }

check() { # name, option of npm ci, command prefix...
  local name=$1 option=$2; shift 2
  local clone="$work/$name" port log="$work/$name.log" pid built=dist/.built-from
  [ "$option" != --ignore-scripts ] || built=package.json
  port=$(free_port)
  mkdir "$clone" "$work/$name-home"
  git archive HEAD | tar xf - -C "$clone"
  [ $# -eq 0 ] || chown -R 65534:65534 "$clone" "$work/$name-home"
  (cd "$clone" && exec setsid "$@" env HOME="$work/$name-home" npm_config_cache="$work/$name-home/.npm" PORT="$port" \
    bash -c "npm ci $option --no-audit --no-fund && test -f $built && exec npm start") >"$log" 2>&1 &
  pid=$!
  for _ in $(seq 1 180); do
    if curl -fsS "http://127.0.0.1:$port/health/ready" >/dev/null 2>&1; then break; fi
    kill -0 "$pid" 2>/dev/null || { cat "$log"; return 1; }
    sleep 1
  done
  local token
  token=$(curl -fsS "http://127.0.0.1:$port/api/auth/login" -H 'Content-Type: application/json' \
    -d '{"username":"olivia","password":"river-delta-headgate"}' | sed 's/.*"access_token":"\([^"]*\)".*/\1/')
  curl -fsS "http://127.0.0.1:$port/api/rivers?limit=1" -H "Authorization: Bearer $token" | grep -q '"name":"Nile"' || { cat "$log"; return 1; }
  if grep -q EBADENGINE "$log"; then echo "engine warnings:"; grep EBADENGINE "$log"; return 1; fi
  kill -TERM -- "-$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  echo "clean clone as $name: login and read answered"
}

check "$(id -un)" --foreground-scripts
check without-scripts --ignore-scripts
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
  check ordinary-user --foreground-scripts setpriv --reuid=65534 --regid=65534 --clear-groups
fi
