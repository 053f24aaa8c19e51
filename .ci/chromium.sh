#!/usr/bin/env bash
# Sourced by .ci/run: a browser for the tests of the pages, and the same without windows, which takes less of the machine. Where there is
# none to be had, those tests are reported as skipped.

chromium_install() {
  [ -x /usr/bin/chromium ] && [ -x /usr/bin/chromium-headless-shell ] && return
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium chromium-headless-shell; } >/dev/null 2>&1
  [ -x /usr/bin/chromium ]
}
