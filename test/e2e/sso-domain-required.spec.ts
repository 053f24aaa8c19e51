import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RequireSignOn } from '../../src/sso-enforcement/application/require-sign-on.js';
import type { Answer } from '../support/http-client.js';
import { addConnection, enforce, logInBySso, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const REQUIRED = [409, 'DOMAIN_REQUIRED'];
const RELEASED = [200, undefined];
const EXPIRED = {
  attributes: { email: 'email', name: 'name', groups: 'groups' },
  addressProof: 'claim',
  provisions: true,
  trustsMfa: true,
  signOnUrl: 'https://idp.example/sso',
  logoutUrl: null,
  nameIdFormat: null,
  metadataUrl: null,
  allowsProviderStart: false,
  certificates: [{ fingerprint: 'f', pem: '', notBefore: '2020-01-01T00:00:00.000Z', notAfter: '2021-01-01T00:00:00.000Z' }],
};

describe('what people need to come in, while single sign-on is required', () => {
  let app: TestApp;
  let token: string;
  let id: number;
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const outcome = ({ status, body }: Answer) => [status, body.code];
  const domain = async (name: string, status = 'verified', organizationId = 1): Promise<number> => {
    const [row] = await sql(
      `INSERT INTO sso_domains (organization_id, domain, challenge, status, verified_at, checked_at, created_at)
       VALUES ($1, $2, 'challenge', $3, $4, $4, $4) RETURNING id`,
      [organizationId, name, status, app.clock.now()],
    );
    return row.id;
  };
  const idOf = async (name: string): Promise<number> => (await sql('SELECT id FROM sso_domains WHERE domain = $1', [name]))[0].id;
  const release = async (domainId: number) => outcome(await app.http.delete(`/api/v1/sso/domains/${domainId}`, { token }));
  const disable = async (connectionId: number) =>
    outcome(await app.http.post(`/api/v1/sso/connections/${connectionId}/disable`, undefined, { token }));
  /** A provider whose keys have all expired; it is the second of the organization. */
  const addExpired = async (): Promise<number> => {
    await sql(`UPDATE sso_connections SET name = 'First' WHERE id = $1`, [id]);
    const second = await addConnection(app);
    await sql(`UPDATE sso_connections SET type = 'saml', settings = $2 WHERE id = $1`, [second, EXPIRED]);
    return second;
  };

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    token = (await logIn(app.http, 'sysadmin')).accessToken;
  });
  beforeEach(async () => {
    await enforce(app, 'off');
    for (const table of ['sso_connections', 'sso_domains']) await sql(`DELETE FROM ${table}`);
    id = await addConnection(app);
  });
  afterAll(() => app.close());

  it('stays: the only verified domain is not given up, and the refusal is noted', async () => {
    await enforce(app, 'required');
    const delta = await idOf('delta.example');
    expect(await release(delta)).toEqual(REQUIRED);
    const [event] = await sql(
      `SELECT outcome, target_id AS target, detail FROM audit_events WHERE action = 'sso.domain.released' ORDER BY id DESC LIMIT 1`,
    );
    expect(event).toEqual({ outcome: 'refused', target: String(delta), detail: { reason: 'DomainRequired' } });
    expect(await idOf('delta.example')).toBe(delta);
  });

  it.each(['pending', 'drifted'])('stays beside one that is %s, which can be given up itself', async (status) => {
    await enforce(app, 'required');
    const other = await domain('river.example', status);
    expect(await release(await idOf('delta.example'))).toEqual(REQUIRED);
    expect(await release(other)).toEqual(RELEASED);
  });

  it('stays while it is required of a single member, and while sessions have a grace', async () => {
    const [organizationId, userIds] = [1, [await userIdOf(app, 'vera')]];
    const single = { organizationId, userIds, waveNumber: null, graceSeconds: 3_600 };
    await app.app.get(RequireSignOn, { strict: false }).execute(single);
    expect(await release(await idOf('delta.example'))).toEqual(REQUIRED);
  });

  it.each(['drifted', 'pending'])('stays for those who need it when it is %s and was shown once', async (status) => {
    await enforce(app, 'required');
    const delta = await idOf('delta.example');
    await domain('river.example');
    await sql('UPDATE sso_domains SET status = $1, verified_at = now() WHERE id = $2', [status, delta]);
    expect(await release(delta)).toEqual(REQUIRED);
  });

  it.each(['off', 'optional', 'report_only'] as const)('is free under %s', async (mode) => {
    await enforce(app, mode);
    expect(await release(await idOf('delta.example'))).toEqual(RELEASED);
  });

  it('is each domain in which a member is not linked yet, and no other one', async () => {
    await enforce(app, 'required');
    const [delta, unused] = [await idOf('delta.example'), await domain('river.example')];
    expect(await release(delta)).toEqual(REQUIRED);
    expect(await release(unused)).toEqual(RELEASED);
    await domain('river.example');
    const rows = await sql(
      `SELECT u.username FROM organization_members m JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = 1 AND NOT u.is_system_admin AND u.status = 'active'`,
    );
    for (const { username } of rows.slice(1)) await logInBySso(app, username, id);
    expect(await release(delta)).toEqual(REQUIRED);
    await logInBySso(app, rows[0].username, id);
    expect(await release(delta)).toEqual(RELEASED);
  });

  it('is left of two domains that are given up at once', async () => {
    for (const { username } of await sql(
      `SELECT u.username FROM organization_members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = 1`,
    ))
      await logInBySso(app, username, id);
    await enforce(app, 'required');
    for (let round = 0; round < 5; round += 1) {
      await sql('DELETE FROM sso_domains');
      const both = [await domain('delta.example'), await domain('river.example')];
      expect((await Promise.all(both.map(release))).sort()).toEqual([RELEASED, REQUIRED]);
    }
  });

  it('is nothing that another organization has to keep', async () => {
    await enforce(app, 'required');
    expect(await release(await domain('estuary.example', 'verified', 2))).toEqual(RELEASED);
  });

  it('is a connection with a valid certificate: one whose certificates have ended does not stand in for it', async () => {
    await addExpired();
    await enforce(app, 'required');
    expect(await disable(id)).toEqual([409, 'CONNECTION_REQUIRED']);
  });

  it('is where a domain leads: it is not moved to a connection whose certificates have ended', async () => {
    const expired = await addExpired();
    const move = async (connectionId: number | null) =>
      outcome(
        await app.http.send('PATCH', `/api/v1/sso/domains/${await idOf('delta.example')}`, { connection_id: connectionId }, { token }),
      );
    await enforce(app, 'required');
    expect(await move(expired)).toEqual([409, 'CONNECTION_REQUIRED']);
    expect([await move(null), await move(id)]).toEqual([RELEASED, RELEASED]);
    await enforce(app, 'off');
    expect(await move(expired)).toEqual(RELEASED);
  });
});
