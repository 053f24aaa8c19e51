#!/usr/bin/env bash
# Sourced by .ci/run: an identity provider of this run's own (Debian's SimpleSAMLphp), so that SAML is spoken with a real one.
# Sets TEST_SIMPLESAMLPHP_METADATA, where it publishes who it is, and TEST_SIMPLESAMLPHP_SERVICE, the folder of the key by which it knows
# the connections 41 to 60. Where there is none to be had they stay unset, and its tests are reported as skipped.

simplesamlphp_work=''
simplesamlphp_pid=''

simplesamlphp_install() {
  simplesamlphp_is_there && return
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return
  # The package brings a web server with it, which is not wanted.
  local policy=/usr/sbin/policy-rc.d own_policy=''
  if [ ! -e "$policy" ]; then printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy" && own_policy=yes; fi
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends simplesamlphp \
    php-cli php-xml php-mbstring; } \
    >"$simplesamlphp_work/install.log" 2>&1
  [ -z "$own_policy" ] || rm -f "$policy"
  simplesamlphp_is_there
}

simplesamlphp_is_there() {
  command -v php >/dev/null && [ -d /usr/share/simplesamlphp/www ] && php -m | grep -qx dom
}

simplesamlphp_configure() { # port
  local work=$simplesamlphp_work
  mkdir -p "$work"/{cert,metadata,log,data,tmp,sessions}
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=simplesamlphp.test' \
    -keyout "$work/cert/server.pem" -out "$work/cert/server.crt" >"$work/openssl.log" 2>&1 || return 1
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=headgate.test' \
    -keyout "$work/cert/service.pem" -out "$work/cert/service.crt" >>"$work/openssl.log" 2>&1 || return 1
  cat >"$work/config.php" <<CONFIG
<?php
\$config = [
  'baseurlpath' => 'http://127.0.0.1:$1/',
  'certdir' => '$work/cert/', 'loggingdir' => '$work/log/', 'datadir' => '$work/data/', 'tempdir' => '$work/tmp',
  'metadatadir' => '$work/metadata/', 'attributenamemapdir' => '/etc/simplesamlphp/attributemap/',
  'metadata.sources' => [['type' => 'flatfile', 'directory' => '$work/metadata/']],
  'technicalcontact_name' => 'Tests', 'technicalcontact_email' => 'tests@localhost', 'timezone' => 'UTC',
  'secretsalt' => '$(openssl rand -hex 16)', 'auth.adminpassword' => '$(openssl rand -hex 16)',
  'logging.level' => 4, 'logging.handler' => 'file', 'logging.logfile' => 'simplesamlphp.log',
  'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'session.cookie.name' => 'SimpleSAMLSessionID', 'session.cookie.path' => '/', 'session.cookie.secure' => false,
  'session.phpsession.cookiename' => 'SimpleSAML', 'session.phpsession.savepath' => '$work/sessions',
  'session.authtoken.cookiename' => 'SimpleSAMLAuthToken', 'store.type' => 'phpsession',
  'session.duration' => 28800, 'session.datastore.timeout' => 14400, 'session.state.timeout' => 3600,
  'language.default' => 'en', 'language.available' => ['en'], 'theme.use' => 'default', 'production' => true,
];
CONFIG
  cat >"$work/authsources.php" <<'SOURCES'
<?php
$config = [
  'people' => [
    'exampleauth:UserPass',
    'ines:ines-password' => [
      'uid' => ['ines-at-simplesamlphp'], 'mail' => ['ines@customer.test'], 'displayName' => ['Ines Inn'],
      'groups' => ['staff', 'data'],
    ],
  ],
];
SOURCES
  cat >"$work/metadata/saml20-idp-hosted.php" <<'HOSTED'
<?php
$metadata['__DYNAMIC:1__'] = [
  'host' => '__DEFAULT__', 'privatekey' => 'server.pem', 'certificate' => 'server.crt', 'auth' => 'people',
  'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'authproc' => [
    10 => [
      'class' => 'saml:AttributeNameID', 'attribute' => 'uid',
      'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    ],
  ],
];
HOSTED
  # Each connection of this service is a party of its own, and has its address only once somebody has made it.
  cat >"$work/metadata/saml20-sp-remote.php" <<'REMOTE'
<?php
foreach (['https://headgate.test', 'http://headgate.test', 'http://127.0.0.1:3000'] as $origin) {
  foreach (range(1, 40) as $connection) {
    $base = "$origin/api/auth/sso/$connection";
    $metadata["$base/metadata"] = [
      'AssertionConsumerService' => "$base/acs", 'SingleLogoutService' => "$base/slo",
      'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    ];
  }
  // These sign all that they send, by forms, and want the same; what they are told is encrypted, as this version does it.
  foreach (range(41, 60) as $connection) {
    $base = "$origin/api/auth/sso/$connection";
    $metadata["$base/metadata"] = [
      'AssertionConsumerService' => "$base/acs",
      'SingleLogoutService' => [['Binding' => 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', 'Location' => "$base/slo"]],
      'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', 'certificate' => 'service.crt',
      'validate.authnrequest' => true, 'validate.logout' => true, 'sign.logout' => true,
      'assertion.encryption' => $connection > 50, 'nameid.encryption' => $connection > 55,
    ];
  }
}
REMOTE
}

simplesamlphp_start() {
  simplesamlphp_work=$(mktemp -d "${TMPDIR:-/tmp}/simplesamlphp.XXXXXX")
  simplesamlphp_install || return 1
  local port metadata
  port=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
  simplesamlphp_configure "$port" || return 1
  SIMPLESAMLPHP_CONFIG_DIR=$simplesamlphp_work php -d variables_order=EGPCS -S "127.0.0.1:$port" \
    -t /usr/share/simplesamlphp/www >"$simplesamlphp_work/server.log" 2>&1 &
  simplesamlphp_pid=$!
  metadata="http://127.0.0.1:$port/saml2/idp/metadata.php"
  for _ in $(seq 1 60); do
    if node -e 'fetch(process.argv[1]).then(async (r) => process.exit((await r.text()).includes("<md:EntityDescriptor") ? 0 : 1), () => process.exit(1))' "$metadata"; then
      export TEST_SIMPLESAMLPHP_METADATA=$metadata TEST_SIMPLESAMLPHP_SERVICE=$simplesamlphp_work/cert
      return 0
    fi
    kill -0 "$simplesamlphp_pid" 2>/dev/null || return 1
    sleep 0.5
  done
  return 1
}

simplesamlphp_stop() {
  if [ -n "$simplesamlphp_pid" ]; then
    kill "$simplesamlphp_pid" 2>/dev/null
    wait "$simplesamlphp_pid" 2>/dev/null
  fi
  if [ -n "$simplesamlphp_work" ]; then rm -rf "$simplesamlphp_work"; fi
  unset TEST_SIMPLESAMLPHP_METADATA TEST_SIMPLESAMLPHP_SERVICE
}
