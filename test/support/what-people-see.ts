import { type Scene, sceneOfAccess } from './access-scene.js';
import { policyToJson } from '@cedar-policy/cedar-wasm/nodejs';
import { boundTo } from '../../src/abac/adapters/cedar/cedar-policies.js';
import { putInForce, versionsOf } from './policies.js';
import { type LoggedIn, type TestApp, logIn } from './test-app.js';

const RESTRICTED =
  'forbid (principal, action, resource is Workspace) when { resource.labels.contains("restricted") } ' +
  'unless { principal.roles.contains("owner") };';
const NO_NAMES = { kind: 'column', schema: 'hydrology', relation: 'rivers', column: 'name', effect: 'null' };
const NAMES = 'SELECT name, length_km FROM hydrology.rivers ORDER BY length_km DESC LIMIT 2';

/** What decides who gets in and who may read what, as sentences. What is lost was taken away, what is new was given. */
const FACTS = `
  SELECT username || ' may log in' AS fact FROM users WHERE status = 'active'
  UNION ALL
  SELECT u.username || ' holds ' || permission || ' in organization ' || m.organization_id
    FROM organization_members m JOIN users u ON u.id = m.user_id JOIN roles r ON r.id = m.role_id,
         unnest(r.permissions) AS permission WHERE m.suspended_at IS NULL
  UNION ALL
  SELECT u.username || ' holds ' || permission || ' in workspace ' || w.name
    FROM workspace_members m JOIN users u ON u.id = m.user_id JOIN roles r ON r.id = m.role_id
         JOIN workspaces w ON w.id = m.workspace_id, unnest(r.permissions) AS permission
  UNION ALL
  SELECT email || ' may join as ' || role_name FROM invitations WHERE status = 'pending'
  UNION ALL
  SELECT 'people come through ' || name FROM sso_connections WHERE status = 'active'
  UNION ALL
  SELECT 'no keys in ' || organization_id FROM access_key_rules WHERE NOT are_allowed
  UNION ALL
  SELECT 'directories set no passwords' FROM organizations WHERE id = 1 AND directory_passwords = 'ignore'
  UNION ALL
  SELECT 'devices are trusted for 30 days' FROM organizations WHERE id = 1 AND device_trust_days = 30
  UNION ALL
  SELECT u.username || ' is ' || a.attributes::text FROM member_attributes a JOIN users u ON u.id = a.user_id
  UNION ALL
  SELECT 'policy in force: ' || text FROM abac_policy_versions WHERE state = 'active'
  UNION ALL
  SELECT 'hidden: ' || rules::text FROM data_policies WHERE status = 'active'
  UNION ALL
  SELECT 'labels of workspaces: ' || array_to_string(labels, ',') FROM workspaces WHERE labels <> '{}'`;

function treeOf(text: string): unknown {
  const parsed = policyToJson(text);
  if (parsed.type === 'failure') throw new Error(text);
  return boundTo(1, parsed.json);
}

/** An organization with something to hide, and what its people and those of another one see of it. */
export class WhatPeopleSee {
  private readonly people = new Map<string, LoggedIn>();
  private tree: unknown;
  private readonly forbidAll = treeOf('forbid (principal, action, resource) when { principal.roles.contains("editor") };');
  private begin: () => Promise<Scene> = () => Promise.reject(new Error('Set the stage first.'));

  constructor(private readonly app: TestApp) {}

  /** Once. */
  async setStage(): Promise<void> {
    const { app } = this;
    await app.dataSource.query('DELETE FROM mfa_factors');
    await this.logIn();
    const token = this.tokenOf('olivia');
    await app.http.post('/api/v1/data-sources/1/discover-schema', undefined, { token });
    const body = { organization_id: 1, data_source_id: 1, name: 'Once', rules: [NO_NAMES] };
    const made = await app.http.post('/api/v1/sso/abac/data-policies', body, { token });
    if (made.status !== 201) throw new Error(made.text);
    const [{ tree }] = await app.dataSource.query('SELECT tree FROM data_policies');
    this.tree = tree;
    this.begin = await sceneOfAccess(app);
  }

