import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { DEMO_PASSWORD } from '../../dist/src/demo/demo-data.js';

const STEP_SECONDS = 30;
/** Enrolling and trusting take less, and must not be cut by the end of a time step. */
const SPARE_SECONDS = 15;

/**
 * Accounts like a demo account, with its password and organization and no second factor: there is no route that makes any,
 * and the demo has fewer than are measured.
 */
export async function copyAccounts(database, original, usernames) {
  await database.query(
    `WITH copies AS (
       INSERT INTO users
       SELECT copy.*
         FROM users u
        CROSS JOIN unnest($2::text[]) AS name
        CROSS JOIN LATERAL jsonb_populate_record(u, jsonb_build_object('id', nextval('users_id_seq'), 'username', name,
                     'username_key', name, 'username_look', name, 'email', name || '@delta.example', 'email_key', name || '@delta.example')) AS copy
        WHERE u.username = $1
       RETURNING id
     )
     INSERT INTO organization_members
     SELECT member.*
       FROM users u
       JOIN organization_members m ON m.user_id = u.id
      CROSS JOIN copies
      CROSS JOIN LATERAL jsonb_populate_record(m, jsonb_build_object('user_id', copies.id)) AS member
      WHERE u.username = $1`,
    [original, usernames],
  );
}

/** More trusted devices of these accounts, each with a token, as if they had logged in from that many browsers. */
export async function addDevices(database, usernames, count) {
  await database.query(
    `WITH added AS (
       INSERT INTO devices (user_id, family_id, name, status, trust_epoch, created_at, activated_at, last_used_at)
       SELECT id, gen_random_uuid(), 'Firefox on Linux', 'trusted', trust_epoch, now(), now(), now()
         FROM users CROSS JOIN generate_series(1, $2)
        WHERE username = ANY ($1)
       RETURNING family_id
     )
     INSERT INTO device_tokens (token_hash, family_id) SELECT sha256(family_id::text::bytea), family_id FROM added`,
    [usernames, count],
  );
  await database.query('VACUUM ANALYZE users, devices, device_tokens');
}

/** @returns logins with the token of a device that each account, by the way its owner would go, has come to trust */
export async function trustedLogins(url, usernames) {
  // No code is good twice: the enrolment is confirmed with that of this time step, the login goes on with the next.
  const left = STEP_SECONDS - ((Date.now() / 1000) % STEP_SECONDS);
  if (left < SPARE_SECONDS) await sleep(left * 1000);
  const epoch = Math.floor(Date.now() / 1000);
  return Promise.all(usernames.map((username) => trustedLogin(url, username, epoch)));
}

async function trustedLogin(url, username, epoch) {
  const { login, token, activation } = await offeredTrust(url, username, epoch);
  const { deviceToken } = await post(`${url}/api/v1/devices/activate`, activation, { token });
  return { ...login, token: deviceToken };
}

/** A login with a second factor of an account that had none, up to the offer to trust the device. */
export async function offeredTrust(url, username, epoch = Math.floor(Date.now() / 1000)) {
  const login = { username, password: DEMO_PASSWORD };
  const { access_token: first } = await post(`${url}/api/auth/login`, login);
  const { factor_id: factorId, secret } = (await post(`${url}/api/v1/mfa/totp`, {}, { token: first, status: 201 })).data;
  const code = (steps) => generateSync({ secret, epoch: epoch + steps * STEP_SECONDS });
  await post(`${url}/api/v1/mfa/totp/${factorId}/confirm`, { code: code(0) }, { token: first });
  const { mfa } = await post(`${url}/api/auth/login`, login, { status: 401 });
  const verification = { mfa_token: mfa.token, method: 'totp', code: code(1) };
  const verified = await post(`${url}/api/auth/mfa/verify`, verification);
  const activation = { activation_token: verified.device_activation.activation_token };
  return { login, token: verified.access_token, activation };
}

/** @returns the body, with the device token of the answer */
async function post(url, body, { token, status = 200 } = {}) {
  const headers = {
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (response.status !== status) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(answer)}`);
  return { ...answer, deviceToken: response.headers.get('x-device-token') ?? undefined };
}
