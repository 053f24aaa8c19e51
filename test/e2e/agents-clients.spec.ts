import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ClientDocuments } from '../../src/agents/application/ports/client-documents.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const DOCUMENT = 'https://client.example/oauth/metadata.json';
const REDIRECT = 'http://127.0.0.1:3334/callback';
const RULES = '/api/v1/organizations/1/agent-rules';
const ALL = ['schema.read', 'query.run', 'ask', 'template.read', 'template.execute'];

/** What a program with the SDK keeps. */
class Kept implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: 'SDK', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
  address: URL | undefined;
  kept: OAuthTokens | undefined;
  private verifier = '';

  constructor(
    private readonly known: OAuthClientInformationMixed | undefined,
    readonly clientMetadataUrl?: string,
  ) {}

  state(): string {
    return 'a state with spaces & "quotes"';
  }
  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.known ?? (this.clientMetadataUrl === undefined ? undefined : { client_id: this.clientMetadataUrl });
  }
  saveClientInformation(): void {}
  tokens(): OAuthTokens | undefined {
    return this.kept;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.kept = tokens;
  }
  redirectToAuthorization(address: URL): void {
    this.address = address;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier(): string {
    return this.verifier;
  }
}

describe('the official client', () => {
  let app: TestApp;
  let owner: string;
  let publicUrl: string;
  beforeAll(async () => {
    // It sends no credentials to plain http but at this machine.
    app = await startTestApp({ environment: { PUBLIC_URL: 'https://headgate.example' } });
    await app.dataSource.query('DELETE FROM mfa_factors');
    ({ issuer: publicUrl } = await (await fetch(`${app.url}/.well-known/oauth-authorization-server`)).json());
  });
  beforeEach(async () => {
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
  });
  afterAll(() => app.close());

  /** The address in the configuration is not the one that a test listens at. */
  const there = (address: URL | string, init?: RequestInit): Promise<Response> => fetch(String(address).replace(publicUrl, app.url), init);
  const transportOf = (authProvider: Kept) =>
    new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp`), { authProvider, fetch: there });
  const clientOf = (era: 'auto' | 'legacy') => new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: era } });

  const setRules = async (rules: object): Promise<void> => {
    const { headers } = await app.http.get(RULES, { token: owner });
    const answer = await app.http.put(RULES, rules, { token: owner, headers: { 'If-Match': headers.get('etag') ?? '' } });
    expect(answer.status).toBe(200);
  };
  const documentRead = () =>
    jest
      .spyOn(app.app.get(ClientDocuments), 'read')
      .mockClear()
      .mockResolvedValue({ client_id: DOCUMENT, client_name: 'SDK', redirect_uris: ['http://127.0.0.1/callback'] });

  /** What a person does at the page. @returns where their browser goes */
  const consent = async (address: URL | undefined): Promise<URL> => {
    const led = await there(address ?? '', { redirect: 'manual' });
    const request = Buffer.from(new URL(led.headers.get('location') ?? '').searchParams.get('request') ?? '', 'base64url').toString();
    const { body } = await app.http.post('/api/v1/agent-requests', { request }, { token: owner });
    const { organizations } = body.data.agent_request;
    const given = { request, organization_id: organizations[0].id, scopes: organizations[0].scopes, days: 30 };
    const answer = await app.http.post('/api/v1/agents', given, { token: owner });
    expect(answer.status).toBe(201);
    return new URL(answer.body.data.allowed_agent.redirect_to);
  };

  const connect = async (provider: Kept, era: 'auto' | 'legacy'): Promise<Client> => {
    const first = transportOf(provider);
    await expect(clientOf(era).connect(first)).rejects.toThrow();
    const back = await consent(provider.address);
    expect(back.searchParams.get('state')).toBe(provider.state());
    await first.finishAuth(back.searchParams);
    const client = clientOf(era);
    await client.connect(transportOf(provider));
    return client;
  };

  it.each(['auto', 'legacy'] as const)('connects with the id that an administrator registered, and refreshes: %s', async (era) => {
    const provider = new Kept({ client_id: 'headgate-demo' });
    const client = await connect(provider, era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('query');
    const before = provider.kept?.access_token;
    app.clock.advance({ minutes: 11 });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('query');
    expect(provider.kept?.access_token).not.toBe(before);
    await client.close();
  });

  it('connects with its metadata document, once an administrator lists its host', async () => {
    const read = documentRead();
    const provider = new Kept(undefined, DOCUMENT);
    await expect(clientOf('auto').connect(transportOf(provider))).rejects.toThrow();
    const request = provider.address?.search.slice(1);
    expect((await app.http.post('/api/v1/agent-requests', { request }, { token: owner })).status).toBe(403);
    expect(read).not.toHaveBeenCalled();
    const rules = { admits: 'listed', listed: ['client.example'], scopes: ALL, longest_days: 90 };
    await setRules(rules);
    const client = await connect(new Kept(undefined, DOCUMENT), 'auto');
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await setRules({ ...rules, listed: [] });
    await expect(client.listTools()).rejects.toThrow();
  });

  it('connects with its metadata document in its older generation, and refreshes', async () => {
    documentRead();
    const rules = { admits: 'listed', listed: [DOCUMENT], scopes: ALL, longest_days: 90 };
    await setRules(rules);
    const provider = new Kept(undefined, DOCUMENT);
    const older = () => new OlderTransport(new URL(`${publicUrl}/mcp`), { authProvider: provider, fetch: there });
    const first = older();
    await expect(new OlderClient({ name: 'tests', version: '1' }).connect(first)).rejects.toThrow();
    await first.finishAuth((await consent(provider.address)).searchParams.get('code') ?? '');
    const client = new OlderClient({ name: 'tests', version: '1' });
    await client.connect(older());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('query');
    const before = provider.kept?.access_token;
    app.clock.advance({ minutes: 11 });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('query');
    expect(provider.kept?.access_token).not.toBe(before);
    await client.close();
  });
});
