import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SchemaIndexes } from '../../src/schema-context/application/ports/schema-indexes.js';
import { SchemaIndex } from '../../src/schema-context/domain/schema-index.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('the index of a schema that was just discovered', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let olivia: LoggedIn;
  let id: number;

  beforeAll(async () => {
    app = await startTestApp();
    olivia = await logIn(app.http, 'olivia');
    // More than has room in a small context, so that a question has to choose.
    const others = Array.from({ length: 12 }, (_, at) => `CREATE TABLE building_${at} (id int, street text, city text)`);
    source = await SourceDatabase.create(...others, 'CREATE TABLE staff (id int)');
    await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${source.role}`);
  });
  beforeEach(async () => {
    const body = {
      organization_id: 1,
      name: `${Math.random()}`,
      engine: 'postgresql',
      connection: source.connection(),
    };
    const made = await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken });
    id = made.body.data.data_source.id;
  });
  afterAll(async () => {
    await app.close();
    await source.drop();
  });

  const discover = async (): Promise<number> => {
    const path = `/api/v1/data-sources/${id}/discover-schema`;
    return (await app.http.post(path, undefined, { token: olivia.accessToken })).status;
  };
  const making = () => jest.spyOn(app.app.get(SchemaIndexes, { strict: false }), 'of');

  it('is made without a question, and the discovery does not wait for it', async () => {
    let release = (): void => undefined;
    const held = new Promise<[]>((resolve) => {
      release = () => resolve([]);
    });
    const asked = making().mockReturnValue(held);
    expect(await discover()).toBe(200);
    await eventually('the index is asked for', async () => asked.mock.calls.length === 1);
    expect(asked.mock.calls).toEqual([[{ dataSourceId: id, contentIds: [expect.any(Number)] }]]);
    release();
    asked.mockRestore();
  });

  it('may fail: that is in the log, and the first question makes it', async () => {
    const asked = making().mockRejectedValue(new Error('no room for an index'));
    expect(await discover()).toBe(200);
    await eventually('the fault is in the log', async () => app.log.some((line) => line.includes('no room for an index')));
    asked.mockRestore();
    const made = making();
    const query = new URLSearchParams({ question: 'staff', max_tokens: '100' });
    const path = `/api/v1/data-sources/${id}/schema/context?${query.toString()}`;
    const { status, body } = await app.http.get(path, { token: olivia.accessToken });
    expect([status, body.data.tables_included[0]]).toEqual([200, { schema_name: 'public', name: 'staff' }]);
    expect(body.data.tables_left_out.count).toBeGreaterThan(0);
    expect(made).toHaveBeenCalledWith({ dataSourceId: id, contentIds: [expect.any(Number)] });
    await expect(made.mock.results[0]?.value).resolves.toEqual([expect.any(SchemaIndex)]);
    made.mockRestore();
  });
});
