import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { ClientDocuments } from '../../src/agents/application/ports/client-documents.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { PageClient } from '../support/page-client.js';
import { putInForce } from '../support/policies.js';
import { addConnection, addMember, enforce } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const CLIENTS = '/api/v1/organizations/1/agent-clients';
const RULES = '/api/v1/organizations/1/agent-rules';
const ALL = ['schema.read', 'query.run', 'ask', 'template.read', 'template.execute'];

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

describe('AI clients that connect by OAuth', () => {
  let app: TestApp, other: TestApp;
  let owner: string, viewer: string, outsider: string;
  let clientId: string;
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const redirectUri = 'http://127.0.0.1:4711/callback';
  let publicUrl: string;

  beforeAll(async () => {
    app = await startTestApp({ environment: { SSO_NETWORKS: 'public,loopback' } });
    other = await startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    await app.dataSource.query('DELETE FROM mfa_factors');
    ({ issuer: publicUrl } = await (await fetch(`${app.url}/.well-known/oauth-authorization-server`)).json());
  });
  beforeEach(async () => {
    await app.dataSource.query('TRUNCATE access_keys, access_key_rules, agent_rules, agent_clients CASCADE');
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    ({ accessToken: viewer } = await logIn(app.http, 'vera'));
    ({ accessToken: outsider } = await logIn(app.http, 'oscar'));
    ({ client_id: clientId } = await registered());
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const registered = async (body: object = {}): Promise<{ id: number; client_id: string }> => {
    const wanted = { name: 'Desk client', redirect_uris: ['http://127.0.0.1/callback'], has_secrets: false, ...body };
    const answer = await app.http.post(CLIENTS, wanted, { token: owner });
    expect(answer.status).toBe(201);
    return answer.body.data.agent_client;
  };
  const requestOf = (changes: Record<string, string | null> = {}): string => {
    const asked: Record<string, string | null> = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      state: 'st4te',
      scope: 'schema.read query.run',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${publicUrl}/mcp`,
      ...changes,
    };
    return new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))).toString();
  };
  const setRules = async (rules: object, token = owner) => {
    const { headers } = await app.http.get(RULES, { token: owner });
    return app.http.put(RULES, rules, { token, headers: { 'If-Match': headers.get('etag') ?? '' } });
  };
  const judge = (request: string, token = owner) => app.http.post('/api/v1/agent-requests', { request }, { token });
  const allow = (body: object = {}, token = owner) =>
    app.http.post(
      '/api/v1/agents',
      { request: requestOf(), organization_id: 1, scopes: ['schema.read', 'query.run'], days: 30, ...body },
      { token },
    );
  const codeOf = async (body: object = {}, token = owner): Promise<string> => {
    const answer = await allow(body, token);
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    return new URL(answer.body.data.allowed_agent.redirect_to).searchParams.get('code') ?? '';
  };
  const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}, at = app) =>
    fetch(`${at.url}/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form), headers });
  const redeem = (code: string, changes: Record<string, string> = {}, at = app) =>
    send(
      'token',
      {
        ...{ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri },
        ...{ client_id: clientId, resource: `${publicUrl}/mcp`, ...changes },
      },
      {},
      at,
    );
  const refresh = (token: string, changes: Record<string, string> = {}, at = app) =>
    send('token', { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...changes }, {}, at);
  const tokensOf = async (body: object = {}, token = owner): Promise<Tokens> => (await redeem(await codeOf(body, token))).json();
  const knock = (token: string | undefined, body: object = LIST, at = app) =>
    fetch(`${at.url}/mcp`, {
      method: 'POST',
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        'Content-Type': 'application/json',
        Accept: 'application/json',
      },
      body: JSON.stringify(body),
    });
  const statusWith = async (token: string, at = app): Promise<number> => {
    const answer = await knock(token, LIST, at);
    await answer.text();
    return answer.status;
  };
  const errorOf = async (answer: Response): Promise<[number, string]> => [answer.status, (await answer.json()).error];
  const waiting = async (runner: QueryRunner, many: number): Promise<void> => {
    const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await runner.query(text)).length < many);
  };
  const audited = async (action: string): Promise<number> =>
    Number((await app.dataSource.query('SELECT count(*) FROM audit_events WHERE action = $1 AND organization_id = 1', [action]))[0].count);

  it('are told by the endpoint where to ask, and for what', async () => {
    const answer = await knock(undefined);
    const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp`;
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}", scope="${ALL.join(' ')}"`);
    const refused = await knock('hga_nothing');
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${metadata}", scope="${ALL.join(' ')}"`,
    );
  });

  it('read the metadata, in which a foreign Host changes nothing', async () => {
    for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp']) {
      const answer = await fetch(`${app.url}/.well-known/${path}`, { headers: { 'X-Forwarded-Host': 'evil.example' } });
      expect(await answer.json()).toMatchObject({
        resource: `${publicUrl}/mcp`,
        authorization_servers: [publicUrl],
        scopes_supported: ALL,
      });
    }
    const server = await (await fetch(`${app.url}/.well-known/oauth-authorization-server`)).json();
    expect(server).toMatchObject({
      issuer: publicUrl,
      token_endpoint: `${publicUrl}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(JSON.stringify(server)).not.toContain('127.0.0.1:');
  });

  it('lead a browser to the page with their request in one piece, and store nothing', async () => {
    const answer = await fetch(`${app.url}/oauth/authorize?${requestOf()}`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    const page = new URL(answer.headers.get('location') ?? '');
    expect(page.pathname).toBe('/connect');
    expect(Buffer.from(page.searchParams.get('request') ?? '', 'base64url').toString()).toBe(requestOf());
    expect((await app.dataSource.query('SELECT count(*) FROM access_keys'))[0].count).toBe('0');
  });

  it('get their answer through a person who sent it themselves: no cookie and no repetition brings it, and it names its issuer', async () => {
    const page = new PageClient(app.http);
    await page.post('login', { username: 'olivia', password: DEMO_PASSWORD });
    const body = { request: requestOf(), organization_id: 1, scopes: ['schema.read'], days: 30 };
    const byCookie = await app.http.post('/api/v1/agents', body, { headers: page.cookieHeader() });
    expect(byCookie.status).toBe(401);
    const send = () => app.http.post('/api/v1/agents', body, { token: owner, headers: { 'Idempotency-Key': 'consent' } });
    const [allowed, again] = [await send(), await send()];
    expect([allowed.status, again.status, again.body.code]).toEqual([201, 409, 'IDEMPOTENCY_ANSWER_NOT_KEPT']);
    const back = new URL(allowed.body.data.allowed_agent.redirect_to);
    expect(back.origin + back.pathname).toBe(redirectUri);
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['st4te', publicUrl]);
    const kept = JSON.stringify(await app.dataSource.query('SELECT row_to_json(k)::text FROM idempotency_keys k'));
    expect(kept).not.toContain(back.searchParams.get('code'));
  });

  it('show the person who asks, and for what', async () => {
    const { body } = await judge(requestOf({ scope: 'query.run offline_access unknown' }));
    expect(body.data.agent_request).toMatchObject({
      client: { client_id: clientId, name: 'Desk client', host: null },
      redirect_host: '127.0.0.1:4711',
      is_loopback: true,
      scopes: ['query.run'],
      organizations: [{ id: 1, longest_days: 90 }],
      problem: null,
    });
    const declined = new URL(body.data.agent_request.decline_to);
    expect(Object.fromEntries(declined.searchParams)).toMatchObject({ error: 'access_denied', state: 'st4te', iss: publicUrl });
  });

  it.each([
    [{ client_id: 'client_of_nobody' }],
    [{ client_id: null }],
    [{ redirect_uri: null }],
    [{ redirect_uri: 'http://127.0.0.1:4711/other' }],
    [{ redirect_uri: 'http://127.0.0.1:4711/callback/../callback' }],
    [{ redirect_uri: 'http://user@127.0.0.1:4711/callback' }],
    [{ redirect_uri: 'http://localhost:4711/callback' }],
    [{ redirect_uri: 'http://127.0.0.1:4711/callback?more=1' }],
    [{ redirect_uri: 'http://127.0.0.1.evil.example/callback' }],
    [{ redirect_uri: 'https://evil.example/callback' }],
    [{ redirect_uri: 'javascript:alert(1)' }],
  ])('send nobody on for an unknown client or address: %j', async (changes) => {
    const request = requestOf(changes);
    for (const answer of [await judge(request), await allow({ request })]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.text).not.toContain('decline_to');
    }
  });

  it.each([
    [{ code_challenge: null }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: null }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
    [{ scope: 'unknown' }, 'invalid_scope'],
  ])('are told what is wrong with the rest: %j', async (changes, error) => {
    const request = requestOf(changes);
    const { body } = await judge(request);
    expect(new URL(body.data.agent_request.decline_to).searchParams.get('error')).toBe(error);
    expect((await allow({ request })).status).toBe(400);
  });

  it('work with the rights of their person, cut to what was left ticked, and by hash alone in the database', async () => {
    const before = [await audited('agent.allowed'), await audited('agent.first_used')];
    const tokens = await tokensOf({ scopes: ['schema.read'] });
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'schema.read', expires_in: 600 });
    const names = (await (await knock(tokens.access_token)).json()).result.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['list_data_sources', 'schema', 'search_schema', 'read_table']);
    const kept = JSON.stringify(await app.dataSource.query("SELECT encode(token_hash, 'hex') AS hash FROM agent_tokens ORDER BY kind"));
    expect(kept).toContain(createHash('sha256').update(tokens.access_token.slice(4)).digest('hex'));
    const { body } = await app.http.get('/api/v1/agents', { token: owner });
    expect(body.data.agents).toMatchObject([
      { name: 'Desk client', redirect_host: '127.0.0.1:4711', scopes: ['schema.read'], status: 'active' },
    ]);
    // A grant is no key, and a key no grant.
    expect((await app.http.get('/api/v1/access-keys', { token: owner })).body.data.access_keys).toEqual([]);
    expect([await audited('agent.allowed'), await audited('agent.first_used')]).toEqual(before.map((count) => count + 1));
  });

  it('find a tool that was refused nowhere, and are asked for one that they never asked for', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'query', arguments: { data_source_id: 1, sql: 'SELECT 1' } },
    };
    const { access_token: unticked } = await tokensOf({ scopes: ['schema.read'] });
    expect((await (await knock(unticked, call)).json()).error).toMatchObject({ code: -32602 });
    const { access_token: narrow } = await tokensOf({ request: requestOf({ scope: 'schema.read' }), scopes: ['schema.read'] });
    const answer = await knock(narrow, call);
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain(
      'error="insufficient_scope", scope="schema.read query.run", resource_metadata=',
    );
  });

  it('redeem a code once: of twenty at once on two instances at most one wins, and its tokens die', async () => {
    const ended = await audited('agent.ended');
    const code = await codeOf();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => redeem(code, {}, index % 2 === 0 ? app : other)));
    const bodies = await Promise.all(answers.map(async (answer) => ({ status: answer.status, body: await answer.json() })));
    const won = bodies.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    expect(bodies.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant').length).toBe(20 - won.length);
    for (const { body } of won)
      expect([await statusWith(body.access_token), (await refresh(body.refresh_token)).status]).toEqual([401, 400]);
    expect(await audited('agent.ended')).toBe(ended + 1);
  });

  it.each([
    [{ code_verifier: randomBytes(32).toString('base64url') }],
    [{ code_verifier: '' }],
    // As with the method `plain`.
    [{ code_verifier: challenge }],
    [{ redirect_uri: 'http://127.0.0.1:4712/callback' }],
  ])('spend a code that comes with something wrong: %j', async (changes) => {
    const code = await codeOf();
    expect(await errorOf(await redeem(code, changes))).toEqual([400, 'invalid_grant']);
    expect(await errorOf(await redeem(code))).toEqual([400, 'invalid_grant']);
  });

  it('cannot redeem the code of another client, or one that is a minute old', async () => {
    const { client_id: second } = await registered({ name: 'Second' });
    expect(await errorOf(await redeem(await codeOf(), { client_id: second }))).toEqual([400, 'invalid_grant']);
    const late = await codeOf();
    app.clock.advance({ seconds: 61 });
    expect(await errorOf(await redeem(late))).toEqual([400, 'invalid_grant']);
  });

  it('get one and the same successor for parallel refreshes, and lose the grant for the old token after 30 seconds', async () => {
    const first = await tokensOf();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => refresh(first.refresh_token, {}, index % 2 === 0 ? app : other)),
    );
    const bodies: Tokens[] = await Promise.all(answers.map((answer) => answer.json()));
    expect(new Set(bodies.map(({ refresh_token: token }) => token)).size).toBe(1);
    expect(new Set(bodies.map(({ access_token: token }) => token)).size).toBe(1);
    const next = bodies[0]?.refresh_token ?? '';
    expect(await statusWith(bodies[0]?.access_token ?? '', other)).toBe(200);
    app.clock.advance({ seconds: 31 });
    expect(await errorOf(await refresh(first.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await errorOf(await refresh(next))).toEqual([400, 'invalid_grant']);
    expect(await statusWith(bodies[0]?.access_token ?? '')).toBe(401);
  });

  it('take what came empty as left out', async () => {
    const answer = await redeem(await codeOf(), { redirect_uri: '', resource: '', client_secret: '' });
    expect(answer.status).toBe(200);
  });

  it('get nothing that works from refreshes that cross the end of their grant', async () => {
    const { refresh_token: token } = await tokensOf();
    const [{ id }] = (await app.http.get('/api/v1/agents', { token: owner })).body.data.agents;
    const [ended, ...answers] = await Promise.all([
      app.http.delete(`/api/v1/agents/${id}`, { token: owner }),
      ...Array.from({ length: 10 }, (_, index) => refresh(token, {}, index % 2 === 0 ? app : other)),
    ]);
    expect(ended.status).toBe(200);
    for (const answer of answers) {
      const tokens = await answer.json();
      if (answer.status !== 200) expect([answer.status, tokens.error]).toEqual([400, 'invalid_grant']);
      else
        expect([await statusWith(tokens.access_token), await errorOf(await refresh(tokens.refresh_token))]).toEqual([
          401,
          [400, 'invalid_grant'],
        ]);
    }
  });

  it('pay no refresh token for a refused request', async () => {
    const { refresh_token: token } = await tokensOf();
    const { client_id: second } = await registered({ name: 'Second' });
    expect(await errorOf(await refresh(token, { resource: 'https://evil.example/mcp' }))).toEqual([400, 'invalid_target']);
    expect(await errorOf(await refresh(token, { resource: `${publicUrl}/mcp/` }))).toEqual([400, 'invalid_target']);
    expect(await errorOf(await refresh(token, { client_id: second }))).toEqual([400, 'invalid_grant']);
    expect(await errorOf(await refresh(token, { client_id: 'client_of_nobody' }))).toEqual([401, 'invalid_client']);
    expect((await refresh(token)).status).toBe(200);
  });

  it('refuse what came twice, another type and another grant', async () => {
    const twice = await fetch(`${app.url}/oauth/token`, { method: 'POST', body: new URLSearchParams('client_id=a&client_id=b') });
    expect(await errorOf(twice)).toEqual([400, 'invalid_request']);
    const json = await fetch(`${app.url}/oauth/token`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } });
    expect(await errorOf(json)).toEqual([400, 'invalid_request']);
    expect(await errorOf(await send('token', { client_id: clientId, grant_type: 'password' }))).toEqual([400, 'unsupported_grant_type']);
    expect((await fetch(`${app.url}/oauth/token`)).status).toBe(405);
    const large = await send('token', { client_id: 'x'.repeat(20_000) });
    expect([large.status, (await large.json()).error]).toEqual([413, 'invalid_request']);
  });

  it('have tokens for the endpoint alone, which takes none of a session', async () => {
    const { access_token: token } = await tokensOf();
    expect((await app.http.get('/api/v1/me', { token })).status).toBe(401);
    expect(await statusWith(owner)).toBe(401);
    expect((await fetch(`${app.url}/mcp?access_token=${token}`, { method: 'POST' })).status).toBe(401);
  });

  it('live ten minutes on a token', async () => {
    const { access_token: token, refresh_token: again } = await tokensOf();
    const refused = await audited('agent.refused');
    app.clock.advance({ seconds: 601 });
    expect(await statusWith(token)).toBe(401);
    expect(await audited('agent.refused')).toBe(refused);
    const { access_token: next } = await (await refresh(again)).json();
    expect(await statusWith(next)).toBe(200);
  });

  it.each([
    [
      'the person disconnects it',
      async () => {
        const [{ id }] = (await app.http.get('/api/v1/agents', { token: viewer })).body.data.agents;
        expect((await app.http.delete(`/api/v1/agents/${id}`, { token: outsider })).status).toBe(404);
        expect((await app.http.delete(`/api/v1/agents/${id}`, { token: viewer })).status).toBe(200);
      },
    ],
    [
      'an administrator disconnects it',
      async () => {
        const [{ id }] = (await app.http.get('/api/v1/organizations/1/agents', { token: owner })).body.data.agents;
        expect((await app.http.delete(`/api/v1/organizations/2/agents/${id}`, { token: outsider })).status).not.toBe(200);
        expect((await app.http.delete(`/api/v1/organizations/1/agents/${id}`, { token: owner })).status).toBe(200);
      },
    ],
    [
      'the client is removed',
      async () => {
        const [{ id }] = (await app.http.get(CLIENTS, { token: owner })).body.data.agent_clients;
        expect((await app.http.delete(`${CLIENTS}/${id}`, { token: owner })).status).toBe(200);
      },
    ],
    [
      'the organization admits none',
      async () => {
        const rules = { admits: 'none', listed: [], scopes: ALL, longest_days: 90 };
        expect((await setRules(rules)).status).toBe(200);
      },
    ],
    [
      'the organization suspends the person',
      async () => {
        await app.dataSource.query(
          "UPDATE organization_members m SET suspended_at = now() FROM users u WHERE u.id = m.user_id AND u.username = 'vera'",
        );
      },
    ],
    [
      'the person is no member any more',
      async () => {
        const { userId } = await logIn(app.http, 'vera');
        expect((await app.http.delete(`/api/v1/organizations/1/members/${userId}`, { token: owner })).status).toBe(200);
      },
    ],
    [
      'the credentials of the person change',
      async () => {
        await app.dataSource.query("UPDATE users SET trust_epoch = trust_epoch + 1 WHERE username = 'vera'");
      },
    ],
  ])('are refused by every instance once %s', async (_, end) => {
    const { access_token: token, refresh_token: again } = await tokensOf({ scopes: ['schema.read'] }, viewer);
    expect([await statusWith(token), await statusWith(token, other)]).toEqual([200, 200]);
    try {
      await end();
      expect([await statusWith(token), await statusWith(token, other)]).toEqual([401, 401]);
      expect([
        [400, 'invalid_grant'],
        [401, 'invalid_client'],
      ]).toContainEqual(await errorOf(await refresh(again)));
    } finally {
      await app.dataSource.query('UPDATE organization_members SET suspended_at = NULL');
      await addMember(app, 'vera');
    }
  });

  it('are cut to narrower rules of the organization at their next request', async () => {
    const { access_token: token } = await tokensOf();
    await setRules({ admits: 'listed', listed: [], scopes: ['query.run'], longest_days: 10 });
    const tools = (await (await knock(token)).json()).result.tools.map(({ name }: { name: string }) => name);
    expect(tools).toEqual(['list_glossary_terms', 'list_verified_pairs', 'query']);
    expect((await allow({ days: 11 })).body.details).toMatchObject([{ field: 'scopes' }]);
    expect((await allow({ days: 11, scopes: ['query.run'] })).body.details).toMatchObject([{ field: 'days' }]);
    app.clock.advance({ days: 11 });
    expect(await statusWith(token)).toBe(401);
  });

  it('do not connect for people of other organizations, or with more than the person may', async () => {
    expect((await allow({}, outsider)).status).toBe(403);
    expect((await allow({ organization_id: 2 })).status).toBe(403);
    expect((await judge(requestOf(), outsider)).status).toBe(403);
    expect((await allow({ scopes: ['ask'] })).status).toBe(400);
    expect((await allow({ data_source_ids: [2_000_000_000] })).body.details).toMatchObject([{ field: 'data_source_ids' }]);
    expect((await setRules({ admits: 'any', listed: [], scopes: ALL, longest_days: 90 }, viewer)).status).toBe(403);
  });

  it('are none of an account for emergencies, and the trail tells who tried', async () => {
    await app.dataSource.query(
      `INSERT INTO sso_break_glass (organization_id, user_id, designated_at)
       SELECT organization_id, user_id, now() FROM organization_members m JOIN users u ON u.id = m.user_id
        WHERE organization_id = 1 AND username = 'olivia'`,
    );
    try {
      expect((await allow()).status).toBe(403);
      const told = `SELECT outcome, detail FROM audit_events WHERE action = 'agent.allowed' ORDER BY id DESC LIMIT 1`;
      expect(await app.dataSource.query(told)).toEqual([{ outcome: 'refused', detail: { reason: 'NoKeyForEmergencies' } }]);
    } finally {
      await app.dataSource.query('DELETE FROM sso_break_glass');
    }
  });

  it('give tokens back, and say of unknown ones that it is done', async () => {
    const first = await tokensOf();
    expect((await send('revoke', { client_id: clientId, token: 'hga_unknown' })).status).toBe(200);
    const { client_id: second } = await registered({ name: 'Second' });
    expect((await send('revoke', { client_id: second, token: first.refresh_token })).status).toBe(200);
    expect(await statusWith(first.access_token)).toBe(200);
    expect((await send('revoke', { client_id: clientId, token: first.access_token })).status).toBe(200);
    expect(await statusWith(first.access_token)).toBe(401);
    expect((await refresh(first.refresh_token)).status).toBe(200);
    expect((await send('revoke', { client_id: clientId, token: first.refresh_token })).status).toBe(200);
    expect((await app.http.get('/api/v1/agents', { token: owner })).body.data.agents).toEqual([]);
  });

  it('prove one of two secrets, and may then ask about tokens of their organization', async () => {
    const server = await registered({ name: 'Server', redirect_uris: ['https://app.example/callback'], has_secrets: true });
    const secret = async (): Promise<string> =>
      (await app.http.post(`${CLIENTS}/${server.id}/secrets`, {}, { token: owner })).body.data.client_secret.secret;
    const [old, fresh] = [await secret(), await secret()];
    expect((await app.http.post(`${CLIENTS}/${server.id}/secrets`, {}, { token: owner })).status).toBe(409);
    const { access_token: token } = await tokensOf();
    const asBasic = (text: string) => ({ Authorization: `Basic ${Buffer.from(`${server.client_id}:${text}`).toString('base64')}` });
    for (const one of [old, fresh]) {
      const answer = await send('introspect', { token }, asBasic(one));
      expect(await answer.json()).toMatchObject({ active: true, client_id: clientId, username: 'olivia', aud: `${publicUrl}/mcp` });
    }
    expect(await (await send('introspect', { token: 'hga_no', client_id: server.client_id, client_secret: fresh })).json()).toEqual({
      active: false,
    });
    const wrong = await send('introspect', { token }, asBasic('hgcs_wrong'));
    expect([...(await errorOf(wrong)), wrong.headers.get('www-authenticate')]).toEqual([401, 'invalid_client', 'Basic realm="oauth"']);
    expect((await send('introspect', { token, client_id: clientId })).status).toBe(401);
  });

  it('get no secret while they are removed', async () => {
    const { id } = await registered({ name: 'Server', redirect_uris: ['https://app.example/callback'], has_secrets: true });
    const holder = app.dataSource.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('SELECT FROM agent_clients WHERE id = $1 FOR UPDATE', [id]);
      const removed = app.http.delete(`${CLIENTS}/${id}`, { token: owner });
      await waiting(holder, 1);
      const added = other.http.post(`${CLIENTS}/${id}/secrets`, {}, { token: owner });
      await waiting(holder, 2);
      await holder.rollbackTransaction();
      expect([(await removed).status, (await added).status]).toEqual([200, 404]);
    } finally {
      await holder.release();
    }
  });

  it('learn that a token is good only as far as its organization lets it be used', async () => {
    const server = await registered({ name: 'Server', redirect_uris: ['https://app.example/callback'], has_secrets: true });
    const { body } = await app.http.post(`${CLIENTS}/${server.id}/secrets`, {}, { token: owner });
    const asServer = { client_id: server.client_id, client_secret: body.data.client_secret.secret };
    const { access_token: token } = await tokensOf();
    const introspected = async () => (await send('introspect', { token, ...asServer })).json();
    const scopes = async () => {
      const { active, scope } = await introspected();
      return active === true ? scope : active;
    };
    expect(await scopes()).toBe('schema.read query.run');
    await putInForce(app, 1, {
      'Programs read': 'forbid (principal, action == Action::"query.run", resource) when { context.accessKey };',
    });
    expect(await scopes()).toBe('schema.read');
    await putInForce(app, 1, { 'No programs': 'forbid (principal, action, resource) when { context.accessKey };' });
    expect(await introspected()).toEqual({ active: false });
    await putInForce(app, 1, {});
    await addConnection(app);
    await enforce(app, 'required');
    expect(await introspected()).toEqual({ active: false });
    await enforce(app, 'off');
    expect(await scopes()).toBe('schema.read query.run');
  });

  it('have documents in public networks alone, also where identity providers may be elsewhere', async () => {
    let asked = 0;
    const server = createServer((_, response) => response.end(String((asked += 1))));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      expect(await app.app.get(ClientDocuments, { strict: false }).read(`http://127.0.0.1:${port}/client.json`, 'user 1')).toBeNull();
      expect(asked).toBe(0);
    } finally {
      server.close();
    }
  });

  it('get an answer of the protocol to what no database can keep', async () => {
    for (const path of ['token', 'revoke', 'introspect'])
      expect(await errorOf(await send(path, { client_id: 'client_\0', token: 'x' }))).toEqual([400, 'invalid_request']);
    expect((await judge(requestOf({ client_id: 'client_\0' }))).status).toBe(400);
  });

  it('end with a membership that is deleted while they refresh, without a deadlock', async () => {
    const { refresh_token: token } = await tokensOf({ scopes: ['schema.read'] }, viewer);
    const { userId } = await logIn(app.http, 'vera');
    const removal = app.dataSource.createQueryRunner();
    await removal.startTransaction();
    try {
      // As the removal does: first the grant, then what hangs on it.
      await removal.query('SELECT FROM access_keys WHERE user_id = $1 FOR UPDATE', [userId]);
      const refreshed = refresh(token);
      await waiting(removal, 1);
      await removal.query('DELETE FROM access_keys WHERE user_id = $1', [userId]);
      await removal.commitTransaction();
      expect(await errorOf(await refreshed)).toEqual([400, 'invalid_grant']);
    } finally {
      await removal.release();
    }
  });
});
