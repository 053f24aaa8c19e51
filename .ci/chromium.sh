#!/usr/bin/env bash
# Sourced by .ci/run: a browser without windows for the tests of the pages. Where there is none to be had, those tests are reported as skipped.

chromium_install() {
  [ -x /usr/bin/chromium-headless-shell ] && return
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium-headless-shell; } >/dev/null 2>&1
  [ -x /usr/bin/chromium-headless-shell ]
}
