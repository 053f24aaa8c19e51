import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { minify } from '@swc/core';
import { readFile, readdir } from 'node:fs/promises';
import {
  HeadgateClient,
  HeadgateError,
  type HeadgateOptions,
  type Locks,
  type StepUp,
  UnexpectedAnswer,
  isError,
  memoryStore,
  unwrap,
} from '../../clients/typescript/dist/index.js';
import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import { readApiDocument } from '../setup/api-contract.js';
import { nextTotp } from '../support/mfa.js';
import { addConnection, enforce } from '../support/sign-on.js';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { organizationsOf } from './log-in-with-mfa.js';

const ROLES = '/api/v1/organizations/{org_id}/roles';
const OWN = { params: { path: { org_id: 1 } } };

describe('the TypeScript client', () => {
  let app: TestApp;
  /** Method and path of everything that was sent, in order. */
  let sent: string[];
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    sent = [];
    await app.dataSource.query('DELETE FROM attempt_throttles');
    app.clock.advance({ minutes: 2 });
  });
  afterAll(() => app.close());

  const clientWith = (options: Partial<HeadgateOptions> = {}) =>
    new HeadgateClient({
      baseUrl: app.url,
      fetch: (request) => {
        sent.push(`${request.method} ${new URL(request.url).pathname}`);
        return fetch(request);
      },
      ...options,
    });
  const loggedIn = async (username = 'olivia', options: Partial<HeadgateOptions> = {}) => {
    const client = clientWith(options);
    const { kind } = await client.login({ username, password: DEMO_PASSWORD });
    expect(kind).toBe('tokens');
    sent = [];
    return client;
  };
  const times = (request: string) => sent.filter((one) => one === request).length;
  const accessTokensExpire = () => app.clock.advance({ hours: 1, seconds: 1 });

  describe('logs in', () => {
    it('with a second factor, in a program that was written from the types alone', async () => {
      const person = { username: DEMO_TOTP.user, password: DEMO_PASSWORD, askForCode: () => nextTotp(app.clock) };
      expect(await organizationsOf(app.url, person)).toContain('Delta Analytics');
    });

    it('and says what was refused, by its code, after one attempt', async () => {
      const login = await clientWith().login({ username: 'olivia', password: 'not the password' });
      expect(login).toMatchObject({ kind: 'refused', error: { code: 'UNAUTHORIZED', status: 401 } });
      expect(sent).toEqual(['POST /api/auth/login']);
    });

    it('as another person, without the token of the one before', async () => {
      const client = await loggedIn();
      accessTokensExpire();
      const login = await client.login({ username: 'vera', password: 'not the password' });
      expect([login.kind, sent]).toEqual(['refused', ['POST /api/auth/login']]);
    });

    it('as another person while an answer to the one before is on its way, which then changes no token', async () => {
      const store = memoryStore();
      const others = { access_token: 'of another tab', refresh_token: 'of another tab' };
      const client = await loggedIn('olivia', {
        store,
        fetch: async (request) => {
          const answer = await fetch(request);
          if (request.url.endsWith('/step-up/password')) await store.write(others);
          return answer;
        },
      });
      const { data } = await client.POST('/api/auth/step-up/password', { body: { password: DEMO_PASSWORD } });
      expect(data?.access_token).toEqual(expect.any(String));
      expect(await store.read()).toEqual(others);
    });

    it('where the second factor is wrong, and then right', async () => {
      const login = await clientWith().login({ username: DEMO_TOTP.user, password: DEMO_PASSWORD });
      if (login.kind !== 'mfa') throw new Error(`The login is at ${login.kind}.`);
      const wrong = await login.verify({ method: 'totp', code: '000000' });
      expect(wrong).toMatchObject({ kind: 'refused', error: { code: 'UNAUTHORIZED' } });
      const right = await login.verify({ method: 'totp', code: nextTotp(app.clock) });
      expect(right).toMatchObject({ kind: 'tokens', user: { username: DEMO_TOTP.user } });
    });

    it('at the identity provider, where the organization requires that', async () => {
      const connection_id = await addConnection(app);
      await enforce(app, 'required');
      const login = await clientWith().login({ username: 'adam', password: DEMO_PASSWORD });
      await enforce(app, 'off');
      expect(login).toEqual({ kind: 'sso', sso: { connection_id, start_url: expect.stringContaining('/start') } });
    });
  });

  describe('refreshes the access token', () => {
    it('once, for 20 calls that find it expired at the same time', async () => {
      const client = await loggedIn();
      accessTokensExpire();
      const answers = await Promise.all(Array.from({ length: 20 }, () => client.GET('/api/v1/me')));
      expect(answers.map(({ error }) => error)).toEqual(Array(20).fill(undefined));
      expect(times('POST /api/auth/refresh')).toBe(1);
    });

    it('once, for two tabs that share a store', async () => {
      const store = memoryStore();
      const shared = { store, locks: turns() };
      const tabs = [await loggedIn('olivia', shared), clientWith(shared)];
      accessTokensExpire();
      const answers = await Promise.all(tabs.map((tab) => tab.GET('/api/v1/me')));
      expect(answers.map(({ error }) => error)).toEqual([undefined, undefined]);
      expect(times('POST /api/auth/refresh')).toBe(1);
    });

    it('never into a session that is over: UNAUTHORIZED, and no tokens are left', async () => {
      const store = memoryStore();
      const client = await loggedIn('olivia', { store });
      await app.dataSource.query('DELETE FROM sessions');
      const { error } = await client.GET('/api/v1/me');
      expect([error?.code, await store.read()]).toEqual(['UNAUTHORIZED', null]);
    });

    it('later, where the service is busy: the tokens stay, and the error says how long to wait', async () => {
      const store = memoryStore();
      const busy = { success: false, code: 'UNAVAILABLE', message: 'Busy.', request_id: 'r' };
      const client = await loggedIn('olivia', {
        store,
        fetch: async (request) =>
          request.url.endsWith('/refresh') ? Response.json(busy, { status: 503, headers: { 'Retry-After': '7' } }) : fetch(request),
      });
      accessTokensExpire();
      const results = await Promise.all([client.GET('/api/v1/me'), client.GET('/api/v1/me')]);
      for (const { error } of results) expect(error).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 7 });
      expect(await store.read()).not.toBeNull();
    });

    it('not into the session of another person who has logged in meanwhile', async () => {
      const store = memoryStore();
      const other = { access_token: 'a', refresh_token: 'r' };
      const client = await loggedIn('olivia', {
        store,
        fetch: async (request) => {
          const answer = await fetch(request);
          if (request.url.endsWith('/refresh')) await store.write(other);
          return answer;
        },
      });
      accessTokensExpire();
      expect((await client.GET('/api/v1/me')).error?.code).toBe('UNAUTHORIZED');
      expect(await store.read()).toEqual(other);
    });

    it('not for a wrong password in a body, which would be a second attempt', async () => {
      const client = await loggedIn();
      const wrong = { body: { password: 'not the password' } };
      expect((await client.POST('/api/auth/step-up/password', wrong)).error?.code).toBe('UNAUTHORIZED');
      expect([times('POST /api/auth/refresh'), times('POST /api/auth/step-up/password')]).toEqual([0, 1]);
    });

    it('before a password in a body is looked at, where the token has expired', async () => {
      const client = await loggedIn();
      accessTokensExpire();
      const right = { body: { password: DEMO_PASSWORD } };
      expect((await client.POST('/api/auth/step-up/password', right)).error).toBeUndefined();
      expect(times('POST /api/auth/refresh')).toBe(1);
    });

    it('no more after a logout', async () => {
      const store = memoryStore();
      const client = await loggedIn('olivia', { store });
      expect((await client.POST('/api/auth/logout')).error).toBeUndefined();
      expect(await store.read()).toBeNull();
      expect((await client.GET('/api/v1/me')).error?.code).toBe('UNAUTHORIZED');
      expect(times('POST /api/auth/refresh')).toBe(0);
    });
  });

  it('sends the token to the routes that want one, and not to those that do not', async () => {
    // One that a logout does not empty.
    const store = { read: () => ({ access_token: 'a', refresh_token: 'r' }), write: () => undefined };
    const shown: string[] = [];
    const client = clientWith({
      store,
      fetch: async (request) => {
        if (request.headers.has('Authorization')) shown.push(new URL(request.url).pathname);
        return new Response(null, { status: 204 });
      },
    });
    // Below a connection are the routes that identity providers and address bars ask.
    const routes = Object.entries(readApiDocument().paths).flatMap(([path, { post }]) =>
      path.startsWith('/api/auth/') && !path.includes('{') && post?.security !== undefined
        ? [{ path, isPublic: post.security.length === 0 }]
        : [],
    );
    for (const { path } of routes) await client.POST(path as '/api/auth/logout');
    expect(routes.filter(({ isPublic }) => isPublic).length).toBeGreaterThan(5);
    expect(shown.sort()).toEqual(routes.flatMap(({ path, isPublic }) => (isPublic ? [] : [path])).sort());
  });

  describe('where a step-up is required', () => {
    const enrol = (client: HeadgateClient) => client.POST('/api/v1/mfa/totp', { body: {} });
    const proofIsOld = () => app.clock.advance({ minutes: 11 });

    it('asks for the proof, and repeats the call once', async () => {
      const asked: StepUp[] = [];
      const client = await loggedIn('olivia', {
        onStepUp: async (needed) => {
          asked.push(needed);
          const { error } = await client.POST('/api/auth/step-up/password', { body: { password: DEMO_PASSWORD } });
          return error === undefined;
        },
      });
      proofIsOld();
      const { data, error } = await enrol(client);
      expect([error, data?.secret]).toEqual([undefined, expect.any(String)]);
      expect(asked).toEqual([{ acr: 'aal1', max_age: 600, methods: ['password'] }]);
      expect(sent).toEqual(['POST /api/v1/mfa/totp', 'POST /api/auth/step-up/password', 'POST /api/v1/mfa/totp']);
    });

    it('does not ask again when the proof was not enough', async () => {
      let asked = 0;
      const client = await loggedIn('olivia', { onStepUp: async () => ++asked > 0 });
      proofIsOld();
      const { error } = await enrol(client);
      expect([error?.code, asked, times('POST /api/v1/mfa/totp')]).toEqual(['STEP_UP_REQUIRED', 1, 2]);
    });

    it('asks once for calls that need it at the same time', async () => {
      let asked = 0;
      const client = await loggedIn('olivia', {
        onStepUp: async () => {
          asked++;
          const { error } = await client.POST('/api/auth/step-up/password', { body: { password: DEMO_PASSWORD } });
          return error === undefined;
        },
      });
      proofIsOld();
      const results = await Promise.all([1, 2, 3].map(() => client.POST('/api/v1/mfa/webauthn/options')));
      expect([results.map(({ error }) => error), asked]).toEqual([[undefined, undefined, undefined], 1]);
    });

    it('says what was needed if the person gives up, or if there is no person to ask', async () => {
      const clients = [await loggedIn('olivia', { onStepUp: async () => false }), await loggedIn()];
      proofIsOld();
      for (const client of clients) {
        const { error } = await enrol(client);
        if (error?.code !== 'STEP_UP_REQUIRED') throw new Error(`It is ${error?.code}.`);
        expect([error.step_up.max_age, error.step_up.methods]).toEqual([600, ['password']]);
      }
    });

    it('lets a caller leave while the person is being asked', async () => {
      const leaving = new AbortController();
      const client = await loggedIn('olivia', {
        onStepUp: () => {
          leaving.abort();
          return new Promise<boolean>(() => undefined);
        },
      });
      proofIsOld();
      const call = client.POST('/api/v1/mfa/totp', { body: {}, signal: leaving.signal });
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    });
  });

  describe('when the session is over', () => {
    const PASSWORD = { username: 'olivia', password: DEMO_PASSWORD };
    async function ended(client: HeadgateClient): Promise<void> {
      const path = { session_id: unwrap(await client.GET('/api/v1/me')).session.id };
      unwrap(await client.DELETE('/api/v1/sessions/{session_id}', { params: { path } }));
      sent = [];
    }

    it('waits for one login, and then repeats all calls that met its end', async () => {
      let asked = 0;
      const client: HeadgateClient = await loggedIn('olivia', {
        onSessionOver: async () => {
          asked++;
          const { kind } = await client.login(PASSWORD);
          // A call of the handler itself has the new token, and waits for nobody.
          return kind === 'tokens' && (await client.GET('/api/v1/me')).error === undefined;
        },
      });
      await ended(client);
      const body = { name: 'Made after the end', permissions: ['query.run' as const] };
      const calls = [client.POST(ROLES, { ...OWN, body }), client.GET('/api/v1/sessions'), client.GET('/api/v1/devices')];
      expect((await Promise.all(calls)).map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
      expect([asked, times('POST /api/auth/login')]).toEqual([1, 1]);
    });

    it('lets calls wait that begin while the person logs in', async () => {
      const late: Promise<{ error?: unknown }>[] = [];
      const client: HeadgateClient = await loggedIn('olivia', {
        onSessionOver: async () => {
          late.push(client.GET('/api/v1/sessions'));
          return (await client.login(PASSWORD)).kind === 'tokens';
        },
      });
      await ended(client);
      expect((await client.GET('/api/v1/me')).error).toBeUndefined();
      expect([(await late[0])?.error, times('GET /api/v1/sessions')]).toEqual([undefined, 1]);
    });

    it('answers UNAUTHORIZED if nobody logs in, and asks again for the next session alone', async () => {
      let asked = 0;
      const client = await loggedIn('olivia', { onSessionOver: async () => ++asked > 9 });
      await ended(client);
      expect((await client.GET('/api/v1/me')).error?.code).toBe('UNAUTHORIZED');
      expect((await client.GET('/api/v1/me')).error?.code).toBe('UNAUTHORIZED');
      expect(asked).toBe(1);
    });

    it('lets a caller leave while the person is being asked', async () => {
      const leaving = new AbortController();
      const client = await loggedIn('olivia', {
        onSessionOver: () => {
          leaving.abort();
          return new Promise<boolean>(() => undefined);
        },
      });
      await ended(client);
      await expect(client.GET('/api/v1/me', { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' });
    });
  });

  describe('changes only what it has read', () => {
    const create = async (client: HeadgateClient, name: string) =>
      unwrap(await client.POST(ROLES, { ...OWN, body: { name, permissions: ['query.run'] } })).role;
    const rename = (client: HeadgateClient, role: { id: number }, name: string, ifMatch: object | string) =>
      client.PUT('/api/v1/roles/{role_id}', {
        params: { path: { role_id: role.id } },
        body: { name, permissions: [] },
        ifMatch,
      });

    it('sends the version of the object as If-Match, and takes that of the answer', async () => {
      const client = await loggedIn();
      const read = await create(client, 'Planner');
      const { role: renamed } = unwrap(await rename(client, read, 'Planners', read));
      const { error } = await rename(client, read, 'Lost update', read);
      expect([error?.code, error?.status]).toEqual(['PRECONDITION_FAILED', 412]);
      expect((await rename(client, renamed, 'Planning', renamed)).data?.role.name).toBe('Planning');
    });

    it('takes the version as text with a copy, and refuses a copy alone', async () => {
      const client = await loggedIn();
      const read = await create(client, 'Reader');
      const copy = { ...read, name: 'Readers' };
      await expect(rename(client, copy, copy.name, copy)).rejects.toThrow(TypeError);
      expect((await rename(client, copy, copy.name, client.versionOf(read))).data?.role.name).toBe('Readers');
    });
  });

  describe('sends', () => {
    const sendsTo = async (baseUrl: string, call: (client: HeadgateClient) => Promise<unknown>) => {
      const requests: Request[] = [];
      const answer = async (request: Request) => {
        requests.push(request);
        return new Response(null, { status: 204 });
      };
      await call(new HeadgateClient({ baseUrl, fetch: answer }));
      return Promise.all(
        requests.map(async (request) => [request.method, request.url, request.headers.get('Content-Type'), await request.text()]),
      );
    };

    it('names with any characters, and parameters that are there, below an address with or without a slash', async () => {
      const read = (client: HeadgateClient) =>
        client.GET('/api/v1/invitations/{invitation_token}', { params: { path: { invitation_token: 'a/b?c=ä' } } });
      const list = (client: HeadgateClient) =>
        client.GET('/api/v1/users', { params: { query: { page: 2, search: 'ü & +', limit: undefined } } });
      expect(await sendsTo('https://a.example/', read)).toEqual([
        ['GET', 'https://a.example/api/v1/invitations/a%2Fb%3Fc%3D%C3%A4', null, ''],
      ]);
      expect(await sendsTo('https://a.example', list)).toEqual([
        ['GET', 'https://a.example/api/v1/users?page=2&search=%C3%BC+%26+%2B', null, ''],
      ]);
    });

    it('JSON, and texts and files as they are, with the type that the program says', async () => {
      const PATH = '/api/v1/prompt-templates/{template_id}/icon';
      const template = { params: { path: { template_id: 1 } } };
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
      const headers = { 'Content-Type': 'image/svg+xml' };
      const sent = await sendsTo('https://a.example', async (client) => {
        await client.PATCH('/api/v1/me', { body: { display_name: 'Ö' } });
        await client.PUT(PATH, { ...template, body: svg, headers });
        await client.PUT(PATH, { ...template, body: new Blob([svg]) as unknown as string, headers });
      });
      expect(sent.map(([, , type, body]) => [type, body])).toEqual([
        ['application/json', '{"display_name":"Ö"}'],
        ['image/svg+xml', svg],
        ['image/svg+xml', svg],
      ]);
    });
  });

  describe('reads lists', () => {
    it('page after page', async () => {
      const client = await loggedIn('sysadmin');
      const names: string[] = [];
      for await (const { users } of client.pages('/api/v1/users', { params: { query: { limit: 2 } } })) {
        names.push(...users.map(({ username }) => username));
      }
      expect(names.length).toBe(new Set(names).size);
      expect(names).toEqual(expect.arrayContaining(['sysadmin', 'olivia', 'adam', 'vera', 'mia', 'oscar', 'nora']));
      expect(times('GET /api/v1/users')).toBe(Math.ceil(names.length / 2));
    });

    it('that grow meanwhile from event to event, without seeing one twice', async () => {
      const client = await loggedIn();
      const ids: number[] = [];
      const list = client.pages('/api/v1/organizations/{org_id}/audit-events', {
        params: { path: { org_id: 1 }, query: { limit: 2 } },
      });
      for await (const { audit_events: events } of list) {
        ids.push(...events.map(({ id }) => id));
        if (ids.length > 6) break;
        await client.POST(ROLES, { ...OWN, body: { name: `Role ${ids.length}`, permissions: [] } });
      }
      expect(ids.length).toBeGreaterThan(6);
      expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
    });

    it('and throws what was refused', async () => {
      const client = await loggedIn('vera');
      const list = client.pages('/api/v1/users');
      const error: unknown = await list.next().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(HeadgateError);
      if (error instanceof HeadgateError) expect([error.code, error.status]).toEqual(['FORBIDDEN', 403]);
    });
  });

  describe('tells errors apart', () => {
    it('by their code, with the members that come with it', async () => {
      const client = await loggedIn();
      const { error } = await client.POST(ROLES, { ...OWN, body: { name: '', permissions: [] } });
      switch (error?.code) {
        case 'VALIDATION_FAILED':
          return expect(error.details?.map(({ field }) => field)).toEqual(['name']);
        default:
          throw new Error(`It is ${error?.code}.`);
      }
    });

    it('by one of several codes, where they are caught', async () => {
      const client = await loggedIn('vera');
      const error: unknown = await client
        .pages('/api/v1/users')
        .next()
        .catch((thrown: unknown) => thrown);
      expect(isError(error, 'FORBIDDEN')).toBe(true);
      expect(isError(error, 'UNAUTHORIZED', 'FORBIDDEN')).toBe(true);
      expect(isError(error, 'UNAUTHORIZED', 'VALIDATION_FAILED')).toBe(false);
      for (const other of [undefined, null, 'FORBIDDEN', { code: 'FORBIDDEN' }, new Error('FORBIDDEN')])
        expect(isError(other, 'FORBIDDEN')).toBe(false);
      if (!isError(error, 'UNAUTHORIZED', 'FORBIDDEN')) throw error;
      // Both codes are left, and no other.
      if (error.code === 'FORBIDDEN') return expect(error.status).toBe(403);
      return error.code satisfies 'UNAUTHORIZED';
    });

    it('by the codes that a route declares, with their members', async () => {
      const client = await loggedIn();
      const { error } = await client.POST(ROLES, { ...OWN, body: { name: '', permissions: [] } });
      if (!isError(error, 'VALIDATION_FAILED')) throw new Error(`It is ${error?.code}.`);
      expect(error.details?.map(({ field }) => field)).toEqual(['name']);
    });

    it('from answers that no program can act on, which are thrown', async () => {
      const proxy = () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }));
      const client = clientWith({ fetch: proxy });
      await expect(client.GET('/api/v1/me')).rejects.toThrow(UnexpectedAnswer);
    });

    it('from the wish of the caller to stop', async () => {
      const client = await loggedIn();
      await expect(client.GET('/api/v1/me', { signal: AbortSignal.abort() })).rejects.toMatchObject({
        name: 'AbortError',
      });
    });
  });

  it('compiles no program that could not work', () => {
    const wrong = (client: HeadgateClient) => [
      // @ts-expect-error -- There is no such path.
      () => client.GET('/api/v1/nowhere'),
      // @ts-expect-error -- The path takes no such method.
      () => client.DELETE('/api/v1/me'),
      // @ts-expect-error -- A body is missing.
      () => client.POST('/api/auth/login'),
      // @ts-expect-error -- A member of the body is misspelt.
      () => client.POST('/api/auth/login', { body: { user_name: 'olivia', password: 'p' } }),
      // @ts-expect-error -- The identifier is a number.
      () => client.GET('/api/v1/organizations/{org_id}/roles', { params: { path: { org_id: 'one' } } }),
      // @ts-expect-error -- There is no such permission.
      () => client.PUT('/api/v1/roles/{role_id}', { params: { path: { role_id: 9 } }, body: { permissions: ['workspace.raed'] } }),
      // @ts-expect-error -- It is no list of pages.
      () => client.pages('/api/v1/me'),
      async () => {
        const { data, error } = await client.GET('/api/v1/organizations/{org_id}/audit-events', OWN);
        // @ts-expect-error -- There may be an error instead of data.
        data.audit_events.length.toFixed();
        // @ts-expect-error -- The route answers no such code.
        if (error?.code === 'QUERY_REJECTED') return;
        // @ts-expect-error -- The same, by the function.
        if (isError(error, 'QUERY_REJECTED')) return;
        // @ts-expect-error -- These members come with another code.
        if (isError(error, 'FORBIDDEN')) return error.details;
        if (isError(error, 'FORBIDDEN')) return;
        // @ts-expect-error -- The code is ruled out above.
        if (error?.code === 'FORBIDDEN') return;
        const caught: unknown = error;
        // @ts-expect-error -- There is no such code.
        if (isError(caught, 'FORBIDEN')) return;
        // @ts-expect-error -- What the service does by itself has no actor.
        return data?.audit_events.map(({ actor }) => actor.user_id);
      },
    ];
    expect(wrong).toBeInstanceOf(Function);
  });

  it('is small, and needs no package', async () => {
    const own = new URL('../../clients/typescript/dist/', import.meta.url);
    // Streams of events are an entry of their own, for the clients that want them.
    const names = (await readdir(own)).filter((name) => name.endsWith('.js') && name !== 'events.js').map((name) => new URL(name, own));
    const sizes = names.map(async (file) => {
      const { code } = await minify(await readFile(file, 'utf8'), { module: true, compress: true, mangle: true });
      return Buffer.byteLength(code);
    });
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(names.length).toBeGreaterThan(5);
    expect(total).toBeLessThan(9_500);
    const types = await readFile(new URL('api.d.ts', own), 'utf8');
    const operations = types.match(/: operations\[/g)?.length ?? 0;
    expect(operations).toBeGreaterThan(150);
    expect(types.length / operations).toBeLessThan(1_600);
  });
});

/** Web Locks as browsers have them: a caller that asks for a lock that is held waits. */
function turns(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name, work) => {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}
