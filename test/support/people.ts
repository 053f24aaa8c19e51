import { ENTERPRISE_SCHEMA, PATCH_MESSAGE, USER_SCHEMA } from '../../src/engines/scim-protocol/schema/urns.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import type { Answer } from './http-client.js';
import type { ScimClient } from './scim.js';
import { ownDomain } from './sso-login.js';
import type { TestApp } from './test-app.js';

/** What a client sends to make a user. */
export function person(userName: string, more: object = {}): object {
  return { schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA], userName, ...more };
}

export function work(address: string): object {
  return { emails: [{ value: address, type: 'work', primary: true }] };
}

/** One replacement without a path, as Okta sends it. */
export function replacing(value: object): object {
  return { schemas: [PATCH_MESSAGE], Operations: [{ op: 'replace', value }] };
}

export function activating(client: ScimClient, id: string, active: boolean): Promise<Answer> {
  return client.patch(`/Users/${id}`, replacing({ active }));
}

/** The user that stands for an account in an organization. */
export async function idOf(app: TestApp, username: string, organizationId = 1): Promise<string> {
  const [row] = await app.dataSource.query(
    `SELECT r.id FROM scim_resources r JOIN users u ON u.id = r.user_id WHERE u.username = $1 AND r.organization_id = $2`,
    [username, organizationId],
  );
  if (row === undefined) throw new Error(`${username} is no user of organization ${organizationId}.`);
  return row.id;
}

export async function accountOf(app: TestApp, email: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await app.dataSource.query('SELECT * FROM users WHERE email_key = lower($1)', [email]);
  return row;
}

/** Ids of the organizations that an account is a member of; suspended ones are negative. */
export async function membershipsOf(app: TestApp, email: string): Promise<number[]> {
  const rows = await app.dataSource.query(
    `SELECT m.organization_id * CASE WHEN m.suspended_at IS NULL THEN 1 ELSE -1 END AS id
       FROM organization_members m JOIN users u ON u.id = m.user_id WHERE u.email_key = lower($1) ORDER BY 1`,
    [email],
  );
  return rows.map(({ id }: { id: number }) => id);
}

export function login(app: TestApp, username: string, password: string = DEMO_PASSWORD): Promise<Answer> {
  return app.http.post('/api/auth/login', { username, password });
}

/** From now on the directory of the organization sets passwords, of people in a domain that the organization has verified. */
export async function letDirectorySetPasswords(app: TestApp, domain: string, organizationId = 1): Promise<void> {
  await app.dataSource.query(`UPDATE organizations SET directory_passwords = 'accept' WHERE id = $1`, [organizationId]);
  await ownDomain(app, domain, { organizationId });
}
