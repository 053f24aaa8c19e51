#!/usr/bin/env bash
# Sourced by .ci/run: PgBouncer, which the tests start by themselves. Where there is none to be had, those tests are reported as skipped.

pgbouncer_install() {
  command -v pgbouncer >/dev/null && return
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return
  # The package would start one on the usual port and leave it running.
  local policy=/usr/sbin/policy-rc.d own_policy='' log
  log=$(mktemp "${TMPDIR:-/tmp}/pgbouncer.XXXXXX")
  if [ ! -e "$policy" ]; then printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy" && own_policy=yes; fi
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends pgbouncer; } >"$log" 2>&1
  [ -z "$own_policy" ] || rm -f "$policy"
  rm -f "$log"
  command -v pgbouncer >/dev/null
}
