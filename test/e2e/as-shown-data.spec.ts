import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { Reader } from '../support/as-shown.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing } from '../support/scripted-model.js';

const SQL = `SELECT name, length_km FROM hydro.rivers ORDER BY length_km DESC LIMIT 3`;

const HYDROLOGY = `
  CREATE SCHEMA hydrology;
  COMMENT ON SCHEMA hydrology IS 'Rivers of the world.';
  CREATE TABLE hydrology.basins (id int PRIMARY KEY CHECK (id > 0), name text NOT NULL);
  CREATE TABLE hydrology.rivers (id int PRIMARY KEY, name text NOT NULL);
  CREATE TABLE hydrology.gauges (
    id int PRIMARY KEY CHECK (id > 0),
    river_id int NOT NULL REFERENCES hydrology.rivers ON DELETE CASCADE,
    name text,
    opened date
  );
  COMMENT ON TABLE hydrology.gauges IS 'Where the discharge of a river is measured.';
  COMMENT ON COLUMN hydrology.gauges.river_id IS 'The river that the gauge stands in.';
  CREATE INDEX gauges_river_id_idx ON hydrology.gauges (river_id, opened DESC) INCLUDE (name);
  INSERT INTO hydrology.rivers VALUES (1, 'Elbe');
  INSERT INTO hydrology.gauges VALUES (1, 1, 'Dresden', '1776-01-01');
  ANALYZE hydrology.gauges;`;

describe('answers about data are as the document shows them', () => {
  let scene: ExecutionScene;
  let reader: Reader;
  let source: string;
  beforeAll(async () => {
    scene = await ExecutionScene.set();
    reader = new Reader(scene.app, scene.users.olivia.accessToken);
    source = `/api/v1/data-sources/${scene.sourceId}`;
  });
  afterAll(() => scene.end());

  it('of executions', async () => {
    const id = await scene.template({
      template_text:
        'Which are the {{limit}} longest rivers of {{continent}}? Give the name and the length in kilometres, the longest first.',
      parameters: [
        { name: 'continent', type: 'string', required: true },
        { name: 'limit', type: 'integer', required: true },
      ],
    });
    scene.model.play(proposing(SQL));
    const { body } = await scene.execute(id, { parameters: { continent: 'Europe', limit: 3 }, run: true });
    await reader.shown('GET', `/api/v1/query-executions/${body.data.execution_id}`);
    await reader.shown('GET', `${source}/query-executions`);
    await reader.shown('GET', `/api/v1/prompt-templates/${id}/executions`);
    expect(reader.unlike()).toEqual([]);
  });

  it('of data sources and rivers', async () => {
    await reader.shown('POST', '/api/v1/data-sources/test', {
      organization_id: 1,
      engine: 'postgresql',
      connection: scene.source.connection(),
    });
    await reader.send('PATCH', '/api/v1/organizations/1', { settings: { new_data_sources: 'closed' } });
    const { body } = await reader.send('POST', '/api/v1/data-sources', {
      organization_id: 1,
      name: 'Another',
      engine: 'postgresql',
      connection: { ...scene.source.connection(), ssl: true },
    });
    scene.app.clock.advance({ minutes: 1 });
    await reader.shown('POST', `/api/v1/data-sources/${body.data.data_source.id}/open`);
    await reader.shown('GET', '/api/rivers?limit=1');
    expect(reader.unlike()).toEqual([]);
  });

  it('of a schema', async () => {
    await scene.source.run(HYDROLOGY);
    await scene.source.run(`GRANT USAGE ON SCHEMA hydrology TO ${scene.source.role};
      GRANT SELECT ON ALL TABLES IN SCHEMA hydrology TO ${scene.source.role}`);
    const holder = new Client({ connectionString: scene.source.url.href });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE hydrology.basins IN ACCESS EXCLUSIVE MODE');
      await reader.send('POST', `${source}/discover-schema?schema_name=hydrology&refresh=true`);
    } finally {
      await holder.end();
    }
    await reader.shown('GET', `${source}/schema?schema_name=hydrology`);
    await reader.shown('POST', `${source}/discover-schema?refresh=true`, undefined, {
      headers: { Prefer: 'respond-async' },
    });
    expect(reader.unlike()).toEqual([]);
  });
});
