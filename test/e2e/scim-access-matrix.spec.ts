import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readAccessMatrix } from '../support/access-matrix.js';
import type { Answer } from '../support/http-client.js';
import { ENTERPRISE_SCHEMA } from '../../src/engines/scim-protocol/schema/urns.js';
import { activating, person, replacing, work } from '../support/people.js';
import type { ScimClient } from '../support/scim.js';
import { type LoggedIn, type TestApp, startTestApp } from '../support/test-app.js';
import { type MadeMember, TokenScene } from '../support/token-scene.js';

const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
type RoleName = (typeof ROLES)[number];

const DEEDS = ['create user', 'change names and password', 'give role', 'suspend', 'remove', 'describe'] as const;

describe('what a provisioning token may do', () => {
  const table = Object.entries(readAccessMatrix().tokens);
  let app: TestApp;
  let scene: TokenScene;
  let olivia: LoggedIn;
  let strong: ScimClient;
  let groups: Partial<Record<RoleName, string>>;
  let number = 0;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    scene = await TokenScene.on(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await scene.reset();
    olivia = await scene.session('olivia');
    strong = await scene.tokenOf(olivia);
    const [viewer, editor, admin] = [await scene.group(strong), await scene.group(strong), await scene.group(strong)];
    groups = { viewer, editor, admin };
    const mapped = Object.entries(groups).map(([role, group_id]) => ({ group_id, role_id: scene.role(role) }));
    expect((await scene.map(olivia, mapped)).status).toBe(200);
  });

  const VIEWING = ['organization.read', 'member.read', 'workspace.read', 'template.read', 'template.execute', 'data_source.read'];
  /** Of vera, after she was given a role for as long as it takes. */
  const ofVera = async (role: string, more: object = {}): Promise<ScimClient> => {
    await scene.gives('vera', role);
    return scene.tokenOf(await scene.session('vera'), more);
  };
  /** A token whose issuer has left when it is used. */
  const orphaned = async (upTo: string | null, by: LoggedIn): Promise<ScimClient> => {
    const token = await ofVera('admin');
    if (upTo !== null) expect((await scene.approve(by, token.tokenId, upTo)).status).toBe(200);
    await scene.gives('vera', 'viewer');
    return token;
  };
  const abandoned = async (upTo: string): Promise<ScimClient> => {
    await scene.gives('adam', 'owner');
    const token = await orphaned(upTo, await scene.session('adam'));
    await scene.gives('adam', 'admin');
    return token;
  };

  const TOKENS: Readonly<Record<string, () => Promise<ScimClient>>> = {
    'issued by a person with scim.manage alone': async () => ofVera(await scene.customRole(['scim.manage'])),
    'issued by a viewer with scim.manage': async () => ofVera(await scene.customRole([...VIEWING, 'scim.manage'])),
    'issued by an admin': () => ofVera('admin'),
    'issued by an owner': () => scene.tokenOf(olivia),
    'issued by a system administrator': async () => scene.tokenOf(await scene.session('sysadmin')),
    'approved up to administrator, issuer gone': () => orphaned('administrator', olivia),
    'approved up to owner, issuer gone': () => orphaned('owner', olivia),
    'not approved, issuer gone': () => orphaned(null, olivia),
    'approved up to administrator, issuer and approver gone': () => abandoned('administrator'),
    'approved up to owner, issuer and approver gone': () => abandoned('owner'),
  };

  const create = (token: ScimClient): Promise<Answer> => {
    const address = `matrix${(number += 1)}@elsewhere.example`;
    return token.post('/Users', person(address, work(address)));
  };
  const DONE: Readonly<Record<string, (token: ScimClient, member: MadeMember, role: RoleName) => Promise<Answer | null>>> = {
    'create user': async (token, _, role) => (role === 'viewer' ? create(token) : null),
    'change names and password': (token, { id, address }) =>
      token.patch(`/Users/${id}`, replacing({ ...work(`x${address}`), password: 'a heron stands in shallow water' })),
    'give role': async (token, { id }, role) => {
      const group = groups[role];
      if (group === undefined) return null;
      // The person who gets the role holds none of its permissions yet.
      await scene.rows('UPDATE organization_members m SET role_id = $2 FROM scim_resources r WHERE r.id = $1 AND m.user_id = r.user_id', [
        id,
        scene.role('viewer'),
      ]);
      return scene.join(token, group, id);
    },
    suspend: (token, { id }) => activating(token, id, false),
    remove: (token, { id }) => token.delete(`/Users/${id}`),
    describe: async (token, { id }) => {
      const group = await scene.group(strong);
      const answers = [
        await token.patch(`/Users/${id}`, replacing({ [ENTERPRISE_SCHEMA]: { department: 'Finance' } })),
        await token.patch(`/Users/${id}`, replacing({ title: 'Director' })),
        await scene.join(token, group, id),
        await token.patch(`/Groups/${group}`, replacing({ displayName: `Finance ${id}` })),
      ];
      expect(new Set(answers.map(({ status }) => status === 403)).size).toBe(1);
      return answers[0] ?? null;
    },
  };

  /** The highest role up to which it is done. */
  const reach = async (deed: string, token: ScimClient): Promise<string> => {
    let highest = 'nobody';
    let isOver = false;
    for (const role of ROLES) {
      const answer = await DONE[deed]?.(token, await scene.made(strong, role), role);
      if (answer === null || answer === undefined) continue;
      expect([200, 201, 204, 403]).toContain(answer.status);
      if (answer.status === 403) isOver = true;
      else {
        // No higher role is reached where a lower one is not.
        expect([deed, role, isOver]).toEqual([deed, role, false]);
        highest = role;
      }
    }
    return highest;
  };

  it('is written down for every kind of token', () => {
    expect(table.map(([, cells]) => Object.keys(cells))).toEqual(table.map(() => DEEDS));
    expect(table.map(([token]) => token)).toEqual(Object.keys(TOKENS));
  });

  it.each(table)('%s', async (kind, cells) => {
    const token = await TOKENS[kind]?.();
    if (token === undefined) throw new Error(`No function makes a token ${kind}.`);
    const answers: string[] = [];
    for (const deed of DEEDS) answers.push(await reach(deed, token));
    expect(answers).toEqual(Object.values(cells));
  });
});
