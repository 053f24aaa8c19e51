import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { eventually } from '../platform/fixtures/eventually.js';
import type { HeadgateProcess } from '../support/headgate-process.js';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { logIn } from '../support/test-app.js';
import { filesOfZip } from '../support/zip-files.js';

const PATH = '/api/v1/organizations/1/export';

describe('an export whose service is killed while it is made', () => {
  const ours = installation();
  let database: Client;
  beforeAll(async () => {
    database = new Client({ connectionString: ours().database.url });
    await database.connect();
  });
  // Before the database is dropped.
  afterEach(() => database.end());

  const started = async (): Promise<{ program: HeadgateProcess; http: HttpClient; url: string }> => {
    const program = ours().run('main', { environment: { HEADGATE_DEMO: 'true' } });
    const url = await program.listening();
    return { program, http: new HttpClient(url), url };
  };
  const rows = async (text: string) => (await database.query(text)).rows;

  it('leaves nothing of it behind, and the next service makes it once and whole', async () => {
    const first = await started();
    const { accessToken: token } = await logIn(first.http, 'olivia');
    // Another session holds a part of the trail back, so that the export stands still in the middle.
    await database.query('BEGIN');
    await database.query('LOCK TABLE audit_seals IN ACCESS EXCLUSIVE MODE');
    expect((await first.http.post(PATH, undefined, { token })).status).toBe(202);
    await eventually('the export waits for the trail', async () => {
      // In a transaction it would stay as it was seen first.
      await database.query('SELECT pg_stat_clear_snapshot()');
      const [waiting] = await rows(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
         AND wait_event_type = 'Lock' AND query LIKE 'DECLARE exported%'`);
      return waiting.n > 0;
    });
    await first.program.stop('SIGKILL');
    await database.query('ROLLBACK');
    expect(await rows('SELECT state, failures FROM exports')).toEqual([{ state: 'waiting', failures: 0 }]);
    expect(await rows('SELECT FROM export_parts')).toEqual([]);
    const second = await started();
    await eventually('the export is ready', async () => {
      await database.query(`SELECT FROM graphile_worker.add_job('evidence.make-exports')`);
      return (await rows('SELECT state FROM exports'))[0]?.state === 'ready';
    });
    const { accessToken: next } = await logIn(second.http, 'olivia');
    const answer = await fetch(`${second.url}${PATH}/file`, { headers: { Authorization: `Bearer ${next}` } });
    const files = filesOfZip(Buffer.from(await answer.arrayBuffer()));
    expect(JSON.parse(files.get('organization.jsonl') ?? '')).toMatchObject({ name: 'Delta Analytics' });
    expect(await rows(`SELECT count(*)::int AS mails FROM outbox_mails WHERE subject LIKE '%ready to download%'`)).toEqual([{ mails: 1 }]);
    await second.program.stop();
  });
});