  /** Again, when the clock has ended their sessions. */
  async logIn(): Promise<void> {
    for (const name of ['olivia', 'mia', 'vera', 'oscar']) this.people.set(name, await logIn(this.app.http, name));
  }

  /** Everything as it was, with a policy, a data policy and a label in force. */
  async reset(): Promise<Scene> {
    const { dataSource } = this.app;
    const scene = await this.begin();
    await dataSource.query(`UPDATE workspaces SET labels = '{restricted}', allow_public_access = true WHERE id = $1`, [
      scene['workspace_id'],
    ]);
    await dataSource.query(`UPDATE organizations SET device_trust_days = 30, directory_passwords = 'ignore'`);
    await dataSource.query('DELETE FROM access_key_rules');
    await dataSource.query('INSERT INTO access_key_rules (organization_id, are_allowed, changed_at) VALUES (1, false, now())');
    await putInForce(this.app, 1, { Restricted: RESTRICTED });
    const [{ id: policy }] = await dataSource.query('SELECT id FROM abac_policies');
    await dataSource.query('UPDATE abac_policies SET version = 2');
    const draft = { version: '2', text: `'forbid everything'`, tree: '$1' };
    await dataSource.query(versionsOf(policy, '1', draft), [JSON.stringify(this.forbidAll)]);
    await dataSource.query(`UPDATE data_policies SET status = 'active', data_source_id = 1, rules = $1, tree = $2 WHERE id = $3`, [
      JSON.stringify([NO_NAMES]),
      JSON.stringify(this.tree),
      scene['data_policy_id'],
    ]);
    await dataSource.query(
      `INSERT INTO data_policy_epochs AS e (organization_id, epoch) VALUES (1, 1)
       ON CONFLICT (organization_id) DO UPDATE SET epoch = e.epoch + 1`,
    );
    const [{ id: idle }] = await dataSource.query(
      `INSERT INTO data_policies (organization_id, name, description, tree, rules, status, version, updated_by, updated_at)
       VALUES (1, 'Idle', '', $1, '[{"kind": "tag", "tag": "email", "effect": "deny"}]', 'draft', 1, 1, now()) RETURNING id`,
      [JSON.stringify(this.tree)],
    );
    const roles = await dataSource.query(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'owner'`);
    return { ...scene, policy_id: policy, idle_data_policy: idle, owner: roles[0].id, member: await this.idOf('mia') };
  }

  /** In the words of those who read it; equal if nobody has gained or lost anything. */
  async read({ template_id, workspace_id }: Scene): Promise<readonly string[]> {
    const sees = async (name: string, what: string, method: string, path: string, body?: object): Promise<string> => {
      const { status, body: answer } = await this.app.http.send(method, path, body, { token: this.tokenOf(name) });
      const read = what === 'names of rivers' ? JSON.stringify(answer.data?.rows) : '';
      return `${name}: ${what}: ${status} ${status < 300 ? read : answer.code}`;
    };
    return [
      await sees('mia', 'names of rivers', 'POST', '/api/v1/data-sources/1/query', { sql: NAMES }),
      await sees('mia', 'restricted workspace', 'GET', `/api/v1/workspaces/${workspace_id}`),
      await sees('olivia', 'restricted workspace', 'GET', `/api/v1/workspaces/${workspace_id}`),
      await sees('vera', 'private template', 'GET', `/api/v1/prompt-templates/${template_id}`),
      await sees('oscar', 'private template of others', 'GET', `/api/v1/prompt-templates/${template_id}`),
      ...(await this.facts()),
    ];
  }

  /** The part that the database alone tells. */
  async facts(): Promise<readonly string[]> {
    const facts: { fact: string }[] = await this.app.dataSource.query(FACTS);
    return facts.map(({ fact }) => fact).sort();
  }

  tokenOf(name: string): string {
    return this.people.get(name)?.accessToken ?? '';
  }

  private async idOf(name: string): Promise<number> {
    return (await this.app.dataSource.query('SELECT id FROM users WHERE username = $1', [name]))[0].id;
  }
}
