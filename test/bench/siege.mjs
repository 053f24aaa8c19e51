import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { certificateOf } from '../../dist/src/sso/adapters/saml/certificates.js';
import { quantile } from './load.mjs';
import { heading, number, table, times } from './report.mjs';
import { LOGIN, logIn as logInTo, startDatabase, startService } from './service.mjs';

const HOME = '203.0.113.50';
const ROUNDS = 3;
const WARM_UP_MS = 1_000;
const LOGINS = 15;
const SLOW_SOCKETS = 256;
const FLOODING = 240;
const FLOODED_FROM = 60;
const NESTED = 4_800;

/** What a person who logs in from home notices of attackers who want to keep all people out. */
export async function siege(scratch) {
  const cost = Number(process.env.BCRYPT_COST ?? 10);
  const database = await startDatabase(scratch);
  const settings = { databaseUrl: database.url, bcryptCost: cost };
  const key = { HEADGATE_MASTER_KEY: randomBytes(32).toString('base64') };
  // Behind a proxy the demo would get a password of its own, so it is made before.
  const seeding = await startService(scratch, { ...settings, environment: key });
  await logInTo(seeding.url);
  await seeding.server.stop();
  const service = await startService(scratch, { ...settings, environment: { ...key, TRUST_PROXY: 'loopback' } });
  const connectionId = await samlConnection(scratch, database.url);
  heading(
    'siege',
    ['bcrypt', 'express', 'pg', '@nestjs/core'],
    [
      `PostgreSQL ${database.version}, attackers and the person on the same cores; bcrypt cost ${cost} (BCRYPT_COST)`,
      `one person logs in again and again from a network in which the account has logged in before; ${ROUNDS} rounds of ${LOGINS} logins each, all answers of a row together`,
    ],
  );
  const post = poster(service.url);
  const attacks = {
    'no attack': () => [],
    [`${SLOW_SOCKETS} bodies that never come, from 4 addresses`]: (isOver) => slowBodies(service.port, isOver),
    [`${FLOODING} logins at once, again and again, from ${FLOODED_FROM} addresses`]: (isOver) => flood(post, isOver),
    [`SAML responses of ${NESTED} nested elements, one after the other`]: (isOver) => hostileResponses(post, connectionId, isOver),
  };
  const latencies = Object.fromEntries(Object.keys(attacks).map((name) => [name, []]));
  await logIn(post);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, attack] of Object.entries(attacks)) {
      let over = false;
      const attacking = attack(() => over);
      await sleep(WARM_UP_MS);
      for (let login = 0; login < LOGINS; login += 1) latencies[name].push(await logIn(post));
      over = true;
      await Promise.all(attacking);
    }
  const [[, idle]] = Object.entries(latencies);
  table(
    ['POST /api/auth/login from home, while', 'answers', 'p50 ms', 'p99 ms', 'worst ms', 'p50 of idle'],
    Object.entries(latencies).map(([name, all]) => [
      name,
      String(all.length),
      ...[0.5, 0.99, 1].map((share) => number(quantile(all, share), 0)),
      times(quantile(all, 0.5) / quantile(idle, 0.5)),
    ]),
  );
}

function poster(url) {
  return async (path, ip, body, type = 'application/json') => {
    const headers = { 'Content-Type': type, 'X-Forwarded-For': ip };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body, redirect: 'manual' });
    await answer.arrayBuffer();
    return answer.status;
  };
}

/** @returns milliseconds until the answer */
async function logIn(post) {
  const sentAt = performance.now();
  const status = await post('/api/auth/login', HOME, JSON.stringify(LOGIN));
  if (status !== 200) throw new Error(`The person was answered ${status}.`);
  return performance.now() - sentAt;
}

function flood(post, isOver) {
  return Array.from({ length: FLOODING }, async (_, n) => {
    const body = JSON.stringify({ username: `nobody-${n}`, password: 'this-is-not-the-password' });
    while (!isOver()) await post('/api/auth/login', `198.51.100.${n % FLOODED_FROM}`, body);
  });
}

function slowBodies(port, isOver) {
  const hold = async (ip) => {
    while (!isOver()) {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined).resume();
      socket.write(
        `POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${ip}\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n{`,
      );
      await once(socket, 'close');
    }
  };
  return Array.from({ length: SLOW_SOCKETS }, (_, n) => hold(`198.51.100.${n % 4}`));
}

function hostileResponses(post, connectionId, isOver) {
  const form = `SAMLResponse=${encodeURIComponent(Buffer.from(nested()).toString('base64'))}`;
  const repeat = async () => {
    while (!isOver()) await post(`/api/auth/sso/${connectionId}/acs`, '198.51.100.200', form, 'application/x-www-form-urlencoded');
  };
  return [repeat()];
}

/** With a signature of no known provider. Each element declares its own namespace. */
function nested() {
  const open = Array.from({ length: NESTED }, (_, n) => `<a${n}:e xmlns:a${n}="urn:${n}">`).join('');
  const close = Array.from({ length: NESTED }, (_, n) => `</a${NESTED - 1 - n}:e>`).join('');
  const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signature =
    `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${c14n}"/>` +
    `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#_r"><ds:Transforms>` +
    `<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><ds:Transform Algorithm="${c14n}"/></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>` +
    `</ds:SignedInfo><ds:SignatureValue>AAAA</ds:SignatureValue></ds:Signature>`;
  const issued = new Date().toISOString();
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
    `ID="_r" Version="2.0" IssueInstant="${issued}"><saml:Issuer>https://idp.siege.test</saml:Issuer>${signature}` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `<saml:Assertion ID="_a" Version="2.0" IssueInstant="${issued}">${open}${close}</saml:Assertion></samlp:Response>`
  );
}

async function samlConnection(scratch, url) {
  const [key, pem] = ['key.pem', 'cert.pem'].map((name) => join(scratch.directory, name));
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=idp.siege.test'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', pem], { stdio: 'ignore' });
  const settings = {
    attributes: { email: null, name: null, groups: null },
    addressProof: 'directory',
    provisions: false,
    trustsMfa: false,
    signOnUrl: 'https://idp.siege.test/sso',
    logoutUrl: null,
    nameIdFormat: null,
    metadataUrl: null,
    allowsProviderStart: true,
    certificates: [certificateOf(readFileSync(pem, 'utf8'))],
  };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, tested_at, created_at, updated_at)
     VALUES (1, 'Siege', 'saml', 'active', 'https://idp.siege.test', $1, 1, now(), now(), now()) RETURNING id`,
    [JSON.stringify(settings)],
  );
  await client.end();
  return rows[0].id;
}
