import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sceneOfAccess, type Scene } from '../support/access-scene.js';
import { type DocumentedOperation, operationsOf } from '../support/documented-values.js';
import type { Answer } from '../support/http-client.js';
import { bodyFor, requestFor } from '../support/route-requests.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PEOPLE = { stranger: 'oscar', viewer: 'vera', member: 'mia', administrator: 'adam', owner: 'olivia' } as const;

type Who = keyof typeof PEOPLE;

/** What a right request needs besides: a token of a mail, a passkey, a provider, a model. */
const NEEDS_MORE: Readonly<Record<string, string>> = {
  changePassword: 'VALIDATION_FAILED',
  openPasswordReset: 'INVALID_RESET_TOKEN',
  resetPassword: 'INVALID_RESET_TOKEN',
  verifyEmail: 'INVALID_VERIFICATION_TOKEN',
  confirmAddressChange: 'INVALID_VERIFICATION_TOKEN',
  registerWebauthn: 'VALIDATION_FAILED',
  activateDevice: 'INVALID_ACTIVATION_TOKEN',
  skipDeviceActivation: 'INVALID_ACTIVATION_TOKEN',
  // With a session they take no name and no password.
  joinByInvitation: 'VALIDATION_FAILED',
  acceptInvitation: 'VALIDATION_FAILED',
  receiveBackchannelLogout: 'VALIDATION_FAILED',
  setWebhookEventAside: 'CONFLICT',
  testWebhook: 'NOT_FOUND',
  sendWebhookEventAgain: 'NOT_FOUND',
  receiveFrontchannelLogout: 'VALIDATION_FAILED',
  executePromptTemplate: 'MODEL_NOT_CONFIGURED',
  askQuestion: 'MODEL_NOT_CONFIGURED',
};

/**
 * What people send who have read the document: `HttpClient` refuses each answer whose status, headers or body are not as declared. The
 * access matrix says who may what; here every operation of the document is called, those without a session too.
 */
describe('every operation of the document, rightly called by the people of an organization', () => {
  let app: TestApp;
  let setScene: () => Promise<Scene>;
  let scene: Scene | null = null;
  const tokens = new Map<Who, string>();
  /** Whose tokens nothing can have ended since they were used. */
  const alive = new Set<Who>();
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_NAME_SERVERS: '127.0.0.1:9' } });
    await app.dataSource.query('DELETE FROM mfa_factors');
    setScene = await sceneOfAccess(app);
  });
  afterAll(() => app.close());

  const tokenOf = async (who: Who): Promise<string> => {
    const known = tokens.get(who);
    if (known !== undefined && alive.has(who)) return known;
    alive.add(who);
    if (known !== undefined && (await app.http.get('/api/v1/me', { token: known })).status === 200) return known;
    const { accessToken } = await logIn(app.http, PEOPLE[who]);
    tokens.set(who, accessToken);
    return accessToken;
  };

  /** What is required in the query, and not there yet. */
  const queryOf = ({ operation }: DocumentedOperation, path: string): string => {
    const asked = (operation.parameters ?? []).filter(({ in: place, required }) => place === 'query' && required === true);
    const more = asked.filter(({ name }) => !path.includes(`${name}=`)).map(({ name }) => `${name}=1`);
    return more.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${more.join('&')}`;
  };

  const send = async (one: DocumentedOperation, who: Who): Promise<Answer> => {
    if (scene === null) {
      scene = await setScene();
      alive.clear();
    }
    const route = `${one.method} ${one.path.replaceAll(/{(\w+)}/g, ':$1')}`;
    const ids = Object.fromEntries(Object.keys(scene).map((name) => [name, scene?.[`${one.method} ${name}`] ?? scene?.[name] ?? 1]));
    const { path, headers, body } = requestFor(route, ids);
    const answer = await app.http.send(one.method, queryOf(one, path), body?.startsWith('<') ? body : bodyFor(route, scene), {
      token: await tokenOf(who),
      headers: { ...headers, Accept: '*/*' },
    });
    // Only what was read or refused leaves the scene as it is.
    if (one.method !== 'GET' && answer.status < 400) scene = null;
    return answer;
  };

  it('answers as it describes, and finds nothing wrong with the request', async () => {
    const told: unknown[] = [];
    let successes = 0;
    for (const one of operationsOf())
      for (const who of Object.keys(PEOPLE) as Who[]) {
        const { status, body } = await send(one, who);
        if (status < 300) successes += 1;
        const isFault = status >= 500 || [400, 405, 406, 413, 415, 428].includes(status);
        const { operationId } = one.operation;
        const code: string = body?.code ?? body?.scimType;
        if (isFault && NEEDS_MORE[operationId] !== code) told.push([operationId, who, status, code, body?.details]);
      }
    expect(told).toEqual([]);
    expect(successes).toBeGreaterThan(300);
  });
});
