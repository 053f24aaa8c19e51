import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readApiDocument } from '../setup/api-contract.js';
import { withColons } from '../support/access-matrix.js';
import { type Scene, sceneOfAccess } from '../support/access-scene.js';
import { bodyFor, requestFor } from '../support/route-requests.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** Versions that nothing in the scene has; the last one does not fit into a column. */
const STALE = ['"2147483646"', '"9999999999"'];

const versioned = Object.entries(readApiDocument().paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters = [] }]) => {
    const ifMatch = parameters.find(({ name }) => name === 'If-Match');
    // Directories have another token; test/scim/conformance sends them.
    return ifMatch === undefined || path.startsWith('/scim/')
      ? []
      : [[`${method.toUpperCase()} ${path}`, ifMatch.required === true] as const];
  }),
);

describe('a change of what another person has changed meanwhile', () => {
  let app: TestApp;
  let setScene: () => Promise<Scene>;
  let optional = 0;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_NAME_SERVERS: '127.0.0.1:9' } });
    await app.dataSource.query('DELETE FROM mfa_factors');
    setScene = await sceneOfAccess(app);
  });
  afterAll(() => app.close());

  it.each(versioned)('is refused, and changes nothing: %s', async (route, isRequired) => {
    const scene = await setScene();
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const { method, path, body: named, headers } = requestFor(withColons(route), scene);
    const body = headers['Content-Type'] === undefined ? bodyFor(withColons(route), scene) : named;
    const send = (ifMatch?: string) => {
      const { 'If-Match': _, ...others } = headers;
      return app.http.send(method, path, body, { token, headers: { ...others, ...(ifMatch !== undefined && { 'If-Match': ifMatch }) } });
    };
    const [{ last }] = await app.dataSource.query('SELECT max(id) AS last FROM audit_events');
    for (const version of STALE) {
      const stale = await send(version);
      expect([stale.status, stale.body?.code]).toEqual([412, 'PRECONDITION_FAILED']);
    }
    const changes = await app.dataSource.query(`SELECT action FROM audit_events WHERE id > $1 AND outcome = 'success'`, [last]);
    expect(changes).toEqual([]);
    const without = await send();
    if (isRequired) expect([without.status, without.body?.code]).toEqual([428, 'PRECONDITION_REQUIRED']);
    else expect([412, 428]).not.toContain(without.status);
    if (without.status < 300) optional += 1;
  });

  it('is made without a version where version 0.2 took it so', () => expect(optional).toBeGreaterThan(15));
});
