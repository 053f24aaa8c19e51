import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { eventually } from '../platform/fixtures/eventually.js';
import type { HeadgateProcess } from '../support/headgate-process.js';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { logIn } from '../support/test-app.js';
import { TestReceiver } from '../support/webhook-receiver.js';

const NUMBERS = [1, 2, 3, 4, 5, 6];

describe('webhooks of a service that is killed', () => {
  const ours = installation();
  let receiver: TestReceiver;
  let database: Client;
  beforeAll(async () => {
    receiver = await TestReceiver.start();
    database = new Client({ connectionString: ours().database.url });
    await database.connect();
  });
  // Before the database is dropped.
  afterEach(() => database.end());
  afterAll(() => receiver.close());

  const started = async (): Promise<{ program: HeadgateProcess; http: HttpClient }> => {
    const program = ours().run('main', { environment: { HEADGATE_DEMO: 'true', WEBHOOK_NETWORKS: 'loopback' } });
    return { program, http: new HttpClient(await program.listening()) };
  };
  const start = (job: string) => database.query('SELECT FROM graphile_worker.add_job($1)', [job]);
  const numbers = (): number[] => receiver.received.map(({ body }) => body.data.detail.n);

  it('lose no event and keep their order: the one whose answer was not heard comes twice, under the same id', async () => {
    const first = await started();
    const { accessToken: token } = await logIn(first.http, 'olivia');
    const body = { name: 'SIEM', url: receiver.url, actions: ['test.done'] };
    expect((await first.http.post('/api/v1/organizations/1/webhooks', body, { token })).status).toBe(201);
    await database.query(
      `INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, detail)
       SELECT now(), 'test.done', 'success', 2, 1, jsonb_build_object('n', n) FROM unnest($1::int[]) WITH ORDINALITY AS one (n, place) ORDER BY place`,
      [NUMBERS],
    );
    receiver.answer = ({ body: { data } }) => (data.detail.n === 3 ? null : { status: 204 });
    await start('audit.seal');
    await eventually('the third has come, and is not answered', async () => {
      if (receiver.received.length === 0) await start('webhooks.deliver');
      return numbers().includes(3);
    });
    await first.program.stop('SIGKILL');
    expect(numbers()).toEqual([1, 2, 3]);
    receiver.answer = () => ({ status: 204 });
    // As two minutes later: what the dead one had claimed is free.
    await database.query('UPDATE webhooks SET claimed_until = now()');
    const second = await started();
    await eventually('all have come', async () => {
      await start('webhooks.deliver');
      return numbers().includes(6);
    });
    expect(numbers()).toEqual([1, 2, 3, 3, 4, 5, 6]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(NUMBERS.length);
    await second.program.stop();
  });
});
