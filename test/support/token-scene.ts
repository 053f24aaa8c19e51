import { GROUP_SCHEMA, PATCH_MESSAGE } from '../../src/engines/scim-protocol/schema/urns.js';
import type { Answer } from './http-client.js';
import { person, work } from './people.js';
import { type ScimClient, clientWith } from './scim.js';
import { type LoggedIn, type TestApp, logIn } from './test-app.js';

const PATH = '/api/v1/organizations/1';

type By = Pick<LoggedIn, 'accessToken'>;

export interface MadeMember {
  readonly id: string;
  readonly address: string;
}

/** Organization 1 with people who issue provisioning tokens: olivia owns it, adam administers it, and vera may be given any role. */
export class TokenScene {
  private number = 0;

  private constructor(
    readonly app: TestApp,
    private readonly roles: Map<string, number>,
  ) {}

  static async on(app: TestApp): Promise<TokenScene> {
    const roles: { id: number; name: string }[] = await app.dataSource.query('SELECT id, name FROM roles WHERE organization_id = 1');
    return new TokenScene(app, new Map(roles.map(({ id, name }) => [name, id])));
  }

  rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return this.app.dataSource.query(sql, values);
  }

  /** As it was, without valid tokens, mappings and members whom a directory made. */
  async reset(): Promise<void> {
    await this.rows('UPDATE scim_tokens SET revoked_at = now()');
    await this.rows('DELETE FROM scim_group_mappings');
    await this.rows('DELETE FROM scim_settings');
    await this.rows(
      'DELETE FROM organization_members WHERE organization_id = 1 AND user_id IN (SELECT id FROM users WHERE provisioned_by = 1)',
    );
    await this.gives('olivia', 'owner');
    await this.gives('adam', 'admin');
    await this.gives('vera', 'viewer');
  }

  session(username: string): Promise<LoggedIn> {
    return logIn(this.app.http, username);
  }

  role(name: string): number {
    const id = this.roles.get(name);
    if (id === undefined) throw new Error(`There is no role ${name}.`);
    return id;
  }

  async accountId(name: string): Promise<number> {
    const [row] = await this.rows('SELECT id FROM users WHERE username_key = lower($1) OR email_key = lower($1)', [name]);
    return Number(row?.['id']);
  }

  async roleOf(name: string): Promise<unknown> {
    const [row] = await this.rows(
      `SELECT r.name FROM organization_members m JOIN roles r ON r.id = m.role_id WHERE m.organization_id = 1 AND m.user_id = $1`,
      [await this.accountId(name)],
    );
    return row?.['name'];
  }

  /** Gives a member a role. It also ends a suspension. */
  async gives(name: string, role: string): Promise<void> {
    await this.rows('UPDATE organization_members SET role_id = $2, suspended_at = NULL WHERE organization_id = 1 AND user_id = $1', [
      await this.accountId(name),
      this.role(role),
    ]);
  }

  async customRole(permissions: readonly string[]): Promise<string> {
    const name = this.fresh('Custom');
    const [row] = await this.rows(
      'INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, $1, false, $2) RETURNING id',
      [name, permissions],
    );
    this.roles.set(name, Number(row?.['id']));
    return name;
  }

  issue(by: By, more: object = {}): Promise<Answer> {
    return this.app.http.post(`${PATH}/scim-tokens`, { name: this.fresh('Directory'), ...more }, { token: by.accessToken });
  }

  async tokenOf(by: By, more: object = {}): Promise<ScimClient> {
    const answer = await this.issue(by, more);
    if (answer.status !== 201) throw new Error(`Issuing answered ${answer.status}: ${answer.text}`);
    return clientWith(this.app, answer.body.data.scim_token);
  }

  approve(by: By, tokenId: number, upTo: string): Promise<Answer> {
    return this.app.http.post(`${PATH}/scim-tokens/${tokenId}/approve`, { up_to: upTo }, { token: by.accessToken });
  }

  map(by: By, mappings: readonly object[], more: object = {}): Promise<Answer> {
    return this.app.http.put(`${PATH}/scim-mapping`, { mappings, ...more }, { token: by.accessToken });
  }

  changeRole(by: By, userId: number, role: string): Promise<Answer> {
    return this.app.http.patch(`${PATH}/members/${userId}`, { role_id: this.role(role) }, { token: by.accessToken });
  }

  /** An account that the directory makes and that no person has claimed. */
  async made(by: ScimClient, role: string): Promise<MadeMember> {
    const address = `${this.fresh('member')}@elsewhere.example`.replace(' ', '-');
    const { id } = created(await by.post('/Users', person(address, work(address))));
    await this.gives(address, role);
    return { id, address };
  }

  async group(by: ScimClient, members: readonly string[] = []): Promise<string> {
    const listed = members.map((value) => ({ value }));
    const sent = { schemas: [GROUP_SCHEMA], displayName: this.fresh('Group'), members: listed };
    return created(await by.post('/Groups', sent)).id;
  }

  join(by: ScimClient, groupId: string, member: string): Promise<Answer> {
    return by.patch(`/Groups/${groupId}`, adding(member));
  }

  private fresh(name: string): string {
    return `${name} ${(this.number += 1)}`;
  }
}

export function adding(value: string): object {
  return { schemas: [PATCH_MESSAGE], Operations: [{ op: 'add', path: 'members', value: [{ value }] }] };
}

function created(answer: Answer): { id: string } {
  if (answer.status !== 201) throw new Error(`Creation answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
