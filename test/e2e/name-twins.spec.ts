import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NAME_LOCKS } from '../../src/platform/database/name-twins.js';
import { portableChecksum } from '../../src/prompt-templates/domain/template-document.js';
import { requestFor } from '../support/route-requests.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** Where each named thing of an organization is made, by its table. */
const MADE_AT: Readonly<Record<string, string>> = {
  workspaces: 'POST /api/v1/organizations/:org_id/workspaces',
  data_sources: 'POST /api/v1/data-sources',
  prompt_templates: 'POST /api/v1/prompt-templates',
  sso_connections: 'POST /api/v1/organizations/:org_id/sso/connections',
  abac_policies: 'POST /api/v1/sso/abac/policies',
  data_policies: 'POST /api/v1/sso/abac/data-policies',
};
const NAMES = {
  first: 'Équipe de la Loire',
  twins: ['équipe DE la loire', 'E\u0301quipe de la Loire', 'Équipe de la Ｌoire', 'Équi\u00ADpe de la Loire'],
};

describe('names that people take for each other', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp();
    token = (await logIn(app.http, 'olivia')).accessToken;
  });
  afterAll(() => app.close());

  const make = (route: string, name: string) => {
    const { path, body = '{}', headers } = requestFor(route, {});
    return app.http.send('POST', path, { ...(JSON.parse(body) as object), name }, { token, headers });
  };

  it('are tried for every table that the rule knows', () => {
    expect(Object.keys(NAME_LOCKS).sort()).toEqual(Object.keys(MADE_AT).sort());
  });

  it.each(Object.entries(MADE_AT))('are taken for %s', async (table, route) => {
    const first = await make(route, NAMES.first);
    expect([first.status, first.body?.details]).toEqual([201, undefined]);
    for (const name of NAMES.twins) expect([name, (await make(route, name)).status]).toEqual([name, 409]);
    expect((await make(route, `${NAMES.first} 2`)).status).toBe(201);
    expect(await app.dataSource.query(`SELECT count(*)::int AS made FROM ${table} WHERE name LIKE '%quipe%'`)).toEqual([{ made: 2 }]);
  });

  it('go to one of twenty who ask at once', async () => {
    const names = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'Überflieger' : 'überflieger'));
    const statuses = await Promise.all(names.map(async (name) => (await make(MADE_AT['workspaces'] ?? '', name)).status));
    expect(statuses.sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('stay where an older version took them, and can be changed, but not to each other', async () => {
    const [{ id }] = await app.dataSource.query(
      `WITH twins AS (INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
       SELECT 1, unnest(ARRAY['Pegel', 'pegel']), default_role_id, now(), now() FROM workspaces WHERE id = 1 RETURNING id, name)
       SELECT id FROM twins WHERE name = 'pegel'`,
    );
    const change = (body: object) => app.http.put(`/api/v1/workspaces/${id}`, body, { token });
    expect((await change({ name: 'pegel', settings: { allow_public_access: true } })).status).toBe(200);
    expect((await change({ name: 'PEGEL' })).status).toBe(409);
    expect((await change({ name: 'Pegel 2' })).status).toBe(200);
    expect((await change({ name: 'pegel 2' })).status).toBe(200);
  });

  it('are problems of an import, also when it is only tried', async () => {
    for (const name of ['BASIN', 'Quelle', 'Quelle 2']) expect((await make(MADE_AT['prompt_templates'] ?? '', name)).status).toBe(201);
    await app.dataSource.query(`UPDATE prompt_templates SET name = 'quelle' WHERE name = 'Quelle 2'`);
    const importing = (names: readonly string[], query: string) => {
      const templates = names.map((name) => {
        const content = { name, description: '', parameters: [], category: 'rivers', tags: [] };
        const checksum = portableChecksum({ ...content, text: 'Which rivers?', dataSources: [] });
        return { ...content, template_text: 'Which rivers?', data_sources: [], status: 'draft', versions: [], checksum };
      });
      const document = { format: 'headgate.prompt-templates', version: 1, templates };
      return app.http.post(`/api/v1/prompt-templates/import${query}`, { organization_id: 1, document }, { token });
    };
    const names = ['Basin', 'ba\u00ADsin', 'Meer', 'MEER', 'Meer', 'Quelle', 'quelle', 'Bach'];
    const tried = await importing(names, '?dry_run=true');
    const problems = [
      { field: 'document.templates[0].name', message: expect.stringMatching(/^A template of the organization has this name in another/) },
      { field: 'document.templates[1].name', message: expect.stringMatching(/^A template of the organization has this name in another/) },
      { field: 'document.templates[3].name', message: expect.stringMatching(/^The document has this name in another case or spelling/) },
      { field: 'document.templates[4].name', message: 'The document has this name twice.' },
    ];
    expect([tried.status, tried.body.data?.problems ?? tried.body]).toEqual([200, problems]);
    const refused = await importing(names, '');
    expect([refused.status, refused.body.details.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      problems.map(({ field }) => field),
    ]);
    const rest = ['Meer', 'Quelle', 'quelle', 'Bach'];
    expect((await importing(rest, '?dry_run=true')).body.data.problems).toEqual([]);
    expect((await importing(rest, '')).status).toBe(200);
  });

  it('wait for nobody who writes a name of another kind', async () => {
    const other = Object.entries(NAME_LOCKS).filter(([table]) => table !== 'workspaces');
    const runner = app.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      for (const [, lock] of other) await runner.query('SELECT pg_advisory_xact_lock($1, 1)', [lock]);
      expect((await make(MADE_AT['workspaces'] ?? '', 'Warteraum')).status).toBe(201);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
