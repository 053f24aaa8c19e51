import { EnterScimToken } from '../../src/scim/application/enter-scim-token.js';
import type { ScimScope } from '../../src/scim/domain/provisioner.js';
import { mintScimToken } from '../../src/scim/domain/scim-token.js';
import type { Answer, RequestOptions } from './http-client.js';
import type { TestApp } from './test-app.js';

const SCIM_JSON = 'application/scim+json';

/** Speaks SCIM for one organization; paths are those below `/scim/v2`. */
export interface ScimClient {
  readonly token: string;
  readonly tokenId: number;
  get(path: string, options?: RequestOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  put(path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  delete(path: string, options?: RequestOptions): Promise<Answer>;
  send(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
}

/** With a new token of the organization that its owner has approved. Headers in `options` replace those that every request has. */
export async function scimClient(
  app: TestApp,
  organizationId: number,
  scopes: readonly ScimScope[] = ['read', 'write'],
): Promise<ScimClient> {
  const { text: token } = mintScimToken();
  const name = `Test ${token.slice(-6)}`;
  const [{ by }] = await app.dataSource.query(
    `SELECT min(m.user_id) AS by FROM organization_members m JOIN roles r ON r.id = m.role_id
      WHERE m.organization_id = $1 AND r.is_built_in AND r.name = 'owner'`,
    [organizationId],
  );
  const entered = await app.app
    .get(EnterScimToken)
    .execute({ organizationId, name, text: token, scopes, actorUserId: null, approval: { upTo: 'owner', by } });
  return clientWith(app, { id: entered.id, token });
}

/** With a token that a person has issued. */
export function clientWith(app: TestApp, { id, token }: { id: number; token: string }): ScimClient {
  const send: ScimClient['send'] = (method, path, body, { headers = {}, ...options } = {}) =>
    app.http.send(method, `/scim/v2${path}`, body, {
      token,
      ...options,
      headers: { Accept: SCIM_JSON, ...(body !== undefined && { 'Content-Type': SCIM_JSON }), ...headers },
    });
  return {
    token,
    tokenId: id,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    put: (path, body, options) => send('PUT', path, body, options),
    patch: (path, body, options) => send('PATCH', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
    send,
  };
}
