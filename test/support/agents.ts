import { createHash, randomBytes } from 'node:crypto';
import type { Answer } from './http-client.js';
import type { TestApp } from './test-app.js';

export interface AgentTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

type App = Pick<TestApp, 'http' | 'dataSource' | 'url'>;

interface Wanted {
  readonly scopes: readonly string[];
  readonly organizationId?: number;
}

/** What a person does at the page for a client that their organization has registered. */
export async function allowAgent(
  { http, dataSource, url }: App,
  token: string,
  { scopes, organizationId = 1 }: Wanted,
): Promise<{ readonly allowed: Answer; readonly code: string; readonly redeem: () => Promise<Response> }> {
  const client = clientOf(organizationId);
  const redirect = 'http://127.0.0.1:4711/callback';
  await dataSource.query(
    `INSERT INTO agent_clients (organization_id, client_id, name, redirect_uris, has_secrets, created_at)
     VALUES ($1, $2, 'Claude', $3, false, now()) ON CONFLICT DO NOTHING`,
    [organizationId, client, [redirect]],
  );
  const verifier = randomBytes(32).toString('base64url');
  const request = new URLSearchParams({
    ...{ response_type: 'code', client_id: client, redirect_uri: redirect, scope: scopes.join(' ') },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
  }).toString();
  const allowed = await http.post('/api/v1/agents', { request, organization_id: organizationId, scopes, days: 90 }, { token });
  const code = allowed.status === 201 ? (new URL(allowed.body.data.allowed_agent.redirect_to).searchParams.get('code') ?? '') : '';
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: client };
  return { allowed, code, redeem: () => fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) }) };
}

export function refreshAgent({ url }: Pick<App, 'url'>, token: string, organizationId = 1): Promise<Response> {
  const form = { grant_type: 'refresh_token', refresh_token: token, client_id: clientOf(organizationId) };
  return fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
}

/** A person lets a registered client act for them. @returns the tokens of the client, which outlive the ten minutes that they have otherwise */
export async function connectAgent(app: App, token: string, wanted: Wanted): Promise<AgentTokens> {
  const { allowed, redeem } = await allowAgent(app, token, wanted);
  if (allowed.status !== 201) throw new Error(`The client was not connected: ${allowed.text}`);
  const answer = await redeem();
  if (answer.status !== 200) throw new Error(`The code was not redeemed: ${await answer.text()}`);
  await app.dataSource.query(`UPDATE agent_tokens SET expires_at = '2100-01-01'`);
  return answer.json() as Promise<AgentTokens>;
}

function clientOf(organizationId: number): string {
  return `client_of_${organizationId}`;
}
