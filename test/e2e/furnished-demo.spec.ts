import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PUBLISHED_SECRETS, SECOND_OWNER } from '../../src/demo/demo-data.js';
import { furnishDemo } from '../../src/demo/furnish-demo.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('a demo that has just been seeded', () => {
  let app: TestApp;
  let olivia: Awaited<ReturnType<typeof logIn>>;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp();
    olivia = await logIn(app.http, 'olivia');
    token = olivia.accessToken;
    await furnishDemo(
      app.app,
      new Map([['Delta Analytics', { id: 1, ownerUserId: olivia.userId, dataSourceId: 1 }]]),
      PUBLISHED_SECRETS.password,
    );
  });
  afterAll(() => app.close());

  const read = async (path: string) => (await app.http.get(path, { token })).body.data;

  it('has two owners, as emergency access needs', async () => {
    await logIn(app.http, SECOND_OWNER.username);
    const { members } = await read('/api/v1/organizations/1/members');
    const owners = members.filter(({ role }: { role: { name: string } }) => role.name === 'owner');
    expect(owners.map(({ display_name: name }: { display_name: string }) => name).sort()).toEqual(['Olivia Okafor', 'Ruth Amsel']);
  });

  it('has a schema, a glossary and verified pairs that are valid', async () => {
    expect((await read('/api/v1/data-sources/1/schema')).pagination.total).toBe(7);
    const { glossary_terms: terms } = await read('/api/v1/data-sources/1/glossary-terms');
    const { verified_pairs: pairs } = await read('/api/v1/data-sources/1/verified-pairs');
    expect([...terms, ...pairs].map(({ state }: { state: string }) => state)).toEqual(['valid', 'valid', 'valid', 'valid']);
    for (const { sql } of pairs) {
      const { body } = await app.http.post('/api/v1/data-sources/1/query', { sql }, { token });
      expect([sql, body.data?.row_count > 0]).toEqual([sql, true]);
    }
  });

  it('has a tag and a draft that hides what is tagged from viewers once it is active', async () => {
    const { tags } = await read('/api/v1/data-sources/1/tags');
    expect(tags).toEqual([expect.objectContaining({ column: 'average_discharge_m3s', tag: 'confidential' })]);
    const [policy] = (await read('/api/v1/sso/abac/data-policies?organization_id=1')).data_policies;
    expect(policy).toMatchObject({ status: 'draft', outdated: [], names_nothing: [], unfit_attributes: [] });
  });

  it('says in the audit trail that its owner did it', async () => {
    const { audit_events: events } = await read('/api/v1/organizations/1/audit-events?action=abac.data_policy.created');
    expect(events).toEqual([expect.objectContaining({ actor: expect.objectContaining({ user_id: olivia.userId }), outcome: 'success' })]);
  });
});
