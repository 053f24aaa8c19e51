#!/usr/bin/env bash
# Sourced by .ci/run: a MariaDB server of this run's own, so that the tests of the MySQL reader run against a real one.
# Sets TEST_MYSQL_URL (an administrator) and TEST_MYSQL_CA (who signed its certificate). Where there is no server to be had
# both stay unset, and those tests are reported as skipped.

mariadb_work=''
mariadb_pid=''

mariadb_install() {
  command -v mariadbd >/dev/null && return
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return
  # The package would start a server on the usual port and leave it running.
  local policy=/usr/sbin/policy-rc.d own_policy=''
  if [ ! -e "$policy" ]; then printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy" && own_policy=yes; fi
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends mariadb-server; } \
    >"$mariadb_work/install.log" 2>&1
  [ -z "$own_policy" ] || rm -f "$policy"
  command -v mariadbd >/dev/null
}

mariadb_certificates() { # directory
  local day=2
  openssl req -x509 -newkey rsa:2048 -nodes -days $day -subj '/CN=test authority' \
    -keyout "$1/ca.key" -out "$1/ca.pem" &&
    openssl req -newkey rsa:2048 -nodes -subj '/CN=mysql.test' -keyout "$1/server.key" -out "$1/server.csr" &&
    openssl x509 -req -in "$1/server.csr" -CA "$1/ca.pem" -CAkey "$1/ca.key" -CAcreateserial -days $day \
      -extfile <(echo 'subjectAltName=DNS:mysql.test,DNS:localhost') -out "$1/server.pem"
}

mariadb_start() {
  mariadb_work=$(mktemp -d "${TMPDIR:-/tmp}/mariadb.XXXXXX")
  mariadb_install || return 1
  local data="$mariadb_work/data" port password user
  user=$(id -un)
  # It refuses to run as root; its package brings the user.
  if [ "$(id -u)" -eq 0 ]; then user=mysql; fi
  password=$(node -p 'require("crypto").randomBytes(12).toString("hex")')
  port=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
  mkdir "$data" "$mariadb_work/tls"
  mariadb_certificates "$mariadb_work/tls" >"$mariadb_work/tls.log" 2>&1 || return 1
  printf "CREATE USER 'admin'@'127.0.0.1' IDENTIFIED BY '%s';\nGRANT ALL ON *.* TO 'admin'@'127.0.0.1' WITH GRANT OPTION;\n" \
    "$password" >"$mariadb_work/init.sql"
  chmod 755 "$mariadb_work"
  chmod 600 "$mariadb_work/init.sql"
  if [ "$user" != "$(id -un)" ]; then chown -R "$user" "$mariadb_work"; fi
  mariadb-install-db --no-defaults --user="$user" --datadir="$data" --skip-test-db --auth-root-authentication-method=socket \
    >"$mariadb_work/install-db.log" 2>&1 || return 1
  local cert="$mariadb_work/tls"
  mariadbd --no-defaults --user="$user" --datadir="$data" --socket="$mariadb_work/socket" --pid-file="$mariadb_work/pid" \
    --bind-address=127.0.0.1 --port="$port" --skip-name-resolve --init-file="$mariadb_work/init.sql" \
    --ssl-ca="$cert/ca.pem" --ssl-cert="$cert/server.pem" --ssl-key="$cert/server.key" \
    --innodb-flush-log-at-trx-commit=0 --innodb-buffer-pool-size=64M >"$mariadb_work/server.log" 2>&1 &
  mariadb_pid=$!
  for _ in $(seq 1 120); do
    if mariadb --no-defaults --protocol=tcp --host=127.0.0.1 --port="$port" --user=admin --password="$password" \
      --execute='SELECT 1' >/dev/null 2>&1; then
      export TEST_MYSQL_URL="mysql://admin:$password@127.0.0.1:$port/" TEST_MYSQL_CA="$cert/ca.pem"
      return 0
    fi
    kill -0 "$mariadb_pid" 2>/dev/null || return 1
    sleep 0.5
  done
  return 1
}

mariadb_stop() {
  if [ -n "$mariadb_pid" ]; then
    kill "$mariadb_pid" 2>/dev/null
    wait "$mariadb_pid" 2>/dev/null
  fi
  if [ -n "$mariadb_work" ]; then rm -rf "$mariadb_work"; fi
  unset TEST_MYSQL_URL TEST_MYSQL_CA
}
